internal import JournalExchange
internal import TerminalKit

extension Command {
  static let importCSV = Command(
    definition: CommandDefinition(
      path: ["import", "csv"],
      summary: "Add the plants, or set the schedules, of a table",
      arguments: [.importedFile], options: GlobalOptions.writing,
      examples: [
        "plantguide import csv plants.csv --dry-run",
        "plantguide import csv plants.csv",
      ],
      discussion:
        "The first line names the columns, in any order: those of 'export csv', "
        + "and the names that people give them, such as name, species, location, tags, "
        + "bought, 'last watered' and 'watering every' (days). Columns that are not known are reported.\n\n"
        + "Every line is taken, or none. A plant that is there already, by its id or nickname, "
        + "is passed over where it is equal and refused where it differs. Rooms that do not exist are made.\n\n"
        + "A table with the columns kind and intervalDays holds schedules of plants that are there. "
        + "The tables of rooms and of history are for people to read, and refused.",
      section: .data, isWriting: true)
  ) { context in
    try context.importTable(try context.importInput())
  }
}

extension CommandContext {
  /// Adds the plants, or sets the schedules, of a table.
  mutating func importTable(_ input: [UInt8]) throws {
    guard !ScheduleTable.isOne(input) else {
      return try importSchedules(input)
    }
    let progress = progress()
    progress.begin("reading", .bytes, of: input.count)
    let table = try PlantTable(csv: input, zone: try inputZone()) {
      progress.advance(to: $0)
    }
    progress.end()
    try add(
      table.plants, table.columns,
      remarks: Self.remarks(onUnknown: table.unknownColumns))
  }

  private static func remarks(onUnknown columns: [String]) -> [String] {
    guard !columns.isEmpty else { return [] }
    let names = columns.prefix(mostColumnsNamed).map {
      "'\(SafeText.shown($0))'"
    }
    let more = columns.count - names.count
    return [
      "columns not known: " + names.joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : "")
    ]
  }

  private static let mostColumnsNamed = 20

  private mutating func importSchedules(_ input: [UInt8]) throws {
    let progress = progress()
    progress.begin("reading", .bytes, of: input.count)
    let table = try ScheduleTable(csv: input) { progress.advance(to: $0) }
    let report = try write { session, report in
      progress.begin("setting", .schedules, of: table.count)
      let importer = ScheduleImporter(table: table)
      let summary = try importer.run(&session) {
        progress.advance(to: $0)
      }
      report.add(
        .set,
        "\(Phrase.count(summary.set, "schedule")); "
          + "\(summary.unchanged) there already")
      report.lines += Self.remarks(onUnknown: table.unknownColumns)
    }
    progress.end()
    try self.report(report)
  }
}
