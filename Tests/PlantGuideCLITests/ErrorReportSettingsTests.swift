import JournalLog
import JournalQueries
import JournalTime
import TerminalKit
import Testing

@testable import PlantGuideCLI

struct ErrorReportSettingsTests {
  private func text(_ error: any Error) -> String {
    ErrorReport(describing: error).text(for: Terminal(isTerminal: false))
  }

  @Test func anUnknownSettingProposesANearOne() {
    #expect(
      text(SettingError.unknown("timezon", suggestion: "timeZone")) == """
        plantguide: error: there is no setting 'timezon'
        hint: did you mean 'timeZone'?

        """)
    #expect(
      text(SettingError.unknown("moon", suggestion: nil)) == """
        plantguide: error: there is no setting 'moon'
        hint: see 'plantguide settings list' for all settings

        """)
  }

  @Test func aNewerSettingIsLeftAlone() {
    #expect(
      text(SettingError.newer("moonPhase")) == """
        plantguide: error: the setting 'moonPhase' belongs to a newer program; \
        nothing was written
        hint: install the newer program to change it

        """)
  }

  @Test func aBadValueSaysWhatItMustBe() {
    let error = SettingError.badValue(
      key: "reminderDays", value: "31",
      expectation: "a whole number from 0 to 30")
    #expect(
      text(error) == """
        plantguide: error: '31' is not a value of 'reminderDays'; nothing was \
        written
        hint: it must be a whole number from 0 to 30

        """)
  }

  @Test func anUnknownZoneProposesThoseNear() {
    let error = SettingError.unknownZone(
      "Pariss", suggestions: ["Europe/Paris", "America/Paramaribo"])
    #expect(
      text(error) == """
        plantguide: error: this system has no time zone 'Pariss'; nothing was \
        written
        hint: did you mean 'Europe/Paris' or 'America/Paramaribo'?

        """)
    #expect(
      text(SettingError.unknownZone("Mars", suggestions: [])) == """
        plantguide: error: this system has no time zone 'Mars'; nothing was \
        written
        hint: give an IANA name such as Europe/Paris

        """)
  }

  @Test func aBrokenSettingsFileSaysWhatToDo() {
    let error = StorageError.settingsFile(
      path: "/home/ada/settings.json", reason: "is not one JSON object")
    #expect(
      text(error) == """
        plantguide: error: /home/ada/settings.json: is not one JSON object
        hint: correct it, or remove it: this machine's settings then have \
        their defaults

        """)
  }
}
