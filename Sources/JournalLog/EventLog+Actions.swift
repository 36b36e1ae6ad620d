internal import Encodings
public import JournalEvents
public import LMDBKit

extension EventLog {
  /// Visits the events of an action in the order of their sequence; none
  /// where the action is not held.
  public func forEachEvent(
    of action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (RecordedEvent) throws -> Void
  ) throws {
    guard var current = try event(action.first, in: transaction) else {
      return
    }
    while true {
      try body(current)
      guard
        let next = try successor(of: current, within: action, in: transaction)
      else { return }
      current = next
    }
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

  /// The event that continues the chain after `event` on the same branch and
  /// belongs to the same action.
  private func successor(
    of event: RecordedEvent, within action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> RecordedEvent? {
    let sequence = event.header.sequence + 1
    let writer = event.header.writer
    let start = LogKey.bytes(
      of: EventReference(writer: writer, sequence: sequence, hashPrefix: 0))
    return try transaction.withCursor(log) { cursor in
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found {
        let candidate = try cursor.withEntry { key, bytes -> RecordedEvent? in
          guard let reference = LogKey.reference(key),
            reference.writer == writer, reference.sequence == sequence
          else { return nil }
          return try Self.checked(bytes, as: reference)
        }
        guard let candidate else { return nil }
        if candidate.header.previous == event.hash {
          return candidate.header.action == action.first.sequence
            ? candidate : nil
        }
        found = try cursor.next()
      }
      return nil
    }
  }
}
