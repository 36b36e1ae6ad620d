internal import Catalogue
internal import CatalogueStore
internal import ErrorKit
internal import JournalLog
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

/// A plant that was found in one of the two catalogues.
struct FoundPlant: Sendable {
  let match: CatalogueMatch
  /// Whether it stands in the catalogue that was imported.
  let isImported: Bool

  var entry: CatalogueEntry { match.entry }
}

extension CommandContext {
  /// The catalogue that was imported, which need not exist.
  var importedCatalogue: ImportedCatalogue {
    ImportedCatalogue(home: home.path)
  }

  /// What `body` makes of the imported catalogue; `nil` where there is none,
  /// or where it cannot be read: that is told beside the command's answer, for
  /// which the bundled one is enough.
  func readImportedCatalogue<R>(
    _ body: (borrowing Catalogue) throws -> R
  ) throws -> R? {
    do {
      return try importedCatalogue.read(body)
    } catch  where error is ImageError || error is LMDBError {
      let facts = ErrorFacts(of: error).butGoingOn("it is passed over")
      warnings.add(ErrorReport(facts))
      return nil
    }
  }

  /// Searches the bundled catalogue and, where there is one, the imported:
  /// the better matches first, the bundled first among equals, and each plant
  /// once.
  func search(
    _ text: String, limit: Int?
  ) throws -> (plants: [FoundPlant], total: Int) {
    let query = try SearchQuery(text)
    var search = Search()
    let bundled = try BundledCatalogue.catalogue()
    var (matches, total) = try bundled.matches(
      for: query, using: &search, limit: limit)
    var plants = matches.map { FoundPlant(match: $0, isImported: false) }
    let imported = try readImportedCatalogue { catalogue in
      try catalogue.matches(for: query, using: &search, limit: limit)
    }
    guard let imported else { return (plants, total) }
    (matches, total) = (imported.matches, total + imported.total)
    let known = Set(plants.map(\.entry.scientificName))
    for match in matches {
      if known.contains(match.entry.scientificName) {
        total -= 1
      } else {
        plants.append(FoundPlant(match: match, isImported: true))
      }
    }
    plants = Self.ordered(plants)
    return (limit.map { Array(plants.prefix($0)) } ?? plants, total)
  }

  // Both lists are in order already, and equals must keep theirs.
  private static func ordered(_ plants: [FoundPlant]) -> [FoundPlant] {
    plants.enumerated().sorted { left, right in
      let (first, second) = (left.element.match, right.element.match)
      return (first.level.rawValue, UInt8(clamping: first.slips), left.offset)
        < (second.level.rawValue, UInt8(clamping: second.slips), right.offset)
    }.map(\.element)
  }

  /// The care profile of a plant of either catalogue.
  func careProfile(of plant: FoundPlant) throws -> CareProfile? {
    let bundled = try BundledCatalogue.catalogue()
    guard plant.isImported else {
      return try bundled.careProfile(of: plant.entry.number)
    }
    return try bundled.careProfile(
      genus: plant.entry.genus, family: plant.entry.family,
      category: plant.entry.category)
  }
}

/// That no plant of the catalogue is called anything like it.
struct NotInCatalogue: DescribedError {
  /// What was looked for.
  let name: String

  var facts: ErrorFacts {
    .init(
      .nothingMatched,
      "no plant of the catalogue is called anything like '\(name)'",
      "try fewer or other words; 'plantguide browse' shows what there is")
  }
}

/// That a name could be several plants of the catalogue.
struct AmbiguousSpecies: DescribedError {
  let name: String
  /// The scientific names of the likeliest.
  let candidates: [String]

  var facts: ErrorFacts {
    .init(
      .invalidInput, "'\(name)' could be \(candidates.alternatives)",
      "write one of their names in full")
  }
}
