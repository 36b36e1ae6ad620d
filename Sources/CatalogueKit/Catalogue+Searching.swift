public import SearchEngine

extension Catalogue {
  /// Returns the plants that match a query, best first, and their number. If
  /// they resemble it only, umlauts are tried in their other spelling.
  ///
  /// - Parameters:
  ///   - query: The query to look for.
  ///   - languages: The languages of the common names that count; empty for
  ///     all. English always counts.
  ///   - search: The searcher, which keeps its memory for the next search.
  ///   - limit: The number of matches to return; `nil` for all.
  /// - Returns: The matches, and the number of all matches.
  /// - Throws: `damaged` if a number in the image is out of range.
  public func matches(
    for query: SearchQuery, in languages: [CatalogueLanguage] = [],
    using search: inout Search, limit: Int? = 20
  ) throws(ImageError) -> (matches: [CatalogueMatch], total: Int) {
    let found = try matches(as: query, in: languages, &search, limit)
    guard found.matches.first.map({ $0.level == .fuzzy }) ?? true else {
      return found
    }
    for other in query.otherSpellings {
      let others = try matches(as: other, in: languages, &search, limit)
      if let first = others.matches.first, first.level < .fuzzy {
        return others
      }
    }
    return found
  }

  private func matches(
    as query: SearchQuery, in languages: [CatalogueLanguage],
    _ search: inout Search, _ limit: Int?
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

/// A plant that a search found, and the name that matched.
public struct CatalogueMatch: Sendable, Hashable {
  /// The plant.
  public let entry: CatalogueEntry
  /// The name that matched best.
  public let name: String
  /// The kind of that name.
  public let kind: CatalogueNameKind
  /// The quality of the match.
  public let level: MatchLevel
  /// The number of typing errors.
  public let edits: Int
  /// The parts of the name that matched, in bytes of its UTF-8.
  public let marks: [Range<Int>]
}
