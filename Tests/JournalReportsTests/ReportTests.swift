import Encodings
import ErrorKit
import JournalActions
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalReports
@testable import JournalSync

/// Tests of reports, in a neutral wording.
@Suite struct ReportTests {
  private static let wording = Wording(
    remedy: { "<\($0)>" }, filter: { text, _ in text },
    edit: { "<bring back \($0.lost.type)>" })
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func journal(at minutes: Int64 = 0) -> CareJournal {
    CareJournal(
      at: directory.path + "/home", program: "test",
      clock: Instant(milliseconds: 1_773_144_000_000 + minutes * 60_000),
      timeZone: "Europe/Berlin")
  }

  private func json(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func addMonty(_ journal: CareJournal) throws -> Receipt {
    var plant = NewPlant(scientificName: "Monstera deliciosa")
    plant.nickname = "Monty"
    plant.wateringInterval = 7
    return try journal.add(plant)
  }

  private func water(
    _ journal: CareJournal, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try journal.recordCare(
      CareRequest(PlantChoice(names: ["Monty"]), kind: .watering), mode)
  }

  @Test func aReceiptSaysWhatWasDoneOrWouldBe() throws {
    let added = WriteReport(try addMonty(journal()), Self.wording)
    let id = try #require(added.made.first?.shortID)
    #expect(
      added.lines == [
        "added Monty (\(id))", "first due Tue 17 Mar: watering",
      ])
    let rehearsed = WriteReport(
      try water(journal(at: 1), .rehearse), Self.wording)
    #expect(
      rehearsed.lines == [
        "would do watering: Monty (\(id)), next due Tue 17 Mar"
      ])
    let verb = Verb("water", "watered")
    let watered = WriteReport(
      try water(journal(at: 2)), Self.wording, care: verb)
    #expect(watered.lines == ["watered Monty (\(id)), next due Tue 17 Mar"])
  }

  @Test func theJSONOfARehearsalHasNoIDsAndNoUndo() throws {
    _ = try addMonty(journal())
    let report = WriteReport(
      try water(journal(at: 1), .rehearse), Self.wording)
    let text = json { $0.writeReport(report, undo: "take it back") }
    let line = try #require(report.lines.first)
    #expect(
      text == #"{"dryRun":true,"actions":[],"made":[],"undo":null,"lines":[""#
        + line + #""]}"#)
  }

  @Test func anEventSaysWhenAndWhatHappened() throws {
    let made = try addMonty(journal()).actions
    #expect(made.count == 1)
    _ = try journal(at: 90).change(
      PlantRequest(
        PlantChoice(names: ["Monty"]), .note("A new\nleaf\u{202E}")))
    var lines: [String] = []
    try journal(at: 91).read { snapshot in
      let household = try snapshot.household()
      let everything = HistoryQuery(of: PlantChoice(names: ["Monty"]))
      _ = try snapshot.forEachEvent(everything) { entry in
        lines.append(
          try snapshot.description(of: entry.event, in: household)
            .line(Self.wording))
      }
    }
    #expect(
      lines.first
        == #"Tue 10 Mar 14:30  Monty  noted: A new ⏎ leaf\u{202E}"#)
    #expect(lines.last?.hasPrefix("Tue 10 Mar 13:00  Monty  ") == true)
  }

  @Test func aSyncIsToldInWordsAndInJSON() throws {
    _ = try addMonty(journal())
    let own = journal(at: 1)
    let folder = directory.path + "/stick"
    let remote = try own.addRemote(
      "stick", at: RemoteAddress(folder, in: "/"))
    let outcome = SyncOutcome(
      remote, Result { try own.sync(with: remote, SyncRequest()) })
    let report = try #require(outcome.report)
    let names = try own.names(in: [report])
    let sent = report.sent.values.reduce(0, +)
    #expect(sent > 0)
    #expect(
      outcome.lines(names, Self.wording, isDryRun: false)
        == ["stick: sent \(sent) events"])
    let text = json { $0.outcome(outcome, names, Self.wording) }
    let value = try JSONReader.parse(Array(text.utf8).span.bytes)
    #expect(value["remote"] == .string("stick"))
    #expect(value["complete"] == .bool(true))
    #expect(value["received"] == .array([]))
  }

  @Test func aFailureIsToldOnceWithItsRemedyInTheWordingOfTheWayIn() throws {
    _ = try addMonty(journal())
    let own = journal(at: 1)
    let remote = try own.addRemote(
      "stick", at: RemoteAddress(directory.path + "/stick", in: "/"))
    let outcome = SyncOutcome(remote, .failure(NoRemote()))
    let names = try own.names(in: [])
    #expect(
      outcome.lines(names, Self.wording, isDryRun: false) == [
        "stick: could not sync: there is no remote to sync with",
        "stick: <addRemote>",
      ])
    #expect(
      json { $0.outcome(outcome, names, Self.wording) }
        == #"{"remote":"stick","error":"there is no remote to sync with"}"#)
  }

  @Test func whatStaysWrongIsNewsOnce() throws {
    let own = journal()
    _ = try addMonty(own)
    let remote = try own.addRemote(
      "stick", at: RemoteAddress(directory.path + "/stick", in: "/"))
    var report = SyncReport()
    report.isReadOnly = true
    let outcome = SyncOutcome(remote, .success(report))
    let names = try own.names(in: [report])
    var news = SyncNews()
    let told = (0..<2).map { _ in news.note(outcome, names, Self.wording) }
    #expect(told == [true, false])
  }
}
