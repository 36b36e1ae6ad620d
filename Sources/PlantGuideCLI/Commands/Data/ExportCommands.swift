internal import JournalExchange
internal import JournalFormats
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension Command {
  static let exportJSON = Command(
    definition: CommandDefinition(
      path: ["export", "json"],
      summary: "Write the whole collection as one JSON document",
      options: [.removed, .only] + GlobalOptions.reading,
      examples: [
        "plantguide export json --as-of 2026-03-01 > collection.json",
        "plantguide export json --only today",
      ], section: .data)
  ) { context in
    let parts = try context.arguments[.only]
    let includesRemoved = context.arguments[.removed]
    let bytes = try context.read {
      try $0.exportDocument(
        of: Set(parts.isEmpty ? ExportDocument.Part.allCases : parts),
        includesRemoved: includesRemoved)
    }
    try context.output.write(bytes: bytes)
  }

  static let exportEvents = Command(
    definition: CommandDefinition(
      path: ["export", "events"],
      summary: "Write every event, one JSON object per line",
      options: GlobalOptions.inspecting,
      examples: ["plantguide export events > events.jsonl"],
      discussion: "To read them into another journal, use 'plantguide import'.",
      section: .data)
  ) { context in
    let reader = context
    var output = context.output
    let progress = context.progress()
    try reader.read { snapshot in
      try snapshot.exportEvents {
        progress.begin("exporting", .events, of: $0)
      } advancing: {
        progress.advance(to: $0)
      } to: {
        try output.write(bytes: $0)
      }
    }
    progress.end()
    context.output = output
  }

  static let exportCSV = Command(
    definition: CommandDefinition(
      path: ["export", "csv"],
      summary: "Write a table for spreadsheets",
      options: [
        .what, .removed,
      ] + GlobalOptions.readingText,
      examples: [
        "plantguide export csv > plants.csv",
        "plantguide export csv --what schedules > schedules.csv",
      ],
      discussion: """
        The first line names the columns. You can import the tables of plants \
        and schedules again with 'plantguide import csv'. It ignores lastDone \
        and nextDue, which follow from the history.

        Semicolons separate the items of a list, and lines of three dashes \
        separate notes. If a spreadsheet would take a text for a formula, an \
        apostrophe is put before it; 'import csv' removes it again.
        """,
      section: .data)
  ) { context in
    let reader = context
    var output = context.output
    try reader.tellingSteps { progress in
      let export = TableExport(
        try reader.arguments[.what] ?? .plants,
        includesRemoved: reader.arguments[.removed], progress: progress)
      try reader.read { try export.write($0) { try output.write(bytes: $0) } }
    }
    context.output = output
  }
}

extension OptionDefinition {
  fileprivate static let only = RepeatableOption<ExportDocument.Part>(
    "only", value: "PART",
    help: "Write only this part, after the beginning of every export",
    expects: Phrase.list(
      ExportDocument.Part.allCases.map(\.rawValue), joinedBy: "or"))
  fileprivate static let what = Option<ExportedTable>(
    "what", value: "TABLE",
    help: "The table: plants (the default), schedules, rooms, history",
    expects: Phrase.list(
      ExportedTable.allCases.map(\.rawValue), joinedBy: "or"))
}
