import JournalTime
import Testing

@Suite struct DayTests {
  /// Counts through the calendar as a child would, one day after the other.
  @Test func everyDayHasTheComponentsOfAnOdometer() {
    var (year, month, day) = (1, 1, 1)
    var mismatches = 0
    var number = Day.earliest.number
    while year <= 9_999 {
      let counted = Day(number: number)
      if counted.components != (year, month, day)
        || Day(year: year, month: month, day: day) != counted
      {
        mismatches += 1
      }
      number += 1
      day += 1
      if day > monthLength(month, year) { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    #expect(mismatches == 0)
    #expect(number - 1 == Day.latest.number)
  }

  private func monthLength(_ month: Int, _ year: Int) -> Int {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let isLeap = year % 400 == 0 || year % 4 == 0 && year % 100 != 0
    return lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016),
    ("2026-11-21", 20_778), ("0001-01-01", -719_162),
    ("9999-12-31", 2_932_896),
  ])
  func knownDaysHaveKnownNumbers(text: String, number: Int32) throws {
    let day = try #require(Day(text))
    #expect(day.number == number)
    #expect(day.description == text)
    #expect(Day(number: number) == day)
  }

  @Test(arguments: [
    "", "2026-02-30", "2025-02-29", "1900-02-29", "2026-2-3", "+2026-01-01",
    "-2026-01-01", "2026-01-01 ", " 2026-01-01", "2026-00-10", "2026-13-10",
    "2026-01-00", "2026-04-31", "0000-01-01", "2026/01/01", "20260101",
    "２０２６-01-01", "2026-01-0१", "2026-01-0:", "2026-01-01T00:00:00Z",
    "2026-W01-1", "\u{0}026-01-01",
  ])
  func textThatIsNoDayIsRefused(text: String) {
    #expect(Day(text) == nil)
  }

  @Test(arguments: [
    (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
    (2026, 1, 32), (2100, 2, 29), (.max, .max, .max), (.min, .min, .min),
  ])
  func impossibleComponentsAreRefused(year: Int, month: Int, day: Int) {
    #expect(Day(year: year, month: month, day: day) == nil)
  }

  @Test func arithmeticStopsAtTheEnds() {
    #expect(Day.latest.advanced(by: 1) == .latest)
    #expect(Day.latest.advanced(by: .max) == .latest)
    #expect(Day.earliest.advanced(by: -1) == .earliest)
    #expect(Day.earliest.advanced(by: .min) == .earliest)
    #expect(Day(number: .max).advanced(by: .max) == .latest)
    #expect(Day(number: .min) == .earliest)
    #expect(Day.earliest.distance(to: .latest) == 3_652_058)
    #expect(Day.latest.distance(to: .earliest) == -3_652_058)
  }

  @Test(arguments: [1 as UInt64, 2, 3])
  func advancingByTheDistanceArrives(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let numbers = Day.earliest.number...Day.latest.number
    for _ in 0..<1_000 {
      let from = Day(number: .random(in: numbers, using: &generator))
      let to = Day(number: .random(in: numbers, using: &generator))
      #expect(from.advanced(by: from.distance(to: to)) == to)
      #expect((from < to) == (from.description < to.description))
      #expect(Day(from.description) == from)
    }
  }

  @Test func weekdaysFollowEachOtherFromMonday() throws {
    let saturday = try #require(Day("2026-11-21"))
    #expect(saturday.weekday == 6)
    #expect(Day(number: 0).weekday == 4)
    #expect(Day.earliest.weekday == 1)
    #expect(Day.latest.weekday == 5)
    for offset in 0..<28 {
      #expect(
        saturday.advanced(by: offset).weekday == (5 + offset) % 7 + 1)
    }
  }
}
