/// How a name was matched; the earlier is the better.
public enum MatchLevel: UInt8, Sendable, Hashable, CaseIterable, Comparable {
  /// The query is the name.
  case exact
  /// The name begins with the query.
  case prefix
  /// Each word of the query is a word of the names, or begins one.
  case word
  /// As before, but for typing errors.
  case fuzzy

  /// The better is less.
  public static func < (left: MatchLevel, right: MatchLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A document that was found.
public struct SearchMatch: Sendable, Hashable {
  /// The document.
  public let document: Int
  /// Its name that matched best.
  public let name: Int
  /// How it matched.
  public let level: MatchLevel
  /// How many typing errors lie between.
  public let edits: Int

  /// Its place among all matches: the lower is first, and no two are equal.
  let rank: UInt64
}

/// What a search found.
public struct SearchResults: Sendable, Hashable {
  /// The best matches, best first.
  public internal(set) var matches: [SearchMatch] = []
  /// How many documents matched, those beyond the limit included.
  public internal(set) var total = 0

  /// Whether nothing matched.
  public var isEmpty: Bool { matches.isEmpty }
}
