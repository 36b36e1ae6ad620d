/// Keeps the best of many matches, in order.
struct BestMatches {
  private let limit: Int?
  private(set) var results = SearchResults()

  /// - Parameter limit: How many to keep; `nil` for all.
  init(limit: Int?) {
    self.limit = limit
  }

  /// Whether what ranks there would be left out: all places are taken by
  /// better matches.
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
