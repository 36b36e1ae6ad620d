internal import Encodings
internal import JournalActions
internal import JournalExchange
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension Command {
  static let importCSV = Command(
    definition: CommandDefinition(
      path: ["import", "csv"],
      summary: "Add or change the plants, or set the schedules, of a table",
      arguments: [.importedFile], options: [.update] + GlobalOptions.writing,
      examples: [
        "plantguide import csv plants.csv --dry-run",
        "plantguide import csv plants.csv",
        "plantguide import csv changes.csv --update --dry-run",
      ],
      discussion:
        "The first line names the columns, in any order: those of 'export csv', "
        + "and the names that people give them, such as name, species, location, tags, "
        + "bought, 'last watered' and 'watering every' (days), or in German Art, Standort, 'Zuletzt gegossen' and 'Gießen alle'. Columns that are not known are reported.\n\n"
        + "Every line is taken, or none. A plant that is there already, by its id or nickname, "
        + "is passed over where it is equal and refused where it differs. Rooms that do not exist are made. "
        + "What the catalogue has for a scientific name is added, care too; what is doubtful is told, and 'adopt' takes it later.\n\n"
        + "With --update, lines that name a plant that is there, by its id, its short id or else its nickname, change it, and the others are added. "
        + "What changes is shown and asked about. An empty cell leaves its field alone, and '-' clears it. "
        + "Notes and care are added and never taken away; a plant can leave, and does not come back. "
        + "So a table of 'export csv' can be changed in a spreadsheet and imported again.\n\n"
        + "Days are read as 2023-12-25, 2023/12/25, 25.12.2023 (with points the day comes first), 12/25/2023 or '25 Dec 2023'; "
        + "03/04/2023 could be two days and is refused. How often may be a number of days, weekly or 'every 2 weeks', or in German 'alle 10 Tage' or wöchentlich.\n\n"
        + "A table with the columns kind and intervalDays holds schedules of plants that are there. "
        + "The tables of rooms and of history are for people to read, and refused.",
      section: .data, isWriting: true)
  ) { context in
    try context.importTable(
      try context.importInput(), updates: context.arguments[.update])
  }
}

extension OptionDefinition {
  fileprivate static let update = Flag(
    "update", help: "Change plants and schedules that are there")
}

extension CommandContext {
  /// Adds or changes the plants, or sets the schedules, of a table.
  mutating func importTable(_ input: Input, updates: Bool = false) throws {
    var request = TableImport(byteCount: input.byteCount, table: input.open)
    request.updates = updates
    request.catalogues = catalogues
    if updates, !arguments[.yes], !isDryRun {
      request.agreed = try agreed(to: request)
    }
    try report(
      WriteReport(
        try imported(request, mode), .commandLine, updates: updates,
        isShown: request.agreed != nil))
  }

  private func imported(
    _ request: TableImport, _ mode: ActionMode
  ) throws -> ImportReceipt {
    var request = request
    return try tellingSteps { progress in
      request.progress = progress
      return try journal.importTable(request, mode)
    }
  }

  /// Shows the changes of a table and asks about them; `nil` if it changes no
  /// existing plant, and adds none that may exist already.
  private mutating func agreed(
    to request: TableImport
  ) throws -> ImportReceipt? {
    let shown = try imported(request, .rehearse)
    guard !shown.differences.isEmpty || !shown.likenesses.isEmpty else {
      return nil
    }
    if !wantsJSON {
      let report = WriteReport(shown, .commandLine, updates: true)
      for line in report.lines { try print(line) }
    }
    let count = Phrase.count(
      shown.differences.count, shown.schedules == nil ? "plant" : "schedule")
    let question =
      shown.likenesses.isEmpty
      ? "Change \(count)?"
      : "Change \(count), and add \(shown.likenesses.count) that may be there?"
    try confirm(question)
    return shown
  }

  /// Runs long work that reports the progress of its steps.
  func tellingSteps<R>(
    _ work: (@escaping WorkProgress) throws -> R
  ) rethrows -> R {
    let progress = progress()
    defer { progress.end() }
    var current: WorkStep?
    return try work { step, done, total in
      if step != current {
        current = step
        switch step {
        case .reading: progress.begin("reading", .bytes, of: total)
        case .checking: progress.begin("checking", .events, of: total)
        case .copyingPhotos: progress.begin("copying", .photos, of: total)
        case .checkingPhotos: progress.begin("checking", .photos, of: total)
        case .adding: progress.begin("adding", .plants, of: total)
        case .setting: progress.begin("setting", .schedules, of: total)
        case .writingPlants: progress.begin("exporting", .plants, of: total)
        case .writingEvents: progress.begin("exporting", .events, of: total)
        }
      }
      progress.advance(to: done)
    }
  }
}
