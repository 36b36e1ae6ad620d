import ErrorKit
import JournalReports
import JournalTime
import Testing

@testable import PlantGuideCLI

/// Tests of the commands that remedies of services and models name.
struct RemedyTests {
  private static let words: [(Remedy, String)] = [
    (.addModel(orKey: false), "'plantguide model add DIRECTORY' adds a model"),
    (
      .addModel(orKey: true),
      "'plantguide model add DIRECTORY' adds a model, and 'plantguide services set plantnet --key-file FILE' sets a key of Pl@ntNet"
    ),
    (
      .checkModel("leaves"),
      "check it with 'plantguide model check leaves', or add it again"
    ),
    (
      .checkModel(nil),
      "check it with 'plantguide model check', or add it again"
    ),
    (.listModels, "'plantguide model list' has the names"),
    (
      .chooseResult,
      "--choose, by number or name, says which of the results it is"
    ),
    (
      .install("plantguide-identify"),
      "install or build 'plantguide-identify'"
    ),
    (
      .giveKey(service: "x", page: "https://x.org", variable: "X_KEY"),
      "get a key at https://x.org, then set X_KEY or run 'plantguide services set x --key-file FILE'"
    ),
  ]

  @Test(arguments: words)
  func remediesOfServicesAndModelsNameCommands(remedy: Remedy, words: String) {
    #expect(remedy.text() == words)
  }

  @Test(arguments: [
    (60_000, "try again after 60000"), (60_001, "try again after 120000"),
  ])
  func aMomentIsSaidInWholeMinutes(milliseconds: Int64, words: String) {
    let facts = ErrorFacts(
      .network, "busy", .tryAfter(milliseconds: milliseconds))
    var circumstances = ErrorReport.Circumstances()
    circumstances.words = { "\($0.milliseconds)" }
    #expect(ErrorReport(facts, during: circumstances).hint == words)
    circumstances.words = \.rfc3339
    #expect(
      ErrorReport(facts, during: circumstances).hint?.hasSuffix("00Z") == true)
  }
}
