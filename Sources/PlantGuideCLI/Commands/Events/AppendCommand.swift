internal import JournalActions
internal import JournalInput
internal import JournalReports
internal import TerminalKit

extension Command {
  static let append = Command(
    definition: CommandDefinition(
      path: ["append"],
      summary: "Append events from standard input, one JSON object a line",
      options: [.asRecorded] + GlobalOptions.writing,
      examples: ["plantguide append --as-recorded < journal.jsonl"],
      discussion:
        "All lines are taken, or none. 'schemas/append-line.schema.json' describes a line. "
        + "A plant that is added with \"care\":\"catalogue\" takes names and care from there where it is certain.",
      section: .data, isWriting: true)
  ) { context in
    let input = try context.process.standardInput()
    let receipt = try context.journal.append(
      AppendRequest(
        isLoading: context.arguments[.asRecorded],
        catalogues: context.catalogues, lines: input.open),
      context.mode)
    try context.report(WriteReport(ofAppending: receipt, .commandLine))
  }
}

extension OptionDefinition {
  fileprivate static let asRecorded = Flag(
    "as-recorded", help: "Load a history kept elsewhere, with its own times")
}
