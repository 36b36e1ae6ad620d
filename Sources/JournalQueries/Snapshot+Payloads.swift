internal import JournalEvents
internal import JournalLog
internal import JournalProjections

extension Snapshot {
  /// Returns the observation at `position` and its stream; `nil` once it is
  /// erased.
  func observation(
    at position: LogPosition
  ) throws -> (payload: EventPayload, stream: StreamID)? {
    let place = position.reference
    let found = try log.withEvent(place, in: transaction) { bytes in
      let event = try VisitedEvent(bytes, stored: place)
      try event.checkHashes(of: bytes)
      return event.payload(in: bytes).map { ($0, event.header.stream) }
    }
    guard let found else {
      throw StorageError.damagedEvent(
        place, reason: "it is listed as an observation, but it is missing")
    }
    return found
  }
}
