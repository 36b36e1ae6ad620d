/// Guesses which of some words a mistyped one was meant to be.
package enum Suggestion {
  /// The candidates nearest to `word`, the nearest first; none where all are
  /// too different to be a typing error.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>,
    atMost count: Int = 1
  ) -> [String] {
    let word = word.lowercased()
    // One error in short words too: what is proposed is only proposed.
    let limit = max(1, EditDistance.allowance(for: word))
    let ranked = candidates.compactMap { candidate in
      EditDistance.between(word, candidate.lowercased(), atMost: limit)
        .map { (distance: $0, candidate: candidate) }
    }
    let sorted = ranked.sorted {
      ($0.distance, $0.candidate) < ($1.distance, $1.candidate)
    }
    return sorted.prefix(count).map(\.candidate)
  }
}
