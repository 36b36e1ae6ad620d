/// Counts the slips between one word and many others: insertions, deletions,
/// substitutions and swaps of neighbours, in the optimal string alignment form
/// of Damerau and Levenshtein.
///
/// The columns of the distance matrix are kept as differences, one bit a row,
/// and each byte of the other word takes about fifteen operations (Hyyrö,
/// "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit
/// Distances", 2003).
struct SlipCounter {
  /// The longest word to count from: one bit a byte.
  static let longestPattern = 64

  private var count = 0
  private var last: UInt64 = 0
  /// For each byte, where it occurs in the pattern.
  private var places = [UInt64](repeating: 0, count: 256)

  /// Sets the word to count from.
  ///
  /// - Precondition: It has 1 to ``longestPattern`` bytes.
  mutating func setPattern(_ pattern: [UInt8]) {
    precondition(!pattern.isEmpty && pattern.count <= Self.longestPattern)
    for index in places.indices { places[index] = 0 }
    for (index, byte) in pattern.enumerated() {
      places[Int(byte)] |= 1 << UInt64(index)
    }
    count = pattern.count
    last = 1 << UInt64(count - 1)
  }

  /// The slips to a word, and the fewest to any of its beginnings.
  ///
  /// - `allowed`: Counting ends where neither can become so few any more;
  ///   what is more than that may be told as any greater number.
  /// - Complexity: O(*n*) for a word of *n* bytes, and mostly a few steps for
  ///   one that has little in common.
  func slips(
    to word: RawSpan, atMost allowed: Int = .max
  ) -> (whole: Int, prefix: Int) {
    var positive = ~UInt64(0)
    var negative: UInt64 = 0
    var diagonal: UInt64 = 0
    var previousPlaces: UInt64 = 0
    var score = count
    var best = count
    for index in 0..<word.byteCount {
      let byte = word.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      let here = places[Int(byte)]
      let swapped = ((~diagonal & here) << 1) & previousPlaces
      diagonal =
        ((here & positive) &+ positive) ^ positive | here | negative | swapped
      let rising = negative | ~(diagonal | positive)
      let falling = diagonal & positive
      if rising & last != 0 { score += 1 }
      if falling & last != 0 { score -= 1 }
      best = min(best, score)
      // Each byte that is left takes away one slip at most.
      if score - (word.byteCount - index - 1) > allowed {
        return (allowed + 1, best)
      }
      let shifted = rising << 1 | 1
      positive = falling << 1 | ~(diagonal | shifted)
      negative = shifted & diagonal
      previousPlaces = here
    }
    return (score, best)
  }
}
