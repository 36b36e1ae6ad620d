/// How many slips lie between two words: insertions, deletions,
/// substitutions and swaps of neighbours (the optimal string alignment form
/// of Damerau and Levenshtein).
public enum EditDistance {
  /// How many slips a word of this length may have and still be meant.
  public static func allowance(for word: String) -> Int {
    switch word.count {
    case 0...3: 0
    case 4...7: 1
    default: 2
    }
  }

  /// The distance, or `nil` where it is above `limit`.
  ///
  /// - Complexity: O(*m* × *n*) for words of *m* and *n* characters.
  public static func between(
    _ left: String, _ right: String, atMost limit: Int
  ) -> Int? {
    let left = Array(left)
    let right = Array(right)
    guard abs(left.count - right.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let isSame = left[row] == right[column]
        var best = min(
          last[column] + (isSame ? 0 : 1), last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1],
          left[row - 1] == right[column]
        {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      guard let least = current.min(), least <= limit else { return nil }
      beforeLast = last
      last = current
    }
    return last[right.count] <= limit ? last[right.count] : nil
  }
}
