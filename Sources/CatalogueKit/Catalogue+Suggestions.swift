public import SearchEngine

extension Catalogue {
  /// The confidence from which a name is taken as certain.
  public static let certainty = 0.7
  /// The number of other plants to suggest.
  public static let suggestionCount = 5

  /// Suggests plants for a name with a confidence (0 to 1), as an
  /// identification gives it.
  ///
  /// Below 0.7 these are the five plants with the nearest names; otherwise the
  /// plant itself and relatives of its genus. An unlisted cultivar falls back
  /// to its species. Authors after a name are ignored.
  public func suggestMatches(
    _ name: String, confidence: Double, using search: inout Search
  ) throws -> CatalogueSuggestions {
    guard confidence >= Self.certainty else {
      return CatalogueSuggestions(
        exact: nil, isSpeciesOfCultivar: false,
        others: try nearest(to: name, using: &search))
    }
    for (candidate, isSpecies) in Self.readings(of: name) {
      guard let entry = try exactEntry(candidate, using: &search) else {
        continue
      }
      return CatalogueSuggestions(
        exact: try self.entry(entry), isSpeciesOfCultivar: isSpecies,
        others: try read(nearestRelatives(of: entry)))
    }
    // An unlisted or common name: suggest near names, however certain it is.
    let genus = try read(entriesOfGenus(of: name, using: &search))
    return CatalogueSuggestions(
      exact: nil, isSpeciesOfCultivar: false,
      others: genus.isEmpty ? try nearest(to: name, using: &search) : genus)
  }

  /// The entry with exactly this name, of any kind.
  public func exactEntry(
    _ name: String, using search: inout Search
  ) throws -> Int? {
    let query = try SearchQuery(name)
    let found = try search.matches(for: query, in: tables, limit: 1)
    return found.matches.first { $0.level == .exact }?.document
  }

  /// The relatives of an entry, those of its species first: cultivars and, for
  /// a cultivar, the species.
  private func nearestRelatives(of entry: Int) throws -> [Int] {
    let relatives = try relatives(of: entry)
    let species = BotanicalName.binomial(of: try scientificName(of: entry))
    let isOwn = try relatives.map {
      try BotanicalName.binomial(of: scientificName(of: $0)) == species
    }
    let paired = zip(relatives, isOwn)
    return paired.filter(\.1).map(\.0) + paired.filter { !$0.1 }.map(\.0)
  }

  /// The name itself, its species if it is a cultivar, and its first two words,
  /// which an author may follow.
  private static func readings(
    of name: String
  ) -> [(name: String, isSpecies: Bool)] {
    var readings = [(name, false)]
    if let species = BotanicalName.species(ofCultivar: name) {
      readings.append((species, true))
    } else {
      let binomial = BotanicalName.binomial(of: name)
      if binomial != name { readings.append((binomial, false)) }
    }
    return readings
  }

  private func nearest(
    to name: String, using search: inout Search
  ) throws -> [CatalogueEntry] {
    let query = try SearchQuery(name)
    let found = try search.matches(
      for: query, in: tables, limit: Self.suggestionCount)
    var entries = found.matches.map(\.document)
    if entries.count < Self.suggestionCount {
      let relatives = try entriesOfGenus(of: name, using: &search)
      entries += relatives.filter { !entries.contains($0) }
    }
    return try read(entries)
  }

  /// The entries of the genus that begins a name, allowing for typing errors.
  private func entriesOfGenus(
    of name: String, using search: inout Search
  ) throws -> [Int] {
    let query = try SearchQuery(BotanicalName.genus(of: name))
    let found = try search.matches(for: query, in: tables, limit: 1)
    guard let match = found.matches.first,
      CatalogueNameKind(try tables.kind(ofName: match.name)).language == nil,
      let genus = try groupNumber(.genus, of: match.document)
    else { return [] }
    return try entries(ofGenus: genus)
  }

  private func read(_ numbers: [Int]) throws -> [CatalogueEntry] {
    try numbers.prefix(Self.suggestionCount).map { try entry($0) }
  }
}

/// The catalogue's suggestions for a name given to a plant.
public struct CatalogueSuggestions: Sendable, Hashable {
  /// The plant with that name; `nil` if the name is uncertain or unknown.
  public let exact: CatalogueEntry?
  /// A Boolean value that indicates whether ``exact`` is the species of an
  /// unlisted cultivar.
  public let isSpeciesOfCultivar: Bool
  /// The best known plants of its genus; if the name is uncertain, those with
  /// the nearest names: "Did you mean".
  public let others: [CatalogueEntry]
}
