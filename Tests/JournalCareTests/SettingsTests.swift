import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 10.
@Suite struct SettingsTests {
  private func settings(
    _ values: [String: SettingValue] = [:], began: String? = "Europe/Paris"
  ) -> JournalSettings {
    JournalSettings(values: values, originalTimeZone: began)
  }

  @Test func theDefaultsAreThoseOfTheRules() {
    let settings = settings()
    #expect(settings.hemisphere == .northern)
    #expect(settings.adjustForSeason)
    #expect(settings.gathering == .none)
    #expect(settings.preferredTime == nil)
    #expect(settings.timeZone == "Europe/Paris")
    #expect(self.settings(began: nil).timeZone == "UTC")
  }

  @Test func whatIsSetIsInForceAndNullIsTheDefault() {
    let set = settings([
      "timeZone": .text("Asia/Tokyo"), "hemisphere": .text("southern"),
      "adjustForSeason": .bool(false), "groupWateringDays": .bool(true),
      "preferredTime": .text("07:30"),
    ])
    #expect(set.hemisphere == .southern)
    #expect(!set.adjustForSeason)
    #expect(set.gathering == .quarter)
    #expect(set.preferredTime == TimeOfDay(hour: 7, minute: 30))
    #expect(set.calendar().zone.identifier == "Asia/Tokyo")
    #expect(set.calendar().hemisphere == .southern)
    #expect(!set.calendar().adjustsForSeason)
    let cleared = settings(set.values.mapValues { _ in .null })
    #expect(cleared.calendar() == settings().calendar())
    #expect(cleared.gathering == .none)
  }

  @Test(arguments: [
    ("Wed,Sat", WateringGathering.weekdays([3, 6])), ("Sun", .weekdays([7])),
    ("Sat,Wed", .none), ("wed", .none), ("Wed,", .none), ("", .none),
    ("quarter", .none),
  ])
  func daysOfTheWeekAreInForceInTheirOneForm(
    text: String, gathering: WateringGathering
  ) {
    let settings = settings(["groupWateringDays": .text(text)])
    #expect(settings.gathering == gathering)
  }

  @Test func aZoneThatIsNotKnownHereGivesWayAndIsTold() {
    let odd = settings(["timeZone": .text("Mars/Olympus")])
    #expect(odd.calendar().zone.identifier == "Europe/Paris")
    #expect(odd.timeZoneProblem() != nil)
    #expect(settings().timeZoneProblem() == nil)
    let lost = settings(
      ["timeZone": .text("Mars/Olympus")], began: "../etc/passwd")
    #expect(lost.calendar().zone == .utc)
  }

  @Test func valuesThatMakeNoSenseAreNotInForce() {
    // A later program, or a forger, may have written them.
    let odd = settings([
      "hemisphere": .text("western"), "adjustForSeason": .text("no"),
      "groupWateringDays": .integer(1), "preferredTime": .text("25:00"),
      "timeZone": .bool(true), "moonPhase": .text("full"),
    ])
    #expect(odd.calendar() == settings().calendar())
    #expect(odd.gathering == .none)
    #expect(odd.preferredTime == nil)
  }

  @Test(arguments: [
    (SettingKey.timeZone, SettingValue.integer(1)),
    (.hemisphere, .text("western")), (.hemisphere, .bool(true)),
    (.adjustForSeason, .text("true")), (.groupWateringDays, .integer(0)),
    (.preferredTime, .text("7:30")), (.preferredTime, .integer(7)),
  ])
  func aWrongValueIsRefusedInWords(key: SettingKey, value: SettingValue) {
    #expect(key.refusal(of: value)?.hasPrefix("must be ") == true)
  }

  @Test(arguments: SettingKey.allCases)
  func nullIsAlwaysTaken(key: SettingKey) {
    #expect(key.refusal(of: .null) == nil)
  }

  @Test func aChangedZoneGovernsPastDaysToo() throws {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7)
    garden.care(at: "2026-03-10T22:00:00Z")
    garden.calendar = settings(["timeZone": .text("UTC")]).calendar()
    #expect(garden.due() == "2026-03-17")
    garden.calendar = settings(["timeZone": .text("Asia/Tokyo")]).calendar()
    #expect(garden.due() == "2026-03-18")
  }
}
