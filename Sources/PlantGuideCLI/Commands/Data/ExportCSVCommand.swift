internal import JournalExchange
internal import TerminalKit

extension Command {
  static let exportCSV = Command(
    definition: CommandDefinition(
      path: ["export", "csv"],
      summary: "Write a table that spreadsheets read",
      options: [
        Option(
          "what", value: "TABLE",
          completion: .choice(ExportedTable.allCases.map(\.rawValue)),
          help: "Which one: plants (the default), schedules, rooms, history"),
        Flag(
          "removed", help: "Also plants that left the collection"),
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export csv > plants.csv",
        "plantguide export csv --what schedules > schedules.csv",
      ],
      discussion:
        "The first line names the columns. 'import csv' reads the tables of plants and schedules back, every field as it was. "
        + "Lists are parted by semicolons, notes by lines of three dashes. "
        + "A text that a spreadsheet would take for a formula has an apostrophe before it, which 'import csv' takes away again.",
      section: .data)
  ) { context in
    let name = context.arguments.value("what") ?? "plants"
    guard let table = ExportedTable(rawValue: name) else {
      throw UsageError.badValue(
        option: "what", value: name,
        expectation: Wording.list(
          ExportedTable.allCases.map(\.rawValue), joinedBy: "or"))
    }
    context.output = try context.read(
      TableExport(
        table: table, includesRemoved: context.arguments.flag("removed"),
        output: context.output, progress: context.progress()))
  }
}
