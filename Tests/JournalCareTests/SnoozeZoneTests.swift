import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 5 where the time zone changes: a snooze names a day of the zone in
/// which it was made, but stays on the care that was given then.
@Suite struct SnoozeZoneTests {
  /// Watered every seven days, last in Paris a little after midnight: in New
  /// York that is still the 7th. Snoozed on the 8th.
  private func snoozed() throws -> Garden {
    var garden = Garden.plant(addedAt: "2026-02-01")
    garden.calendar = try .inZone("Europe/Paris")
    garden.schedule(every: 7, at: "2026-02-01")
    garden.care(at: "2026-03-08T00:30:00+01:00")
    garden.snooze(resting: "2026-03-08", until: "2026-03-20")
    return garden
  }

  @Test(arguments: [
    "Europe/Paris", "America/New_York", "Pacific/Kiritimati", "Etc/GMT+12",
  ])
  func aSnoozeSurvivesAChangeOfZone(zone: String) throws {
    var garden = try snoozed()
    garden.calendar = try .inZone(zone)
    #expect(garden.due() == "2026-03-20")
    #expect(garden.task()?.snoozeCount == 1)
  }

  @Test(arguments: [
    "Europe/Paris", "America/New_York", "Pacific/Kiritimati", "Etc/GMT+12",
  ])
  func careGivenSinceEndsItInEveryZone(zone: String) throws {
    var garden = try snoozed()
    // In New York this is the 8th, the day that the snooze names.
    garden.care(at: "2026-03-09T00:30:00+01:00")
    garden.calendar = try .inZone(zone)
    #expect(garden.task()?.snoozedUntil == nil)
  }

  @Test(arguments: ["Europe/Paris", "America/New_York"])
  func aSkipSinceEndsItInEveryZone(zone: String) throws {
    var garden = try snoozed()
    garden.skip(due: "2026-03-15", at: "2026-03-15T12:00:00+01:00")
    garden.calendar = try .inZone(zone)
    #expect(garden.due() == "2026-03-22")
  }

  @Test(arguments: ["Europe/Paris", "America/New_York"])
  func olderCareNotedDownLaterDoesNotEndIt(zone: String) throws {
    var garden = try snoozed()
    garden.care(at: "2026-03-02")
    garden.calendar = try .inZone(zone)
    #expect(garden.due() == "2026-03-20")
  }

  @Test func aSecondTimeOnTheDayDoesNotEndIt() throws {
    var garden = try snoozed()
    garden.care(at: "2026-03-08T18:00:00+01:00")
    #expect(garden.due() == "2026-03-20")
  }

  @Test func snoozesOfBothZonesAreCounted() throws {
    var garden = try snoozed()
    garden.calendar = try .inZone("America/New_York")
    garden.snooze(resting: garden.settled(), until: "2026-03-18")
    #expect(garden.settled() == "2026-03-07")
    #expect(garden.due() == "2026-03-18")
    #expect(garden.task()?.snoozeCount == 2)
  }

  @Test func theLatestOfThemIsInForceWhereverItWasMade() throws {
    var garden = try snoozed()
    garden.snooze(resting: "2026-03-07", until: "2026-03-18")
    garden.snooze(resting: "2026-03-08", until: "2026-03-16")
    #expect(garden.due() == "2026-03-16")
    #expect(garden.task()?.snoozeCount == 3)
  }

  @Test func aSnoozeMadeWithoutKnowingTheCareDoesNotBelong() throws {
    var garden = try snoozed()
    garden.snooze(resting: "2026-03-01", until: "2026-03-30")
    #expect(garden.due() == "2026-03-20")
    #expect(garden.task()?.snoozeCount == 1)
  }
}
