import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Each step that leads to a due day is named as it was taken.
@Suite struct DueExplanationTests {
  private func explanation(
    _ garden: Garden, _ kind: TaskKind = .watering
  ) throws -> DueExplanation {
    try #require(
      garden.calendar.explanations(of: garden.plant).first { $0.kind == kind })
  }

  @Test func aScheduleCountsFromTheDayItWasSet() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-04")
    let found = try explanation(garden)
    #expect(found.basis == .scheduled(day("2026-03-04")))
    #expect(found.interval?.days == 7)
    #expect(found.interval?.season == nil)
    #expect(found.countedDay == day("2026-03-11"))
    #expect(found.due == day("2026-03-11"))
  }

  @Test func aPlantAddedLaterCountsFromThere() throws {
    var garden = Garden.plant(addedAt: "2026-03-06")
    garden.schedule(every: 7, at: "2026-03-04")
    #expect(try explanation(garden).basis == .added(day("2026-03-06")))
  }

  @Test func startOnIsTheDueDayItself() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, startOn: "2026-03-20", at: "2026-03-01")
    garden.care(at: "2026-03-10")
    let found = try explanation(garden)
    #expect(found.basis == .startOn(day("2026-03-20")))
    #expect(found.interval == nil)
    #expect(found.due == day("2026-03-20"))
  }

  @Test func careAndSkipsAreToldApart() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-01")
    garden.care(at: "2026-03-08")
    #expect(try explanation(garden).basis == .care(day("2026-03-08")))
    garden.skip(due: "2026-03-15", at: "2026-03-14")
    #expect(try explanation(garden).basis == .skip(day("2026-03-15")))
  }

  @Test func theSeasonIsNamedWhoseIntervalIsUsed() throws {
    var garden = Garden.plant(addedAt: "2026-01-05")
    garden.schedule(every: 7, seasons: [.winter: 14], at: "2026-01-05")
    #expect(try explanation(garden).interval?.season == .winter)
    garden.care(at: "2026-05-01")
    #expect(try explanation(garden).interval?.season == nil)
    garden.calendar = CareCalendar(zone: .utc, hemisphere: .southern)
    garden.care(at: "2026-06-01")
    #expect(try explanation(garden).interval?.season == .winter)
    garden.calendar = CareCalendar(
      zone: .utc, hemisphere: .southern, adjustsForSeason: false)
    #expect(try explanation(garden).interval?.season == nil)
  }

  @Test func activeMonthsAndSnoozeMoveTheDay() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 30, months: [3, 6], at: "2026-03-25")
    garden.snooze(resting: nil, until: "2026-06-05")
    garden.snooze(resting: nil, until: "2026-06-09")
    let found = try explanation(garden)
    #expect(found.countedDay == day("2026-04-24"))
    #expect(found.activeDay == day("2026-06-01"))
    #expect(found.snooze?.count == 2)
    #expect(found.due == day("2026-06-09"))
  }

  @Test func aOneOffTaskHasAFixedDay() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    let task: TaskID = id(7)
    garden.given(
      .taskAdded(
        .init(kind: .repotting, task: task, due: day("2026-04-01"))))
    let found = try explanation(garden, .repotting)
    #expect(found.task == task)
    #expect(found.basis == .fixed(day("2026-04-01")))
    #expect(found.schedule == nil)
    #expect(found.due == day("2026-04-01"))
  }

  @Test func aPlantThatLeftHasNothingToExplain() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7)
    garden.given(.plantRemoved(.init(reason: .died)))
    #expect(garden.calendar.explanations(of: garden.plant).isEmpty)
  }
}
