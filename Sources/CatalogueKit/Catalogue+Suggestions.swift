public import SearchEngine

extension Catalogue {
  /// From this confidence on a name is taken for certain.
  public static let certainty = 0.7
  /// How many other plants are suggested.
  public static let suggestionCount = 5

  /// What to make of a name that was given with some confidence (0 to 1), as
  /// an identification gives it.
  ///
  /// Under 0.7 these are the five plants with the nearest names; else the
  /// plant itself and its relatives of the same genus. A cultivar that is not
  /// listed falls back to its species. Authors behind a name do no harm.
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
    // Not listed, or a common name: what comes near, however sure it was.
    let genus = try read(entriesOfGenus(of: name, using: &search))
    return CatalogueSuggestions(
      exact: nil, isSpeciesOfCultivar: false,
      others: genus.isEmpty ? try nearest(to: name, using: &search) : genus)
  }

  /// The entry that has exactly this name, of any kind.
  public func exactEntry(
    _ name: String, using search: inout Search
  ) throws -> Int? {
    let query = try SearchQuery(name)
    let found = try search.matches(for: query, in: tables, limit: 1)
    return found.matches.first { $0.level == .exact }?.document
  }

  /// The relatives of an entry, those of its own species first: its cultivars,
  /// or of a cultivar its species and the others.
  private func nearestRelatives(of entry: Int) throws -> [Int] {
    let relatives = try relatives(of: entry)
    let species = BotanicalName.binomial(of: try scientificName(of: entry))
    let isOwn = try relatives.map {
      try BotanicalName.binomial(of: scientificName(of: $0)) == species
    }
    let paired = zip(relatives, isOwn)
    return paired.filter(\.1).map(\.0) + paired.filter { !$0.1 }.map(\.0)
  }

  /// The name as it is, its species if it is a cultivar, and its first two
  /// words, behind which an author may stand.
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

  /// The entries of the genus that a name begins with, typing errors allowed.
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

/// What a catalogue has to say to a name that somebody or something gave a
/// plant.
public struct CatalogueSuggestions: Sendable, Hashable {
  /// The plant of that name; `nil` where the name is in doubt or unknown.
  public let exact: CatalogueEntry?
  /// Whether ``exact`` is the species of a cultivar that is not listed.
  public let isSpeciesOfCultivar: Bool
  /// The best known plants of its genus; where the name is in doubt, those
  /// whose names are nearest: "Did you mean".
  public let others: [CatalogueEntry]
}
