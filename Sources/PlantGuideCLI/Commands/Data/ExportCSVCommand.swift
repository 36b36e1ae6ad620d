internal import JournalExchange
internal import TerminalKit

extension Command {
  static let exportCSV = Command(
    definition: CommandDefinition(
      path: ["export", "csv"],
      summary: "Write a table that spreadsheets read",
      options: [
        .what, .removed,
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export csv > plants.csv",
        "plantguide export csv --what schedules > schedules.csv",
      ],
      discussion:
        "The first line names the columns. 'import csv' reads the tables of plants and schedules back, but for lastDone and nextDue, which follow from the history. "
        + "Lists are parted by semicolons, notes by lines of three dashes. "
        + "A text that a spreadsheet would take for a formula has an apostrophe before it, which 'import csv' takes away again.",
      section: .data)
  ) { context in
    let export = TableExport(
      table: try context.arguments[.what] ?? .plants,
      includesRemoved: context.arguments[.removed],
      output: context.output, progress: context.progress())
    context.output = try context.read { try export.read($0) }
  }
}

extension OptionDefinition {
  fileprivate static let what = Option<ExportedTable>(
    "what", value: "TABLE",
    help: "Which one: plants (the default), schedules, rooms, history",
    expects: Phrase.list(
      ExportedTable.allCases.map(\.rawValue), joinedBy: "or"))
}
