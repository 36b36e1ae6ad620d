import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 2.
@Suite struct FirstDueDayTests {
  @Test func itIsAnIntervalAfterTheLaterOfAddingAndScheduling() {
    var early = Garden.plant(addedAt: "2026-03-01")
    early.schedule(every: 7, at: "2026-02-01")
    #expect(early.due() == "2026-03-08")
    var late = Garden.plant(addedAt: "2026-03-01")
    late.schedule(every: 7, at: "2026-03-10")
    #expect(late.due() == "2026-03-17")
  }

  @Test func theIntervalIsThatOfTheSeasonOnThatDay() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, seasons: [.winter: 20], at: "2026-02-20")
    #expect(garden.due() == "2026-03-12")
  }

  @Test func aScheduleReplacedKeepsTheDayItWasFirstSet() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-05")
    garden.schedule(every: 10, at: "2026-03-20")
    #expect(garden.due() == "2026-03-15")
  }

  @Test func clearingForgetsTheDayItWasFirstSet() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-05")
    garden.clearSchedule(at: "2026-03-10")
    #expect(garden.due() == nil)
    garden.schedule(every: 7, at: "2026-03-20")
    #expect(garden.due() == "2026-03-27")
  }

  @Test func firstMeansFirstInCanonicalOrderNotByDate() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7, at: "2026-03-20")
    garden.schedule(every: 7, at: "2026-03-05")
    #expect(garden.due() == "2026-03-27")
  }

  @Test func aNewScheduleReplacesTheWholeOfTheOld() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(
      every: 7, seasons: [.spring: 3], months: [6], startOn: "2026-05-01")
    #expect(garden.due() == "2026-06-01")
    garden.schedule(every: 7)
    #expect(garden.due() == "2026-03-08")
  }

  @Test func startOnIsTheFirstDueDay() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, startOn: "2026-03-20")
    #expect(garden.due() == "2026-03-20")
  }

  @Test func aPastStartOnIsDueThen() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, startOn: "2025-12-24")
    #expect(garden.due() == "2025-12-24")
  }

  @Test func careBeforeStartOnDoesNotCountAgainstIt() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, startOn: "2026-03-20")
    garden.care(at: "2026-03-19")
    #expect(garden.due() == "2026-03-20")
  }

  @Test func careOnOrAfterStartOnEndsIt() {
    var on = Garden.plant(addedAt: "2026-03-01")
    on.schedule(every: 7, startOn: "2026-03-20")
    on.care(at: "2026-03-20")
    #expect(on.due() == "2026-03-27")
    var after = Garden.plant(addedAt: "2026-03-01")
    after.care(at: "2026-03-25")
    after.schedule(every: 7, startOn: "2026-03-20")
    #expect(after.due() == "2026-04-01")
  }

  @Test func skippingStartOnEndsItToo() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, startOn: "2026-03-20")
    garden.skip(due: "2026-03-20", at: "2026-03-15")
    #expect(garden.due() == "2026-03-27")
  }

  @Test func daysAreLocalDaysOfTheJournalsZone() throws {
    var garden = Garden.plant(addedAt: "2026-03-01T23:30:00Z")
    garden.schedule(every: 7, at: "2026-02-01")
    #expect(garden.due() == "2026-03-08")
    garden.calendar = try .inZone("Asia/Tokyo")
    #expect(garden.due() == "2026-03-09")
    // The offset that the event was written with does not matter.
    var other = Garden.plant(addedAt: "2026-03-02T08:30:00+09:00")
    other.schedule(every: 7, at: "2026-02-01")
    #expect(other.due() == "2026-03-08")
  }
}
