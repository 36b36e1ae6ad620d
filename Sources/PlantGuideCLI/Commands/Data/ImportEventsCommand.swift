internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalDoctor
internal import JournalEvents
internal import JournalExchange
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import TerminalKit

extension Command {
  static let importEvents = Command(
    definition: CommandDefinition(
      path: ["import", "events"],
      summary: "Take over events that 'export events' wrote",
      arguments: [.importedFile],
      options: [.merge] + GlobalOptions.writing,
      examples: ["plantguide import events events.jsonl"],
      discussion:
        "Adds events that 'export events' wrote. Existing events change nothing, so you can run an import again after an error. "
        + "The summary lists the new events by device or person, as 'sync' does. It names plants that left, changes that lost against others, and names that several plants or rooms have.",
      section: .data, isWriting: true)
  ) { context in
    try context.importEvents(try context.importInput())
  }
}

extension OptionDefinition {
  static let merge = Flag(
    "merge", help: "Join the events of another journal")
}

extension CommandContext {
  /// Rewrites the data file if the new events erase something; a failure is
  /// reported as a warning.
  func removeErasedBytes() {
    guard !isDryRun else { return }
    afterStoring(or: ()) { _ = try journal.removeErasedBytes() }
  }

  /// Does further work or asks once something is stored. That stays, so a
  /// failure of the work is a warning.
  func afterStoring<R>(or fallback: R, _ body: () throws -> R) -> R {
    do {
      return try body()
    } catch {
      warnings.add(ErrorReport(ErrorFacts(of: error)))
      return fallback
    }
  }

  /// Imports events and prints their number and contents.
  mutating func importEvents(_ input: Input) throws {
    var request = ReceiveRequest(
      isMerging: arguments[.merge], lines: input.open)
    request.byteCount = input.byteCount
    let progress = progress()
    progress.begin("receiving", .bytes, of: input.byteCount)
    request.progress = progress.advance
    let receipt: Receipt
    do {
      defer { progress.end() }
      receipt = try journal.receive(request, mode)
    }
    guard case .received(let events)? = receipt.changes.first else { return }
    removeErasedBytes()
    let isDryRun = isDryRun
    let (names, conflicts) = afterStoring(or: (NewsNames(), [])) {
      (
        try journal.names(
          of: events.forkedWriters.union(events.news.keys),
          in: events.news.values),
        isDryRun || events.new == 0 ? [] : try journal.nameConflicts()
      )
    }
    guard !wantsJSON else {
      return try printJSON {
        $0.received(
          events, names, conflicts, .commandLine, isDryRun: isDryRun)
      }
    }
    for line in events.lines(
      names, .commandLine, isDryRun: isDryRun)
    { try print(line) }
    try print(conflicts)
    try printDryRun()
  }
}
