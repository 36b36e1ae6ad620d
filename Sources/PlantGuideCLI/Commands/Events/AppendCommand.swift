internal import JournalActions
internal import JournalInput
internal import JournalReports
internal import TerminalKit

extension Command {
  static let append = Command(
    definition: CommandDefinition(
      path: ["append"],
      summary: "Append events from standard input, one JSON object per line",
      options: [.asRecorded] + GlobalOptions.writing,
      examples: ["plantguide append --as-recorded < journal.jsonl"],
      discussion: """
        Either all lines are recorded or none. A line is, for example, \
        {"type":"task.completed","plant":"Monty","kind":"watering"}, and \
        schemas/append-line.schema.json describes all of them. If you add a \
        plant with "care":"catalogue" and the match is certain, it takes \
        names and care from the catalogue.
        """,
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
    "as-recorded", help: "Load a history from elsewhere, with its own times")
}
