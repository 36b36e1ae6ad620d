import JournalCare
import JournalEvents
import JournalQueries
import JournalReports
import JournalTime
import TerminalKit
import Testing
import TextKit

@testable import PlantGuideCLI

struct SettingNameTests {
  @Test(arguments: SettingName.all)
  func everySettingIsFoundInAnyCase(name: SettingName) throws {
    #expect(try SettingName(typed: name.key.uppercased()) == name)
  }

  @Test(arguments: SettingName.all)
  func everySettingThatDoesSomethingIsExplained(name: SettingName) {
    #expect(!name.summary.isEmpty)
    #expect(!name.form.expectation.isEmpty)
    let isExplained = SettingName.overview.contains(
      "\(name.key): \(name.summary).")
    #expect(isExplained == name.isUsed)
  }

  @Test func noNameIsTakenTwice() {
    let keys = SettingName.all.map { $0.key.lowercased() }
    #expect(Set(keys).count == keys.count)
  }

  @Test func aNearNameIsProposed() {
    #expect(throws: SettingError.unknown("timezon", suggestion: "timeZone")) {
      try SettingName(typed: "timezon")
    }
    #expect(throws: SettingError.unknown("moonPhase", suggestion: nil)) {
      try SettingName(typed: "moonPhase")
    }
  }

  @Test(arguments: MachineSettingKey.allCases)
  func aMachinesDefaultIsAValueOfItsSetting(key: MachineSettingKey) {
    #expect(key.form.admits(key.defaultValue))
  }

  @Test(arguments: [
    ("europe/paris", ["Europe/Paris"]), ("paris", ["Europe/Paris"]),
    ("new york", ["America/New_York"]), ("Asia/Tokio", ["Asia/Tokyo"]),
    ("Tokio", ["Asia/Tokyo"]), ("Mars/Olympus", []), ("", []),
  ])
  func aNearZoneIsProposed(typed: String, zones: [String]) {
    let all = ["Europe/Paris", "America/New_York", "Asia/Tokyo", "UTC"]
    #expect(TimeZoneRules.suggestions(for: typed, among: all) == zones)
  }

  @Test(arguments: [
    ("less", "less"), ("less -R", "'less -R'"), ("", "''"),
    ("it's", #"'it'\''s'"#), ("$(rm)", "'$(rm)'"), ("a\nb", "'a\nb'"),
  ])
  func aShellReadsAQuotedWordAsItIs(word: String, quoted: String) {
    #expect(ShellQuoting.quoted(word) == quoted)
  }
}
