internal import CatalogueKit
internal import CatalogueStore
internal import SearchEngine
internal import TerminalKit
internal import TextKit

/// The plants of the bundled catalogue that a shell offers.
enum SpeciesCandidates {
  private static let most = 100

  /// Returns names that begin with the typed text, the best known plants first.
  /// Before anything is typed there are none, as nobody reads thousands.
  static func names(beginningWith prefix: String) throws -> [Candidate] {
    // A text that is too long to search for is the beginning of no name.
    guard let query = try? SearchQuery(prefix), !query.isEmpty else {
      return []
    }
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    let found = try catalogue.matches(
      for: query, using: &search, limit: most)
    return found.matches
      .filter { $0.level == .exact || $0.level == .prefix }
      .map { Candidate($0.name, meaning(of: $0)) }
  }

  /// Returns categories, families and genera that begin with the typed text,
  /// with their numbers of plants; before anything is typed, only categories.
  static func groups(beginningWith prefix: String) throws -> [Candidate] {
    let catalogue = try BundledCatalogue.catalogue()
    let beginning = FoldedText(prefix).bytes
    let groupings: [Catalogue.Grouping] =
      beginning.isEmpty ? [.category] : [.category, .family, .genus]
    var found: [Candidate] = []
    for grouping in groupings {
      found += try catalogue.groups(by: grouping)
        .filter { FoldedText($0.name).bytes.starts(with: beginning) }
        .map { Candidate($0.name, Phrase.count($0.entryCount, "plant")) }
    }
    return found
  }

  /// Returns another name of the plant.
  private static func meaning(of match: CatalogueMatch) -> String {
    match.kind == .scientific
      ? match.entry.commonNames.first ?? "" : match.entry.scientificName
  }
}
