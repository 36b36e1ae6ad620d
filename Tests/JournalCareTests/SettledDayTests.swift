import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 3.
@Suite struct SettledDayTests {
  private func weekly() -> Garden {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-01")
    return garden
  }

  @Test func careSettlesTheLocalDayOfItsAt() throws {
    var garden = weekly()
    garden.care(at: "2026-03-10T23:30:00Z")
    #expect(garden.settled() == "2026-03-10")
    garden.calendar = try .inZone("Europe/Paris")
    #expect(garden.settled() == "2026-03-11")
    #expect(garden.due() == "2026-03-18")
  }

  @Test func theLatestCareCountsNotTheLatestRecorded() {
    var garden = weekly()
    garden.care(at: "2026-03-20")
    garden.care(at: "2026-03-10")
    #expect(garden.due() == "2026-03-27")
  }

  @Test func careBeforeThePlantWasAddedCounts() {
    var garden = weekly()
    garden.care(at: "2026-02-20")
    #expect(garden.settled() == "2026-02-20")
    #expect(garden.due() == "2026-02-27")
  }

  @Test func careBeforeTheScheduleWasSetCounts() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.care(at: "2026-02-01")
    #expect(garden.due() == nil)
    garden.schedule(every: 7, at: "2026-03-01")
    #expect(garden.due() == "2026-02-08")
  }

  @Test func careFoldedBeforeThePlantWasAddedCounts() {
    var garden = Garden()
    garden.care(at: "2026-03-05")
    garden.given(
      .plantAdded(.init(scientificName: "Hoya")), at: "2026-03-01")
    garden.schedule(every: 7)
    #expect(garden.due() == "2026-03-12")
  }

  @Test func skippingOnTheDaySettlesIt() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-08")
    #expect(garden.settled() == "2026-03-08")
    #expect(garden.due() == "2026-03-15")
  }

  @Test func skippingInAdvanceSettlesTheDayThatWasSkipped() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-05")
    #expect(garden.due() == "2026-03-15")
  }

  @Test func skippingLateSettlesTheDayOfTheSkip() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-12")
    #expect(garden.due() == "2026-03-19")
  }

  @Test func theSkippedDayIsNotCheckedAgainstTheDerivedOne() {
    var garden = weekly()
    garden.skip(due: "2026-04-01", at: "2026-03-05")
    #expect(garden.due() == "2026-04-08")
  }

  @Test func oneTaskSkippedOrDoneOnTwoReplicasCountsOnce() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-08T09:00:00Z")
    garden.skip(due: "2026-03-08", at: "2026-03-08T11:00:00Z")
    garden.care(at: "2026-03-08T12:00:00Z")
    garden.care(at: "2026-03-08T13:00:00Z")
    #expect(garden.due() == "2026-03-15")
  }

  @Test func aSkipIsNoCare() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-08")
    #expect(garden.plant.care(.watering)?.lastCompleted == nil)
    garden.care(at: "2026-03-05")
    #expect(
      garden.plant.care(.watering)?.lastCompleted
        == instant("2026-03-05").instant)
  }

  @Test func anotherKindSettlesNothing() {
    var garden = weekly()
    garden.care(.misting, at: "2026-03-20")
    #expect(garden.due() == "2026-03-08")
  }

  @Test func clearingAScheduleForgetsNoCare() {
    var garden = weekly()
    garden.care(at: "2026-03-05")
    garden.clearSchedule()
    garden.schedule(every: 10, at: "2026-04-01")
    #expect(garden.due() == "2026-03-15")
  }
}

extension CareCalendar {
  static func inZone(_ name: String) throws -> CareCalendar {
    CareCalendar(zone: try TimeZoneRules(identifier: name))
  }
}
