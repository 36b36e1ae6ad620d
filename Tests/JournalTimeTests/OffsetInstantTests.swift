import JournalTime
import Testing

@Suite struct OffsetInstantTests {
  @Test func ofAllPairsOfBytesTwoDigitsAreANumber() {
    var text = Array("2026-03-01T09:00:00Z".utf8)
    let bytes = UInt8.min...UInt8.max
    let read = bytes.flatMap { first in
      text[0] = first
      return bytes.compactMap { second -> String? in
        text[1] = second
        return OffsetInstant(utf8: text.span.bytes)?.description
      }
    }
    let centuries = (0..<10).flatMap { ten in (0..<10).map { "\(ten)\($0)" } }
    #expect(read == centuries.map { $0 + "26-03-01T09:00:00Z" })
  }

  @Test(arguments: [
    ("2026-03-01T09:00:00+01:00", 1_772_352_000_000, 60),
    ("2026-03-01T00:30:00-08:30", 1_772_355_600_000, -510),
    ("2026-03-01T08:00:00.250Z", 1_772_352_000_250, 0),
    ("1969-12-31T23:59:59.999-00:01", 59_999, -1),
    ("2026-03-01T00:00:00+23:59", 1_772_236_860_000, 1_439),
  ])
  func canonicalTextIsKept(
    text: String, milliseconds: Int64, minutes: Int16
  ) throws {
    let read = try #require(OffsetInstant(text))
    #expect(read.instant.milliseconds == milliseconds)
    #expect(read.offsetMinutes == minutes)
    #expect(read.description == text)
  }

  @Test(arguments: [
    ("2026-03-01T08:00:00+00:00", "2026-03-01T08:00:00Z"),
    ("2026-03-01T08:00:00-00:00", "2026-03-01T08:00:00Z"),
    ("2026-03-01T08:00:00.5Z", "2026-03-01T08:00:00.500Z"),
    ("2026-03-01T08:00:00.000Z", "2026-03-01T08:00:00Z"),
    ("2026-03-01T08:00:00.0009Z", "2026-03-01T08:00:00Z"),
    ("2026-03-01T08:00:00.123999999Z", "2026-03-01T08:00:00.123Z"),
    ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
  ])
  func otherTextIsBroughtIntoCanonicalForm(text: String, canonical: String) {
    #expect(OffsetInstant(text)?.description == canonical)
  }

  @Test(arguments: [
    "", "2026-03-01", "2026-03-01T08:00Z", "2026-03-01T08:00:00",
    "2026-03-01 08:00:00Z", "2026-03-01t08:00:00Z", "2026-03-01T08:00:00z",
    "2026-03-01T24:00:00Z", "2026-03-01T08:60:00Z", "2026-03-01T08:00:60Z",
    "2016-12-31T23:59:60Z", "2026-02-29T08:00:00Z", "0000-01-01T00:00:00Z",
    "2026-03-01T08:00:00.Z", "2026-03-01T08:00:00.1234567890Z",
    "2026-03-01T08:00:00,5Z", "2026-03-01T08:00:00.5", "2026-03-01T08:00:00.",
    "2026-03-01T08:00:00+0100", "2026-03-01T08:00:00+01",
    "2026-03-01T08:00:00+24:00", "2026-03-01T08:00:00+01:60",
    "2026-03-01T08:00:00 01:00", "2026-03-01T08:00:00+01:00Z",
    "2026-03-01T08:00:00ZZ", "2026-03-01T08:00:00Z\n", "２026-03-01T08:00:00Z",
  ])
  func textThatIsNoInstantIsRefused(text: String) {
    #expect(OffsetInstant(text) == nil)
  }

  @Test(arguments: [4 as UInt64, 5, 6])
  func everyInstantAndOffsetIsReadAsItIsWritten(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let written = OffsetInstant(
        instant: Instant(
          milliseconds: .random(
            in: -62_135_000_000_000...253_402_000_000_000, using: &generator)),
        offsetMinutes: .random(in: -1_439...1_439, using: &generator))
      #expect(OffsetInstant(written.description) == written)
    }
  }

  @Test(arguments: [7 as UInt64, 8, 9])
  func damagedTextIsRefusedOrReadAsSomethingThatReadsBack(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      var bytes = Array("2026-03-01T09:00:00.250+01:00".utf8)
      bytes.removeLast(.random(in: 0...6, using: &generator))
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = .random(in: 0x20...0x7E, using: &generator)
      }
      guard let read = OffsetInstant(utf8: bytes.span.bytes) else { continue }
      #expect(OffsetInstant(read.description) == read)
    }
  }

  @Test func offsetsOfADayOrMoreAreHeldToWhatCanBeWritten() {
    let epoch = Instant(milliseconds: 0)
    #expect(
      OffsetInstant(instant: epoch, offsetMinutes: .max).offsetMinutes == 1_439)
    #expect(
      OffsetInstant(instant: epoch, offsetMinutes: .min).description
        == "1969-12-31T00:01:00-23:59")
  }
}
