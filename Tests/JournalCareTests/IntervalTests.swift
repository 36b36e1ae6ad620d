import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 1.
@Suite struct IntervalTests {
  @Test(arguments: [
    (1, "2026-03-02"), (2, "2026-03-03"), (3, "2026-03-04"),
    (7, "2026-03-08"), (14, "2026-03-15"), (30, "2026-03-31"),
    (90, "2026-05-30"), (182, "2026-08-30"), (36_500, "2126-02-05"),
  ])
  func careIsDueAnIntervalAfterTheLast(days: Int, due: String) {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: days)
    garden.care(at: "2026-03-01")
    #expect(garden.due() == due)
  }

  @Test(arguments: [
    (1, Season.winter), (2, .winter), (3, .spring), (4, .spring),
    (5, .spring), (6, .summer), (7, .summer), (8, .summer), (9, .autumn),
    (10, .autumn), (11, .autumn), (12, .winter),
  ])
  func seasonsAreMeteorological(month: Int, season: Season) throws {
    let first = try #require(Day(year: 2026, month: month, day: 1))
    #expect(CareCalendar(zone: .utc).season(of: first) == season)
    let opposite: [Season: Season] = [
      .winter: .summer, .summer: .winter, .spring: .autumn, .autumn: .spring,
    ]
    let southern = CareCalendar(zone: .utc, hemisphere: .southern)
    #expect(southern.season(of: first) == opposite[season])
  }

  @Test func theSeasonOfTheSettledDayDecidesTheInterval() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, seasons: [.winter: 14, .summer: 3])
    garden.care(at: "2026-02-28")
    #expect(garden.due() == "2026-03-14")
    garden.care(at: "2026-03-01")
    #expect(garden.due() == "2026-03-08")
    garden.care(at: "2026-05-31")
    #expect(garden.due() == "2026-06-07")
    garden.care(at: "2026-06-01")
    #expect(garden.due() == "2026-06-04")
    garden.care(at: "2026-12-01")
    #expect(garden.due() == "2026-12-15")
  }

  @Test func inTheSouthSummerIsFromDecemberOn() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, seasons: [.winter: 14, .summer: 3])
    garden.calendar = CareCalendar(zone: .utc, hemisphere: .southern)
    garden.care(at: "2026-02-28")
    #expect(garden.due() == "2026-03-03")
    garden.care(at: "2026-06-01")
    #expect(garden.due() == "2026-06-15")
  }

  @Test func withoutAdjustForSeasonTheBaseIntervalHolds() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, seasons: [.winter: 14])
    garden.calendar = CareCalendar(zone: .utc, adjustsForSeason: false)
    garden.care(at: "2026-02-01")
    #expect(garden.due() == "2026-02-08")
  }

  @Test func eachKindHasAScheduleOfItsOwn() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(.watering, every: 7)
    garden.schedule(.fertilizing, every: 30)
    garden.care(.watering, at: "2026-02-01")
    #expect(garden.due(.watering) == "2026-02-08")
    #expect(garden.due(.fertilizing) == "2026-01-31")
    #expect(garden.due(.misting) == nil)
  }
}
