public import JournalEvents
public import LMDBKit

extension EventLog {
  /// Visits the events of an action in the order of their sequence, the
  /// branches of a fork within it side by side; none where the action is not
  /// held.
  public func forEachEvent(
    of action: ActionReference, in transaction: borrowing some Transaction,
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
    in transaction: borrowing some Transaction
  ) throws -> [ActionReference] {
    var actions: [ActionReference] = []
    try forEachEvent(at: sequence, of: writer, in: transaction) {
      reference, bytes in
      let visited = try VisitedEvent(bytes, stored: reference)
      let action = try action(
        of: visited.header, at: visited.position, in: transaction)
      if let action, !actions.contains(action) { actions.append(action) }
    }
    return actions
  }

  /// The events of an action.
  public func events(
    of action: ActionReference, in transaction: borrowing some Transaction
  ) throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    try forEachEvent(of: action, in: transaction) { events.append($0) }
    return events
  }

  /// The events that continue the chain after `event` and belong to the same
  /// action: one, or several where the chain forks there.
  private func successors(
    of event: RecordedEvent, within action: ActionReference,
    in transaction: borrowing some Transaction
  ) throws -> [RecordedEvent] {
    var successors: [RecordedEvent] = []
    try forEachEvent(
      at: event.header.sequence + 1, of: event.header.writer, in: transaction
    ) { reference, bytes in
      let candidate = try Self.checked(bytes, as: reference)
      if candidate.header.previous == event.hash,
        candidate.header.action == action.first.sequence
      {
        successors.append(candidate)
      }
    }
    return successors
  }

  /// Visits the events at `sequence` of `writer`: one, or the branches of a
  /// fork.
  private func forEachEvent(
    at sequence: UInt64, of writer: WriterID,
    in transaction: borrowing some Transaction,
    _ body: (EventReference, RawSpan) throws -> Void
  ) throws {
    let prefix = LogKey.prefix(sequence, of: writer)
    try transaction.forEachEntry(of: log, withPrefix: prefix) { key, bytes in
      guard let reference = LogKey.reference(key) else { return false }
      try body(reference, bytes)
      return true
    }
  }
}
