internal import JournalEvents
internal import JournalLog
internal import JournalProjections

extension Snapshot {
  /// Visits what the readable events of a stream say, undone or not, in
  /// canonical order.
  func forEachPayload(
    of stream: StreamID,
    _ body: (EventPayload, EventHeader, ActionReference) throws -> Void
  ) throws {
    try log.forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard asOf.map({ event.header.recorded <= $0 }) ?? true,
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

  /// What the observation at `position` says; `nil` once it is erased.
  func observation(
    _ type: EventType, at position: LogPosition
  ) throws -> EventPayload? {
    guard let event = try log.event(position.reference, in: transaction) else {
      throw StorageError.damagedEvent(
        position.reference,
        reason: "it is listed as an observation, but it is not there")
    }
    guard let bytes = event.payloadBytes else { return nil }
    return try? EventPayload(
      decoding: bytes.span.bytes, type: type, schema: event.header.schema)
  }
}
