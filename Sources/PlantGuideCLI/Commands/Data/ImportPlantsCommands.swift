internal import JournalEvents
internal import JournalExchange
internal import JournalProjections

extension Command {
  static let importCSV = Command(
    definition: CommandDefinition(
      path: ["import", "csv"],
      summary: "Add the plants of a table",
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
        + "is passed over where it is equal and refused where it differs. Rooms that do not exist are made.",
      section: .data)
  ) { context in
    try context.importTable(try context.importInput())
  }

  static let importHortusFox = Command(
    definition: CommandDefinition(
      path: ["import", "hortusfox"],
      summary: "Add the plants of a backup of HortusFox",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", completion: .directory,
          help: "Where the backup's ZIP archive was unpacked")
      ],
      options: GlobalOptions.writing,
      examples: [
        "plantguide import hortusfox ~/hf_backup --dry-run",
        "plantguide import hortusfox ~/hf_backup",
      ],
      discussion:
        "Taken over are plants, their locations as rooms, tags, notes, and when each was watered, "
        + "repotted and fertilised last. What else the backup holds is counted, but not taken over.",
      section: .data)
  ) { context in
    try context.importHortusFox(from: context.arguments.positional[0])
  }
}

extension CommandContext {
  /// Adds the plants of a table.
  mutating func importTable(_ input: [UInt8]) throws {
    let progress = progress()
    progress.begin("reading", .bytes, of: input.count)
    let table = try PlantTable(csv: input, zone: try inputZone()) {
      progress.advance(to: $0)
    }
    progress.end()
    var remarks: [String] = []
    if !table.unknownColumns.isEmpty {
      let names = table.unknownColumns.map { "'\(SafeText.shown($0))'" }
      remarks.append("columns not known: \(names.joined(separator: ", "))")
    }
    try add(table.plants, table.columns, remarks: remarks)
  }

  /// Adds the plants of an unpacked backup of HortusFox.
  mutating func importHortusFox(from directory: String) throws {
    var files: [HortusFoxFile: [UInt8]] = [:]
    for file in HortusFoxFile.allCases {
      files[file] = try process.readFileIfPresent(
        "\(directory)/\(file.rawValue)")
    }
    guard files[.plants] != nil else {
      throw ImportInputError.noBackup(directory)
    }
    let backup = try HortusFoxBackup(files, zone: try inputZone())
    let remarks = backup.leftOver.map {
      "not taken over: \($0.count) \($0.name)"
    }
    try add(backup.plants, HortusFoxBackup.columns, remarks: remarks)
  }

  private mutating func add(
    _ plants: [IncomingPlant], _ columns: Set<PlantColumn>, remarks: [String]
  ) throws {
    let progress = progress()
    let report = try write { session, report, journal, transaction in
      progress.begin("adding", .plants, of: plants.count)
      let importer = CollectionImporter(
        journal, plants: plants, columns: columns)
      let summary = try importer.run(&session, in: transaction) {
        progress.advance(to: $0)
      }
      report.add(summary)
      report.lines += remarks
    }
    progress.end()
    try self.report(report)
  }
}

extension WriteReport {
  /// Adds what an import has made.
  fileprivate mutating func add(_ summary: ImportSummary) {
    for plant in summary.added {
      made.append(
        .init(
          type: "plant", id: plant.id.description,
          shortID: ShortID.text(of: plant.id), name: plant.name))
    }
    if summary.added.count <= Self.mostPlantsNamed {
      for plant in summary.added {
        lines.append(
          "added \(SafeText.shown(plant.name)) (\(ShortID.text(of: plant.id)))")
      }
    }
    for room in summary.rooms {
      lines.append("made room \(SafeText.shown(room))")
    }
    lines.append(
      "\(Wording.count(summary.added.count, "plant")) added, "
        + "\(summary.unchanged) there already")
    if summary.withoutSpecies > 0 {
      lines.append(
        "\(Wording.count(summary.withoutSpecies, "plant")) without a scientific "
          + "name, called '\(IncomingPlant.unknownSpecies)'")
    }
  }

  private static let mostPlantsNamed = 20
}
