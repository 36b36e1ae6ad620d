import JournalEvents
import JournalTestSupport
import JournalTime

extension SeededGenerator {
  /// A header of any values that the format allows.
  mutating func header(type: String? = nil) -> EventHeader {
    let sequence = max(next() >> UInt64(int(0...63)), 1)
    return EventHeader(
      writer: id(), sequence: sequence, previous: hash(),
      stamp: stamp(), recorded: recorded(),
      action: one(in: 2) ? sequence : max(sequence / 2, 1), stream: id(),
      type: type ?? pick(EventType.allCases).rawValue,
      schema: max(next() >> UInt64(int(0...63)), 1), payloadHash: hash())
  }

  private mutating func hash() -> EventHash {
    one(in: 5) ? .zero : EventHash(of: bytes(4).span.bytes)
  }

  private mutating func stamp() -> Stamp {
    let counter = pick([0, 1, 255, 256, 65_535]) as UInt64
    return Stamp(milliseconds: next() >> UInt64(int(17...63)), counter: counter)
      ?? .zero
  }

  private mutating func recorded() -> Instant {
    Instant(milliseconds: Int64(int(0...253_402_300_799_999)))
  }
}
