import JournalTime
import Testing

@Suite struct InstantTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_772_352_000_250, "2026-03-01T08:00:00.250Z"),
    (951_826_394_007, "2000-02-29T12:13:14.007Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func utcTextIsReadAsItIsWritten(milliseconds: Int64, text: String) throws {
    let instant = Instant(milliseconds: milliseconds)
    #expect(instant.rfc3339 == text)
    let read = try #require(OffsetInstant(text))
    #expect(read.instant == instant)
    #expect(read.offsetMinutes == 0)
    #expect(instant.utcDay.description == text.prefix(10))
  }

  @Test func instantsBeyondTheCalendarAreWrittenAsItsEnds() {
    let first = Instant(milliseconds: .min)
    let last = Instant(milliseconds: .max)
    #expect(first.rfc3339 == "0001-01-01T00:00:00Z")
    #expect(last.rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(first.utcDay == .earliest)
    #expect(last.utcDay == .latest)
    #expect(
      OffsetInstant(instant: last, offsetMinutes: -60).description
        == "9999-12-31T23:59:59.999-01:00")
    #expect(first < last)
  }
}
