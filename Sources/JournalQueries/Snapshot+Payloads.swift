internal import JournalEvents
internal import JournalLog
internal import JournalProjections

extension Snapshot {
  /// Returns the observation at `position`; `nil` once it is erased.
  func observation(at position: LogPosition) throws -> EventPayload? {
    let place = position.reference
    let payload = try log.withEvent(place, in: transaction) { bytes in
      let event = try VisitedEvent(bytes, stored: place)
      try event.checkHashes(of: bytes)
      return event.payload(in: bytes)
    }
    guard let payload else {
      throw StorageError.damagedEvent(
        place, reason: "it is listed as an observation, but it is not there")
    }
    return payload
  }
}
