/// Collects words and their occurrences, and writes them as a ``WordTable``.
struct WordTableBuilder {
  private var numbers: [WordKey: UInt32] = [:]
  private var occurrences: [(word: UInt32, posting: Posting)] = []

  /// Adds an occurrence of a word.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ posting: Posting) {
    let key = WordKey(bytes: bytes)
    if let number = numbers[key] {
      occurrences.append((number, posting))
    } else {
      let number = UInt32(numbers.count)
      occurrences.append((number, posting))
      // A slice would keep the whole text.
      numbers[WordKey(bytes: ArraySlice(Array(bytes)))] = number
    }
  }

  /// Writes the table's sections.
  func write(to image: inout ImageWriter, firstSection first: Int) {
    typealias Section = WordTable.Section
    let sorted = numbers.sorted { $0.key < $1.key }
    var starts: [UInt32] = [0]
    var heap: [UInt8] = []
    for (key, _) in sorted {
      heap += key.bytes
      starts.append(UInt32(heap.count))
    }
    image.add(first + Section.starts, starts)
    image.add(first + Section.bytes, heap)
    let lengths = sorted.map { min($0.key.bytes.count, WordTable.longestWord) }
    let byLength = Self.byLength(lengths)
    image.add(first + Section.lengthStarts, byLength.starts)
    image.add(first + Section.byLength, byLength.places)
    image.add(
      first + Section.masks,
      byLength.places.map { LetterMask.mask(of: sorted[Int($0)].key.bytes) })
    let postings = sortedPostings(ranks: ranks(of: sorted.map(\.value)))
    image.add(first + Section.postingStarts, postings.starts)
    image.add(first + Section.postings, postings.values)
  }

  /// The places of words by their lengths, and the start of each length.
  private static func byLength(
    _ lengths: [Int]
  ) -> (starts: [UInt32], places: [UInt32]) {
    let places = lengths.indices.sorted {
      (lengths[$0], $0) < (lengths[$1], $1)
    }
    var starts = [UInt32](repeating: 0, count: WordTable.longestWord + 2)
    for length in lengths { starts[length + 1] += 1 }
    for index in starts.indices.dropFirst() {
      starts[index] += starts[index - 1]
    }
    return (starts, places.map { UInt32($0) })
  }

  /// For each word's number, its place in the sorted table.
  private func ranks(of sortedNumbers: [UInt32]) -> [Int] {
    var ranks = [Int](repeating: 0, count: sortedNumbers.count)
    for (rank, number) in sortedNumbers.enumerated() {
      ranks[Int(number)] = rank
    }
    return ranks
  }

  // A counting sort: the occurrences of a word keep their order.
  private func sortedPostings(
    ranks: [Int]
  ) -> (starts: [UInt32], values: [UInt32]) {
    var starts = [UInt32](repeating: 0, count: ranks.count + 1)
    for occurrence in occurrences {
      starts[ranks[Int(occurrence.word)] + 1] += 1
    }
    for index in starts.indices.dropFirst() {
      starts[index] += starts[index - 1]
    }
    var next = starts
    var values = [UInt32](repeating: 0, count: occurrences.count)
    for occurrence in occurrences {
      let rank = ranks[Int(occurrence.word)]
      values[Int(next[rank])] = occurrence.posting.rawValue
      next[rank] += 1
    }
    return (starts, values)
  }
}

/// A word as a key: only its bytes count, not their meaning as text.
private struct WordKey: Hashable, Comparable {
  let bytes: ArraySlice<UInt8>

  func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  static func < (left: WordKey, right: WordKey) -> Bool {
    left.bytes.withUnsafeBytes { left in
      right.bytes.withUnsafeBytes { right in
        left.lexicographicallyPrecedes(right)
      }
    }
  }
}
