internal import Encodings
public import JournalEvents
public import LMDBKit

extension EventLog {
  /// Visits the events of an action in the order of their sequence, the
  /// branches of a fork within it side by side; none where the action is not
  /// held.
  public func forEachEvent(
    of action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (RecordedEvent) throws -> Void
  ) throws {
    guard let first = try event(action.first, in: transaction) else { return }
    var current = [first]
    while !current.isEmpty {
      for event in current { try body(event) }
      current = try current.flatMap { event in
        try successors(of: event, within: action, in: transaction)
      }
    }
  }

  /// The actions to which the events at `sequence` of `writer` belong: one,
  /// or on the branches of a fork several.
  public func actions(
    containing sequence: UInt64, of writer: WriterID,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [ActionReference] {
    let start = LogKey.bytes(
      of: EventReference(writer: writer, sequence: sequence, hashPrefix: 0))
    var actions: [ActionReference] = []
    try transaction.withCursor(log) { cursor in
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found {
        let visited = try cursor.withEntry { key, bytes -> VisitedEvent? in
          guard let reference = LogKey.reference(key),
            reference.writer == writer, reference.sequence == sequence
          else { return nil }
          return try VisitedEvent(bytes, stored: reference)
        }
        guard let visited else { return }
        let action = try action(
          of: visited.header, at: visited.position, in: transaction)
        if let action, !actions.contains(action) { actions.append(action) }
        found = try cursor.next()
      }
    }
    return actions
  }

  /// The events of an action.
  public func events(
    of action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    try forEachEvent(of: action, in: transaction) { events.append($0) }
    return events
  }

  /// The events that continue the chain after `event` and belong to the same
  /// action: one, or several where the chain forks there.
  private func successors(
    of event: RecordedEvent, within action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [RecordedEvent] {
    let sequence = event.header.sequence + 1
    let writer = event.header.writer
    let start = LogKey.bytes(
      of: EventReference(writer: writer, sequence: sequence, hashPrefix: 0))
    return try transaction.withCursor(log) { cursor in
      var successors: [RecordedEvent] = []
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found {
        let candidate = try cursor.withEntry { key, bytes -> RecordedEvent? in
          guard let reference = LogKey.reference(key),
            reference.writer == writer, reference.sequence == sequence
          else { return nil }
          return try Self.checked(bytes, as: reference)
        }
        guard let candidate else { break }
        if candidate.header.previous == event.hash,
          candidate.header.action == action.first.sequence
        {
          successors.append(candidate)
        }
        found = try cursor.next()
      }
      return successors
    }
  }
}
