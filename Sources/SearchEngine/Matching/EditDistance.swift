/// Counts the edits between one word and others: insertions, deletions,
/// substitutions and swaps of neighbours (the optimal string alignment form of
/// Damerau and Levenshtein). Letters count, whatever their script.
///
/// The columns of the distance matrix are kept as differences, one bit a row,
/// and each letter of the other word takes about fifteen operations (Hyyrö,
/// "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit
/// Distances", 2003).
public struct EditDistance: Sendable {
  /// The most letters of the word to count from: one bit each.
  static let longestWord = 64

  private var count = 0
  private var last: UInt64 = 0
  /// For each letter of one byte, its places in the word.
  private var places = [UInt64](repeating: 0, count: 128)
  /// The same for the word's few other letters.
  private var otherPlaces: [(letter: UInt32, places: UInt64)] = []

  /// Creates a counter without a word.
  init() {}

  /// Sets the word to count from.
  ///
  /// - Precondition: It has 1 to ``longestWord`` letters.
  mutating func setWord(_ word: RawSpan) {
    for index in places.indices { places[index] = 0 }
    otherPlaces.removeAll(keepingCapacity: true)
    count = 0
    var offset = 0
    while offset < word.byteCount {
      let letter = word.letter(at: &offset)
      let place: UInt64 = 1 << UInt64(count)
      if letter < 0x80 {
        places[Int(letter)] |= place
      } else if let index = otherPlaces.firstIndex(
        where: { $0.letter == letter })
      {
        otherPlaces[index].places |= place
      } else {
        otherPlaces.append((letter, place))
      }
      count += 1
    }
    precondition(1...Self.longestWord ~= count)
    last = 1 << UInt64(count - 1)
  }

  private func places(of letter: UInt32) -> UInt64 {
    if letter < 0x80 { return places[Int(letter)] }
    return otherPlaces.first { $0.letter == letter }?.places ?? 0
  }

  /// Returns the edits to a word, and the fewest to any of its beginnings.
  ///
  /// - Parameters:
  ///   - word: UTF-8.
  ///   - allowed: The most edits of interest. Counting ends once both numbers
  ///     must exceed this; they are then not exact.
  /// - Returns: Both numbers.
  /// - Complexity: O(*n*) for a word of *n* letters, and mostly a few steps for
  ///   a word with little in common.
  func edits(
    to word: RawSpan, atMost allowed: Int = .max
  ) -> (whole: Int, prefix: Int) {
    var positive = ~UInt64(0)
    var negative: UInt64 = 0
    var diagonal: UInt64 = 0
    var previousPlaces: UInt64 = 0
    var score = count
    var best = count
    var offset = 0
    while offset < word.byteCount {
      let here = places(of: word.letter(at: &offset))
      let swapped = ((~diagonal & here) << 1) & previousPlaces
      diagonal =
        ((here & positive) &+ positive) ^ positive | here | negative | swapped
      let rising = negative | ~(diagonal | positive)
      let falling = diagonal & positive
      if rising & last != 0 { score += 1 }
      if falling & last != 0 { score -= 1 }
      best = min(best, score)
      // Each remaining letter removes at most one edit.
      if score - (word.byteCount - offset) > allowed {
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

// MARK: Two texts

extension EditDistance {
  /// Returns the number of edits within which a word is still recognised.
  public static func allowance(for word: String) -> Int {
    switch word.unicodeScalars.count {
    case 0...3: 0
    case 4...7: 1
    default: 2
    }
  }

  /// The distance, or `nil` if it exceeds `limit`, or if more than
  /// ``longestWord`` letters lie between the first and the last edit.
  public static func between(
    _ left: String, _ right: String, atMost limit: Int
  ) -> Int? {
    var (left, right) = (left.unicodeScalars[...], right.unicodeScalars[...])
    // Equal letters at both ends take no edit.
    while let letter = left.first, right.first == letter {
      left.removeFirst()
      right.removeFirst()
    }
    while let letter = left.last, right.last == letter {
      left.removeLast()
      right.removeLast()
    }
    let (fewer, more) =
      left.count < right.count ? (left, right) : (right, left)
    guard more.count - fewer.count <= limit, fewer.count <= longestWord
    else { return nil }
    guard !fewer.isEmpty else { return more.count }
    var distance = EditDistance()
    distance.setWord(Array(Substring(fewer).utf8).span.bytes)
    let other = Array(Substring(more).utf8)
    let edits = distance.edits(to: other.span.bytes, atMost: limit).whole
    return edits <= limit ? edits : nil
  }
}

extension Sequence<UInt8> {
  /// The number of letters in this UTF-8.
  var letterCount: Int { count { $0 & 0xc0 != 0x80 } }
}

extension RawSpan {
  /// The bytes of the letter at `offset` as one number, valid or not; advances
  /// `offset` past it.
  @inline(__always)
  fileprivate func letter(at offset: inout Int) -> UInt32 {
    let first = unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    offset += 1
    var letter = UInt32(first)
    guard first >= 0x80 else { return letter }
    while letter < 0x0100_0000, offset < byteCount {
      let next = unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      guard next & 0xc0 == 0x80 else { break }
      letter = letter << 8 | UInt32(next)
      offset += 1
    }
    return letter
  }
}

/// Guesses the word that a mistyped one was meant to be.
package enum Suggestion {
  /// The candidates nearest to `word`, the nearest first; empty if all are too
  /// different for a typing error.
  package static func nearest(
    to word: String, among candidates: some Sequence<String>,
    atMost count: Int = 1
  ) -> [String] {
    let word = word.lowercased()
    // One error in short words too: a suggestion changes nothing.
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
