import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 9.
@Suite struct ScheduleRepetitionTests {
  private func days(
    every days: Int, seasons: [Season: Int] = [:], months: [Int]? = nil,
    after start: String, through last: String,
    in calendar: CareCalendar = CareCalendar(zone: .utc)
  ) -> [String] {
    let schedule = ScheduleSet(
      kind: .watering, intervalDays: days,
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: months.flatMap { MonthSet($0) } ?? .all)
    return ScheduleRepetition(
      of: schedule, after: day(start), through: day(last), in: calendar
    ).map(\.description)
  }

  @Test func aScheduleComesRoundAfterEachInterval() {
    #expect(
      days(every: 7, after: "2026-03-01", through: "2026-03-22")
        == ["2026-03-08", "2026-03-15", "2026-03-22"])
  }

  @Test func eachIntervalIsThatOfTheSeasonItBeginsIn() {
    #expect(
      days(
        every: 5, seasons: [.winter: 10], after: "2026-02-15",
        through: "2026-03-20")
        == ["2026-02-25", "2026-03-07", "2026-03-12", "2026-03-17"])
  }

  @Test func aDayInAMonthThatIsNotActiveMovesAndCountsFromThere() {
    #expect(
      days(
        every: 20, months: [3, 6], after: "2026-03-10", through: "2026-07-01")
        == ["2026-03-30", "2026-06-01", "2026-06-21"])
  }

  @Test func whatComesAfterTheLastDayIsLeftOut() {
    #expect(days(every: 7, after: "2026-03-01", through: "2026-03-07") == [])
  }

  @Test func itEndsWhereTheCalendarEnds() {
    #expect(
      days(every: 7, after: "9999-12-20", through: "9999-12-31")
        == ["9999-12-27", "9999-12-31"])
    #expect(
      days(
        every: 7, months: [3], after: "9999-12-20", through: "9999-12-31")
        == ["9999-12-31"])
  }
}
