internal import Encodings
internal import JournalActions
internal import JournalExchange
internal import JournalInput
internal import JournalQueries
internal import TerminalKit

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
        + "With --update, lines that name a plant that is there, by its id or else its nickname, change it, and the others are added. "
        + "What changes is shown and asked about. An empty cell leaves its field alone, and '-' clears it. "
        + "Notes and care are added and never taken away; a plant can leave, and does not come back. "
        + "So a table of 'export csv' can be changed in a spreadsheet and imported again.\n\n"
        + "Days are read as 2023-12-25, 2023/12/25, 25.12.2023 (with points the day comes first), 12/25/2023 or '25 Dec 2023'; "
        + "03/04/2023 could be two days and is refused. How often may be a number of days, weekly or 'every 2 weeks'.\n\n"
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
        try imported(request, mode), updates: updates,
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

  /// Shows what a table does, and asks about it; `nil` where it changes no
  /// plant that is there.
  private mutating func agreed(
    to request: TableImport
  ) throws -> ImportReceipt? {
    let shown = try imported(request, .rehearse)
    guard !shown.differences.isEmpty else { return nil }
    if !wantsJSON {
      for line in WriteReport(shown, updates: true).lines { try print(line) }
    }
    let count = Phrase.count(
      shown.differences.count, shown.schedules == nil ? "plant" : "schedule")
    try confirm("Change \(count)?")
    return shown
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

extension PlantDifference {
  /// The difference in words: the plant, and each field before and after.
  fileprivate var lines: [String] {
    func shown(_ text: String) -> String {
      let lines = text.split(whereSeparator: \.isNewline)
      let text = SafeText.shown(lines.joined(separator: " / "))
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
    return [plant.shown]
      + fields.map { field in
        let (old, new) = (shown(field.old), shown(field.new))
        return "  \(field.column): "
          + (field.old.isEmpty
            ? "\(new) (new)"
            : field.new.isEmpty ? "\(old) (cleared)" : "\(old) -> \(new)")
      }
  }
}

extension WriteReport {
  /// What an import has made and changed, and what it did not take over.
  ///
  /// - `isShown`: Whether what it changed was shown already.
  init(_ imported: ImportReceipt, updates: Bool = false, isShown: Bool = false)
  {
    self.init(imported.receipt)
    differences = imported.differences
    let added = made
    if added.count > Self.mostPlantsNamed {
      var others = imported.receipt
      others.changes.removeAll { if case .added = $0 { true } else { false } }
      lines = WriteReport(others).lines
    }
    if !isShown {
      lines.insert(contentsOf: differences.flatMap(\.lines), at: 0)
    }
    for room in imported.rooms {
      add(.make, "room \(SafeText.shown(room))")
    }
    let there =
      imported.hortusFox.map {
        "; \($0.changed) changed, \(imported.unchanged) unchanged"
      } ?? "; \(imported.unchanged) there already"
    let noun = imported.schedules == nil ? "plant" : "schedule"
    let count = imported.schedules ?? added.count
    if updates, differences.isEmpty, count == 0 {
      lines.append("nothing to change\(there)")
    } else if updates, !differences.isEmpty {
      let others =
        imported.schedules == nil && count > 0 ? ", \(count) added" : ""
      add(
        Verb("change", "changed"),
        Phrase.count(differences.count, noun) + others + there)
    } else {
      add(
        imported.schedules == nil ? .add : .set,
        Phrase.count(count, noun) + there)
    }
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
    if let told = imported.hortusFox { add(told) }
    if !imported.leftOver.isEmpty {
      lines.append(
        "not taken over: "
          + imported.leftOver.map { "\($0.name) (\($0.count))" }
          .joined(by: ", "))
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
