internal import Encodings
internal import JournalEvents
internal import JournalTime

// Folded values keep what events said with the codec of the events.

extension CBORWriter {
  /// Writes a payload within a folded value.
  mutating func payload(_ body: EventBody, at: OffsetInstant) {
    byteString(EventPayload(at: at, body: body).encoded(salt: .none))
  }
}

extension CBORReader {
  /// Reads a payload that is stored within a folded value.
  mutating func payload(of type: EventType) throws -> EventPayload {
    let start = offset
    let bytes = try byteString()
    guard
      let payload = try? EventPayload(
        decoding: bytes, type: type, schema: type.currentSchema)
    else { throw CBORError(.outOfRange, at: start) }
    return payload
  }
}

extension UUIDBits {
  /// Stored state needs no salt.
  fileprivate static let none = UUIDBits(high: 0, low: 0)
}
