/// The quality of a name's match; the earlier is better.
public enum MatchLevel: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// The query is the name.
  case exact
  /// The name begins with the query.
  case prefix
  /// Each word of the query is a word of the names, or begins one.
  case word
  /// As before, but some words of the query are inside others.
  case inside
  /// As before, but with typing errors.
  case fuzzy

  /// The better level is less.
  public static func < (left: MatchLevel, right: MatchLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A document that was found.
public struct SearchMatch: Sendable, Hashable {
  /// The document.
  public let document: Int
  /// The name that matched best.
  public let name: Int
  /// The quality of the match.
  public let level: MatchLevel
  /// The number of typing errors.
  public let edits: Int

  /// The rank among all matches: the lower is first, and no two are equal.
  let rank: UInt64
}

/// The matches of a search.
public struct SearchResults: Sendable, Hashable {
  /// The best matches, best first.
  public internal(set) var matches: [SearchMatch] = []
  /// The number of documents that matched, including those beyond the limit.
  public internal(set) var total = 0

  /// A Boolean value that indicates whether nothing matched.
  public var isEmpty: Bool { matches.isEmpty }
}

/// Keeps the best of many matches, in order.
struct BestMatches {
  private let limit: Int?
  private(set) var results = SearchResults()

  /// - Parameter limit: The number to keep; `nil` for all.
  init(limit: Int?) {
    self.limit = limit
  }

  /// Returns whether a match of this rank would be left out because better
  /// matches fill all places.
  func isBehind(_ rank: UInt64) -> Bool {
    guard let limit, limit > 0, results.matches.count == limit else {
      return limit == 0
    }
    return results.matches[limit - 1].rank < rank
  }

  /// Counts a match that is left out.
  mutating func countOneMore() { results.total += 1 }

  mutating func add(_ match: SearchMatch) {
    results.total += 1
    guard let limit else {
      results.matches.append(match)
      return
    }
    guard limit > 0 else { return }
    if results.matches.count == limit {
      // Most matches of a long list end here, after one comparison.
      guard match.rank < results.matches[limit - 1].rank else { return }
      results.matches.removeLast()
    }
    var place = results.matches.count
    while place > 0, match.rank < results.matches[place - 1].rank {
      place -= 1
    }
    results.matches.insert(match, at: place)
  }

  /// The results in order.
  consuming func finished() -> SearchResults {
    if limit == nil { results.matches.sort { $0.rank < $1.rank } }
    return results
  }
}
