internal import Catalogue
internal import CatalogueStore
internal import SearchEngine

/// The plants of the bundled catalogue that a shell offers.
enum SpeciesCandidates {
  private static let most = 100

  /// Names that begin with what is typed, the best known plants first; none
  /// before anything is typed, as nobody reads through thousands.
  static func names(beginningWith prefix: String) throws -> [Candidate] {
    // What is too long to be looked for is the beginning of no name.
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

  /// What else the plant is called.
  private static func meaning(of match: CatalogueMatch) -> String {
    match.kind == .scientific
      ? match.entry.commonNames.first ?? "" : match.entry.scientificName
  }
}
