import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 4.
@Suite struct ActiveMonthTests {
  private func due(
    months: [Int], every days: Int = 7, after care: String
  ) -> String? {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(.fertilizing, every: days, months: months)
    garden.care(.fertilizing, at: care)
    return garden.due(.fertilizing)
  }

  @Test func aDayInAnActiveMonthStays() {
    #expect(due(months: [3, 4], after: "2026-03-20") == "2026-03-27")
  }

  @Test func aDayInAnotherMonthMovesToTheFirstOfTheNextActiveOne() {
    #expect(due(months: [3, 4, 6], after: "2026-04-28") == "2026-06-01")
    #expect(due(months: [6], after: "2026-03-20") == "2026-06-01")
  }

  @Test func theNextActiveMonthMayBeNextYears() {
    #expect(due(months: [3, 9], after: "2026-09-29") == "2027-03-01")
    #expect(due(months: [1], after: "2026-12-20") == "2027-01-01")
    #expect(due(months: [11], after: "2026-11-28") == "2027-11-01")
  }

  @Test func startOnMovesLikewise() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, months: [5], startOn: "2026-03-20")
    #expect(garden.due() == "2026-05-01")
  }

  @Test func theFirstDueDayMovesLikewise() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, months: [5])
    #expect(garden.due() == "2026-05-01")
  }

  @Test func afterTheYear9999TheLastDayStands() {
    let calendar = CareCalendar(zone: .utc)
    let march = MonthSet([3]) ?? .all
    #expect(
      calendar.activeDay(from: day("9999-04-01"), months: march)
        == Day.latest)
    #expect(
      calendar.activeDay(from: day("9998-04-01"), months: march)
        == day("9999-03-01"))
  }

  @Test func monthsAreThoseOfTheCalendarInBothHemispheres() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(
      every: 7, seasons: [.winter: 21], months: [1, 2, 3, 7, 8])
    garden.care(at: "2026-01-01")
    #expect(garden.due() == "2026-01-22")
    // The season turns about; the months are the same ones.
    garden.calendar = CareCalendar(zone: .utc, hemisphere: .southern)
    #expect(garden.due() == "2026-01-08")
    garden.care(at: "2026-03-28")
    #expect(garden.due() == "2026-07-01")
    garden.care(at: "2026-07-01")
    #expect(garden.due() == "2026-07-22")
  }
}
