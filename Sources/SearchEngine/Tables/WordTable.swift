/// Distinct folded words in the order of their bytes, and their occurrences.
///
/// The masks that a scan for near words reads are ordered by length, so that it
/// skips words that are too long or too short entirely.
struct WordTable: ~Escapable {
  /// The sections of a table, counted from its first.
  enum Section {
    static let starts = 0
    static let bytes = 1
    static let lengthStarts = 2
    static let byLength = 3
    static let masks = 4
    static let postingStarts = 5
    static let postings = 6
  }

  /// The longest word of a table, in bytes.
  static let longestWord = 255

  /// The words' letters, by length.
  let masks: Column<UInt32>
  /// The words by length: their places in the order of bytes.
  let byLength: Column<UInt32>
  /// The start of each length in ``byLength`` and ``masks``.
  private let lengthStarts: Column<UInt32>
  private let starts: Column<UInt32>
  private let heap: Heap
  private let postingStarts: Column<UInt32>
  private let postings: Column<UInt32>

  @_lifetime(copy image)
  init(
    _ image: borrowing ImageReader, firstSection first: Int
  ) throws(ImageError) {
    lengthStarts = try image.column(first + Section.lengthStarts)
    byLength = try image.column(first + Section.byLength)
    masks = try image.column(first + Section.masks)
    starts = try image.column(first + Section.starts)
    heap = try image.heap(first + Section.bytes)
    postingStarts = try image.column(first + Section.postingStarts)
    postings = try image.column(first + Section.postings)
    guard masks.count == byLength.count, starts.count == byLength.count + 1,
      postingStarts.count == starts.count,
      lengthStarts.count == Self.longestWord + 2
    else { throw .damaged }
  }

  /// The number of words.
  var count: Int { byLength.count }

  /// The places of the words of some lengths in ``byLength``.
  func places(ofLengths lengths: ClosedRange<Int>) throws(ImageError)
    -> Range<Int>
  {
    let first = max(0, min(lengths.lowerBound, Self.longestWord))
    let last = max(first, min(lengths.upperBound, Self.longestWord))
    let start = try lengthStarts.place(at: first)
    let end = try lengthStarts.place(at: last + 1)
    guard start <= end, end <= count else { throw .damaged }
    return start..<end
  }

  /// A word's bytes.
  @_lifetime(copy self)
  @inline(__always)
  func word(at index: Int) throws(ImageError) -> RawSpan {
    try heap.bytes(in: starts.range(at: index))
  }

  /// The places of the postings of some words.
  func postings(of words: Range<Int>) throws(ImageError) -> Range<Int> {
    let start = try postingStarts.place(at: words.lowerBound)
    let end = try postingStarts.place(at: words.upperBound)
    guard start <= end, end <= postings.count else { throw .damaged }
    return start..<end
  }

  /// The posting at an index.
  @inline(__always)
  func posting(at index: Int) throws(ImageError) -> Posting {
    Posting(rawValue: try postings.value(at: index))
  }

  /// The words that begin with `prefix`, which are neighbours.
  func words(withPrefix prefix: RawSpan) throws(ImageError) -> Range<Int> {
    let start = try firstWord(notBefore: prefix, orBeginningWithIt: false)
    let end = try firstWord(notBefore: prefix, orBeginningWithIt: true)
    return start..<max(start, end)
  }

  // Bisects the table for the first word that is not before `key` or, with
  // `passing`, not before it nor beginning with it.
  private func firstWord(
    notBefore key: RawSpan, orBeginningWithIt passing: Bool
  ) throws(ImageError) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let order = try word(at: middle).compared(toPrefix: key)
      if order < 0 || (passing && order == 0) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

/// An occurrence of a word: a name, and whether the word is its genus.
struct Posting: RawRepresentable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(name: Int, isGenus: Bool) {
    rawValue = UInt32(name) << 1 | (isGenus ? 1 : 0)
  }

  var name: Int { Int(rawValue >> 1) }
  var isGenus: Bool { rawValue & 1 == 1 }
}

extension RawSpan {
  /// Returns whether these bytes contain others.
  func contains(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= byteCount else { return false }
    return (0...(byteCount - bytes.count)).contains { start in
      holds(bytes, at: start)
    }
  }

  /// Returns whether these bytes begin with others.
  func begins(with bytes: [UInt8]) -> Bool {
    bytes.count <= byteCount && holds(bytes, at: 0)
  }

  private func holds(_ bytes: [UInt8], at start: Int) -> Bool {
    bytes.indices.allSatisfy { offset in
      unsafeLoad(fromByteOffset: start + offset, as: UInt8.self)
        == bytes[offset]
    }
  }

  /// Negative if these bytes sort before `prefix`, zero if they begin with it,
  /// positive if they sort after everything that begins with it.
  func compared(toPrefix prefix: RawSpan) -> Int {
    let shared = Swift.min(byteCount, prefix.byteCount)
    for index in 0..<shared {
      let left = unsafeLoad(fromByteOffset: index, as: UInt8.self)
      let right = prefix.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      if left != right { return left < right ? -1 : 1 }
    }
    return byteCount < prefix.byteCount ? -1 : 0
  }
}
