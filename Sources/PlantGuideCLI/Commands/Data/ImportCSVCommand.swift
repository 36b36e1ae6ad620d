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
      summary: "Add or change plants, or set schedules, from a table",
      arguments: [.importedFile], options: [.update] + GlobalOptions.writing,
      examples: [
        "plantguide import csv plants.csv --dry-run",
        "plantguide import csv plants.csv",
        "plantguide import csv changes.csv --update --dry-run",
      ],
      discussion: """
        'plantguide help tables' explains columns, days and intervals. The \
        import is all or nothing. If a plant with the id or nickname already \
        exists, an equal line is skipped and a different line is refused. \
        Missing rooms are added. Plants with a scientific name take their \
        care from the catalogue; uncertain matches are reported, and 'adopt' \
        resolves them later.

        With --update, a line that names an existing plant by id, short id or \
        nickname changes it. Other lines add plants. You see the changes and \
        are asked first. An empty cell keeps the old value, and '-' clears \
        it. Notes and care are only added; a plant can leave, but not return.
        """,
      section: .data, isWriting: true)
  ) { context in
    try context.importTable(
      try context.importInput(), updates: context.arguments[.update])
  }
}

extension OptionDefinition {
  fileprivate static let update = Flag(
    "update", help: "Also change existing plants and schedules")
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
