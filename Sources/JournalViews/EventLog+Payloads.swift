internal import JournalEvents
internal import JournalLog
internal import JournalTime
internal import LMDBKit

extension EventLog {
  /// Visits what the readable events of a stream say, undone or not, in
  /// canonical order.
  ///
  /// - `recordedBy`: Leaves out what was recorded later.
  func forEachPayload(
    of stream: StreamID, recordedBy moment: Instant?,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (EventPayload, EventHeader, ActionReference) throws -> Void
  ) throws {
    try forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard moment.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes)
      else { return true }
      let action = ActionReference(
        first: EventReference(
          writer: event.header.writer, sequence: event.header.action,
          hashPrefix: entry.actionHashPrefix))
      try body(payload, event.header, action)
      return true
    }
  }
}
