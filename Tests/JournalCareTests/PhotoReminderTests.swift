import JournalEvents
import JournalTime
import Testing

@testable import JournalCare

/// On which days photos are asked for.
@Suite struct PhotoReminderTests {
  @Test(arguments: [
    // The day on which it was set is not asked for.
    (PhotoCadence.weekly, "2026-11-22", nil, "2026-11-29"),
    (.weekly, "2026-11-22", "2026-11-25", "2026-11-29"),
    // Up to three days before settle a day, no more.
    (.weekly, "2026-11-22", "2026-11-26", "2026-12-06"),
    (.weekly, "2026-11-22", "2026-11-29", "2026-12-06"),
    (.biweekly, "2026-11-22", "2026-11-24", "2026-12-06"),
    (.monthly, "2026-01-31", nil, "2026-02-28"),
    (.monthly, "2026-01-31", "2026-02-28", "2026-03-31"),
    (.monthly, "2028-01-31", "2028-02-20", "2028-02-29"),
    (.monthly, "2026-11-15", "2026-11-16", "2026-12-15"),
    // A photo of before it was set settles nothing.
    (.monthly, "2026-11-15", "2025-11-16", "2026-12-15"),
  ])
  func theNextDayIs(
    cadence: PhotoCadence, since: String, settled: String?, due: String
  ) throws {
    let day = try #require(Day(since))
    let reminder = try #require(PhotoReminder(cadence: cadence, since: day))
    #expect(
      reminder.due(after: settled.flatMap { Day($0) }).description == due)
  }

  @Test func offIsNone() {
    #expect(PhotoReminder(cadence: .off, since: .earliest) == nil)
  }

  @Test(arguments: PhotoCadence.allCases)
  func theEndOfTimeIsNoTrap(cadence: PhotoCadence) {
    let reminder = PhotoReminder(cadence: cadence, since: .latest)
    #expect(reminder?.due(after: .latest) ?? .latest == .latest)
  }

  @Test(arguments: [
    (PhotoCadence.off, "2026-11-22", PhotoCadence.off, "2026-11-23", true),
    (.weekly, "2026-11-22", .off, "2026-11-22", false),
    (.off, "2026-11-22", .weekly, "2026-11-22", false),
    (.weekly, "2026-11-22", .weekly, "2026-11-22", true),
    (.weekly, "2026-11-22", .weekly, "2026-11-23", false),
    (.weekly, "2026-11-22", .monthly, "2026-11-22", false),
    // The photo of the day itself would not be asked for any more.
    (.weekly, "2026-11-22", .weekly, "2026-11-29", false),
    (.monthly, "2026-01-31", .monthly, "2026-01-30", false),
  ])
  func theSameDaysAskedForAgainChangeNothing(
    before: PhotoCadence, since: String, wish: PhotoCadence, on day: String,
    changesNothing: Bool
  ) throws {
    var plant = PlantState()
    let since = try #require(OffsetInstant(since + "T12:00:00Z"))
    plant.evolve(
      EventPayload(
        at: since, body: .plantAdded(.init(scientificName: "Hoya"))))
    plant.evolve(
      EventPayload(
        at: since, body: .photoReminderSet(.init(cadence: before))))
    let calendar = CareCalendar(zone: .utc)
    let command = PlantCommand.remindOfPhotos(wish)
    let day = try #require(Day(day))
    #expect(
      command.changesNothing(about: plant, on: day, in: calendar)
        == changesNothing)
  }

  @Test func aSettledDayMakesRoomForTheSameDays() throws {
    let since = try #require(Day("2026-11-22"))
    let again = try #require(Day("2026-11-29"))
    let old = PhotoReminder(cadence: .weekly, since: since)
    let new = PhotoReminder(cadence: .weekly, since: again)
    #expect(new.asksAsDoes(old, after: again))
    #expect(!new.asksAsDoes(old, after: nil))
  }
}
