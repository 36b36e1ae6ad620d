internal import JournalEvents
internal import JournalLog
internal import JournalProjections

extension Snapshot {
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
