internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalExchange
internal import JournalInput
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
        "Events are taken in batches, and those held already change nothing: after an error the same import goes on where it ended.",
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
  /// Writes the data file anew where what came in has erased something; what
  /// keeps that from being done is told.
  func removeErasedBytes() {
    guard !isDryRun else { return }
    do {
      _ = try journal.removeErasedBytes()
    } catch {
      warnings.add(ErrorReport(ErrorFacts(of: error)))
    }
  }

  /// Takes over events and says how many.
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
    guard !wantsJSON else {
      return try printJSON { writer in
        writer.object { writer in
          if isDryRun { writer.member("dryRun", true) }
          writer.member("received", events.new)
          writer.member("duplicates", events.duplicates)
          writer.member("erased", events.erased)
          writer.member(
            "forkedWriters", events.forkedWriters.sorted().map(\.description))
        }
      }
    }
    try print(
      Verb("receive", "received").sentence(
        "\(events.new) events, \(events.duplicates) held already",
        isDryRun: isDryRun))
    if events.erased > 0 {
      try print(
        Verb("erase", "erased").sentence(
          "what \(Phrase.count(events.erased, "event")) said",
          isDryRun: isDryRun))
    }
    for writer in events.forkedWriters.sorted() {
      try print(
        "writer \(writer) has written in two places; both branches are kept")
    }
    if isDryRun {
      try print(terminal.styled("dry run: nothing was written", .hint))
    }
  }
}
