internal import JournalActions
internal import JournalExchange
internal import JournalInput
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
        + "is passed over where it is equal and refused where it differs. Rooms that do not exist are made. "
        + "What the catalogue has for a scientific name is added, care too; what is doubtful is told, and 'adopt' takes it later.\n\n"
        + "A table with the columns kind and intervalDays holds schedules of plants that are there. "
        + "The tables of rooms and of history are for people to read, and refused.",
      section: .data, isWriting: true)
  ) { context in
    try context.importTable(try context.importInput())
  }
}

extension CommandContext {
  /// Adds the plants, or sets the schedules, of a table.
  mutating func importTable(_ input: Input) throws {
    var request = TableImport(byteCount: input.byteCount, table: input.open)
    let imported = try tellingSteps { progress in
      request.progress = progress
      request.catalogues = catalogues
      return try journal.importTable(request, mode)
    }
    try report(WriteReport(imported))
  }

  /// Runs long work, which tells how far its steps are.
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

extension WriteReport {
  /// What an import has made, and what it did not take over.
  init(_ imported: ImportReceipt) {
    self.init(imported.receipt)
    let added = made
    if added.count > Self.mostPlantsNamed { lines = [] }
    for room in imported.rooms {
      add(.make, "room \(SafeText.shown(room))")
    }
    add(
      imported.schedules == nil ? .add : .set,
      (imported.schedules.map { Phrase.count($0, "schedule") }
        ?? Phrase.count(added.count, "plant"))
        + "; \(imported.unchanged) there already")
    if imported.withoutSpecies > 0 {
      lines.append(
        "\(Phrase.count(imported.withoutSpecies, "plant")) without a "
          + "scientific name, called '\(IncomingPlant.unknownSpecies)'")
    }
    if !imported.adopted.isEmpty {
      add(
        .adopt,
        "what the catalogue has for \(Phrase.count(imported.adopted.count, "plant"))"
      )
    }
    lines += Notice.lines(left: imported.notAdopted)
    note(unknownColumns: imported.unknownColumns)
    lines += imported.leftOver.map {
      "not taken over: \($0.name) (\($0.count))"
    }
  }

  private static let mostPlantsNamed = 20

  private mutating func note(unknownColumns columns: [String]) {
    guard !columns.isEmpty else { return }
    let names = columns.prefix(Self.mostColumnsNamed).map {
      "'\(SafeText.shown($0))'"
    }
    let more = columns.count - names.count
    lines.append(
      "columns not known: " + names.joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : ""))
  }

  private static let mostColumnsNamed = 20
}
