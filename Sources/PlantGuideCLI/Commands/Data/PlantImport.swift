internal import JournalEvents
internal import JournalExchange
internal import JournalProjections
internal import TerminalKit

extension CommandContext {
  /// Adds plants from elsewhere and says what came of it.
  ///
  /// - `remarks`: What else is to be said.
  mutating func add(
    _ plants: [IncomingPlant], _ columns: Set<PlantColumn>, remarks: [String]
  ) throws {
    let progress = progress()
    let report = try write { session, report in
      progress.begin("adding", .plants, of: plants.count)
      let importer = CollectionImporter(
        plants: plants, columns: columns)
      let summary = try importer.run(&session) {
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
        add(
          .add,
          "\(SafeText.shown(plant.name)) (\(ShortID.text(of: plant.id)))")
      }
    }
    for room in summary.rooms {
      add(.make, "room \(SafeText.shown(room))")
    }
    add(
      .add,
      "\(Phrase.count(summary.added.count, "plant")); "
        + "\(summary.unchanged) there already")
    if summary.withoutSpecies > 0 {
      lines.append(
        "\(Phrase.count(summary.withoutSpecies, "plant")) without a scientific "
          + "name, called '\(IncomingPlant.unknownSpecies)'")
    }
  }

  private static let mostPlantsNamed = 20
}
