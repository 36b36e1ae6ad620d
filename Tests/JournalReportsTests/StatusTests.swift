import JournalActions
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalReports

/// Tests of the line for a prompt or a bar.
@Suite struct StatusTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The journal on a day after Tuesday, 10 March 2026.
  private func journal(after days: Int64 = 0) -> CareJournal {
    CareJournal(
      at: directory.path + "/home", program: "test",
      clock: Instant(milliseconds: 1_773_144_000_000 + days * 86_400_000),
      timeZone: "Europe/Berlin")
  }

  private func add(_ name: String, every interval: Int) throws {
    var plant = NewPlant(scientificName: "Monstera deliciosa")
    plant.nickname = name
    plant.wateringInterval = interval
    _ = try journal().add(plant)
  }

  private func status(after days: Int64) throws -> StatusView {
    try journal(after: days).read { try $0.statusView() }
  }

  private func text(_ format: String, after days: Int64) throws -> String {
    try StatusFormat(format).text(of: try status(after: days))
  }

  @Test func theNextTaskIsTheMostOverdueAndThenTheFirstByName() throws {
    try add("Monty", every: 3)
    try add("Jade", every: 3)
    try add("Fern", every: 20)
    let format = "{overdue}/{today}/{upcoming} {plant} {when} {state}"
    #expect(try text(format, after: 0) == "0/0/4 Jade in 3 d clear")
    #expect(try text(format, after: 3) == "0/2/4 Jade today due")
    #expect(
      try text(format, after: 5) == "2/0/4 Jade 2 days late overdue")
    _ = try journal(after: 5).recordCare(
      CareRequest(PlantChoice(names: ["Jade"]), kind: .watering))
    #expect(
      try text(format, after: 5) == "1/0/4 Monty 2 days late overdue")
    #expect(
      try status(after: 5).words
        == "1 overdue, 4 in 7 days; next: water Monty (2 days late)")
  }

  @Test func theNextTaskMayLieBeyondTheComingDays() throws {
    try add("Fern", every: 20)
    #expect(
      try status(after: 0).words
        == "nothing due, 0 in 7 days; next: water Fern (in 20 d)")
  }

  @Test func bracesAroundOtherThanWordsStay() throws {
    let view = try status(after: 0)
    for (format, text) in [
      ("{due} {{due}} { due }", "0 {0} { due }"), ("\\{due}\\n", "{due}\n"),
      ("{", "{"), ("\\", "\\"), ("\\\\n", "\\n"),
      ("{\"a\":{due}}", "{\"a\":0}"),
    ] { #expect(try StatusFormat(format).text(of: view) == text) }
    #expect(throws: UnknownPlaceholder(word: "late")) {
      try StatusFormat("{late}")
    }
  }
}
