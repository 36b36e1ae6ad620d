public import SearchEngine

extension Catalogue {
  /// The plants that match a query, best first, and how many there are.
  ///
  /// - Parameters:
  ///   - query: What to look for.
  ///   - languages: The languages of the common names that count; empty for
  ///     all. English always does.
  ///   - search: Keeps its memory from one search to the next.
  ///   - limit: How many to return; `nil` for all.
  /// - Returns: The matches, and how many there are beyond the limit.
  /// - Throws: `damaged` where the image leads nowhere.
  public func matches(
    for query: SearchQuery, in languages: [CatalogueLanguage] = [],
    using search: inout Search, limit: Int? = 20
  ) throws(ImageError) -> (matches: [CatalogueMatch], total: Int) {
    let results = try search.matches(
      for: query, in: tables,
      passingOver: CatalogueNameKind.passedOver(for: languages), limit: limit)
    var matches: [CatalogueMatch] = []
    matches.reserveCapacity(results.matches.count)
    for match in results.matches {
      matches.append(try self.match(match, for: query))
    }
    return (matches, results.total)
  }

  private func match(
    _ match: SearchMatch, for query: SearchQuery
  ) throws(ImageError) -> CatalogueMatch {
    let name = try tables.text(ofName: match.name)
    return CatalogueMatch(
      entry: try entry(match.document), name: name,
      kind: CatalogueNameKind(try tables.kind(ofName: match.name)),
      level: match.level, edits: match.edits, marks: query.marks(in: name))
  }
}

/// A plant that a search found, and by which of its names.
public struct CatalogueMatch: Sendable, Hashable {
  /// The plant.
  public let entry: CatalogueEntry
  /// The name that matched best.
  public let name: String
  /// What kind of name that is.
  public let kind: CatalogueNameKind
  /// How it matched.
  public let level: MatchLevel
  /// How many typing errors lie between.
  public let edits: Int
  /// What of the name matched, in bytes of its UTF-8.
  public let marks: [Range<Int>]
}
