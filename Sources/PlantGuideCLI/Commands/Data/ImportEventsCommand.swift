internal import Encodings
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
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
        "All events are taken, or none; those held already change nothing.",
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
  /// Takes over events and says how many.
  mutating func importEvents(_ input: [UInt8]) throws {
    let isDryRun = isDryRun
    let result =
      isDryRun
      ? try journal.rehearse { try receive(input, into: $0, isRehearsal: true) }
      : try receive(input, into: try openJournal(.readWrite))
    guard !wantsJSON else {
      return try printJSON { $0.receiveResult(result, isDryRun: isDryRun) }
    }
    try print(
      Deed("receive", "received").sentence(
        "\(result.received) events, \(result.duplicates) held already",
        isDryRun: isDryRun))
    for writer in result.forkedWriters.sorted() {
      try print(
        "writer \(writer) has written in two places; both branches are kept")
    }
    if isDryRun {
      try print(terminal.styled("dry run: nothing was written", .hint))
    }
  }

  private func receive(
    _ input: [UInt8], into journal: Journal, isRehearsal: Bool = false
  ) throws -> ReceiveResult {
    let progress = progress()
    progress.begin("receiving", .bytes, of: input.count)
    defer { progress.end() }
    var lines = InputLines(input)
    var number = 0
    do {
      return try journal.receive(
        merging: arguments[.merge], requiringJournal: true,
        isRehearsal: isRehearsal
      ) { isRepeated in
        if isRepeated { lines = InputLines(input) }
        guard let line = lines.next() else { return nil }
        number = line.number
        progress.advance(to: line.range.upperBound)
        return try EventExport.read(try line.json(in: input))
      }
    } catch let error where Self.isAboutLine(error) {
      throw LineError(line: number, underlying: error)
    }
  }

  /// Which errors of an import are a line's fault.
  private static func isAboutLine(_ error: any Error) -> Bool {
    error is FieldError || error is JSONError || error is ReceiveError
  }
}

extension JSONWriter {
  fileprivate mutating func receiveResult(
    _ result: ReceiveResult, isDryRun: Bool
  ) {
    object { writer in
      if isDryRun { writer.member("dryRun") { $0.bool(true) } }
      writer.member("received") { $0.integer(result.received) }
      writer.member("duplicates") { $0.integer(result.duplicates) }
      writer.member("forkedWriters") { writer in
        writer.array { writer in
          for id in result.forkedWriters.sorted() {
            writer.string(id.description)
          }
        }
      }
    }
  }
}
