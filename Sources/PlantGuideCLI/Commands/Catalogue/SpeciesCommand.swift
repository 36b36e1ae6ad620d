internal import Catalogue
internal import CatalogueStore
internal import Encodings
internal import JournalCare
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

extension Command {
  static let species = Command(
    definition: CommandDefinition(
      path: ["species"],
      summary: "Show what the catalogue knows of a plant",
      arguments: [
        ArgumentDefinition(
          name: "NAME", isRepeatable: true, completion: .species,
          help: "Any of its names")
      ],
      options: GlobalOptions.inspecting,
      examples: [
        "plantguide species monstera deliciosa",
        "plantguide species african violet",
      ], section: .catalogue)
  ) { context in
    let name = context.arguments.positional.joined(separator: " ")
    let plant = try context.species(name)
    let details = SpeciesDetails(
      plant: plant, profile: try context.careProfile(of: plant),
      relatives: try context.relatives(of: plant),
      owned: try context.ownedCount(of: plant.entry),
      units: try context.inputUnits())
    guard !context.wantsJSON else {
      return try context.printJSON { $0.speciesDetails(details) }
    }
    try context.print(details)
  }
}

/// All that `species` shows.
private struct SpeciesDetails {
  let plant: FoundPlant
  let profile: CareProfile?
  /// The scientific names of the best known of its genus.
  let relatives: [String]
  /// How many present plants of the collection have its scientific name.
  let owned: Int
  let units: MeasurementUnits
}

extension CommandContext {
  /// The one plant that a name means: that which is called so, else the only
  /// one that matches.
  fileprivate func species(_ name: String) throws -> FoundPlant {
    let (plants, total) = try search(name, limit: 5)
    guard let first = plants.first else { throw NotInCatalogue(name: name) }
    guard first.match.level == .exact || total == 1 else {
      throw AmbiguousSpecies(
        name: name, candidates: plants.map(\.entry.scientificName))
    }
    return first
  }

  fileprivate func relatives(of plant: FoundPlant) throws -> [String] {
    guard plant.isImported else {
      return try BundledCatalogue.catalogue().relatives(
        ofEntry: plant.entry.number)
    }
    return try readImportedCatalogue { catalogue in
      try catalogue.relatives(ofEntry: plant.entry.number)
    } ?? []
  }

  /// How many present plants of the collection have a scientific name.
  fileprivate func ownedCount(of entry: CatalogueEntry) throws -> Int {
    let journal = try openJournal(.readOnly)
    let name = NameIndex.fold(entry.scientificName)
    return try journal.read { transaction in
      let entries = try journal.projections.nameIndex.entries(
        named: name, in: transaction)
      let present = entries.filter { $0.role == .other && !$0.isRemoved }
      return Set(present.map(\.plant)).count
    }
  }

  fileprivate mutating func print(_ details: SpeciesDetails) throws {
    let entry = details.plant.entry
    try print(
      terminal.styled(SafeText.shown(entry.scientificName), .heading))
    var facts = [
      ("common names", entry.commonNames.joined(separator: ", ")),
      ("formerly", entry.synonyms.joined(separator: ", ")),
      ("family", entry.family), ("category", entry.category),
    ]
    facts +=
      details.profile?.lines(in: details.units).map { ($0.need, $0.text) }
      ?? []
    facts += [
      ("relatives", details.relatives.joined(separator: ", ")),
      ("you have", details.owned == 0 ? "none" : "\(details.owned)"),
    ]
    for (label, text) in facts where !text.isEmpty {
      let padding = String(repeating: " ", count: max(0, 14 - label.count))
      try print("\(label)\(padding)\(SafeText.shown(text))")
    }
    if let profile = details.profile {
      try print(
        terminal.styled("The care is \(profile.origin(of: entry)).", .dim))
    }
  }
}

extension Catalogue {
  /// The scientific names of the best known plants of an entry's genus.
  fileprivate func relatives(ofEntry number: Int) throws -> [String] {
    try relatives(of: number).prefix(8).map { try scientificName(of: $0) }
  }
}

extension JSONWriter {
  fileprivate mutating func speciesDetails(_ details: SpeciesDetails) {
    object { writer in
      writer.species(details.plant.entry)
      writer.member("isImported") { $0.bool(details.plant.isImported) }
      writer.member("careProfile") { writer in
        guard let profile = details.profile else { return writer.null() }
        writer.careProfile(profile)
      }
      writer.member("relatives") { writer in
        writer.array { writer in
          for name in details.relatives { writer.string(name) }
        }
      }
      writer.member("owned") { $0.integer(details.owned) }
    }
  }
}
