import JournalTime
import Testing

struct CalendarMonthTests {
  private static func day(_ text: String) throws -> Day {
    try #require(Day(text))
  }

  @Test func monthsFollowEachOtherAcrossYears() throws {
    let days = try Self.day("2025-11-30")...Self.day("2026-02-01")
    #expect(
      CalendarMonth.all(in: days).map(\.description)
        == ["2025-11", "2025-12", "2026-01", "2026-02"])
  }

  @Test func aDayIsInOneMonth() throws {
    let day = try Self.day("2024-02-29")
    #expect(
      CalendarMonth.all(in: day...day).map(\.firstDay.description)
        == ["2024-02-01"])
  }

  @Test(arguments: [
    (-14, "2024-11"), (-1, "2025-12"), (0, "2026-01"), (11, "2026-12"),
    (12, "2027-01"),
  ])
  func monthsAreCounted(count: Int, expected: String) throws {
    let month = CalendarMonth(of: try Self.day("2026-01-31"))
    let moved = month.advanced(by: count)
    #expect(moved.description == expected)
    #expect((moved < month) == (count < 0))
  }

  @Test func countingStopsAtTheEndsOfTime() throws {
    let first = CalendarMonth(of: .earliest)
    let last = CalendarMonth(of: .latest)
    #expect(first.advanced(by: -1) == first)
    #expect(first.advanced(by: .min) == first)
    #expect(last.advanced(by: 1) == last)
    #expect(last.advanced(by: .max) == last)
    #expect(first.advanced(by: 1).description == "0001-02")
  }
}
