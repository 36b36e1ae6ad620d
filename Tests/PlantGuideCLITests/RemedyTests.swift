import ErrorKit
import JournalReports
import JournalTime
import Testing

@testable import PlantGuideCLI

/// Tests of the words of remedies on the command line.
struct RemedyTests {
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
