/// Tells which names a search could need, one name at a time and without
/// tables.
///
/// Tables pay where they are searched more than once. For a single search of
/// what changes all the time, making them of the names that this lets pass
/// costs a fraction of making them of all, and finds the same: names in which
/// there is anything, of documents whose names have all of it.
public struct NamePrefilter: Sendable {
  private let words: [WordPattern]
  private let whole: WordPattern

  /// Creates a prefilter for a query.
  public init(_ query: SearchQuery) {
    // What may be meant as an abbreviation may be meant as a word as well.
    words = (query.withoutAbbreviation ?? query).words.map(WordPattern.init)
    whole = WordPattern(query.whole)
  }

  /// What a search for the query could find in `name`.
  public func finding(in name: FoldedText) -> Finding {
    var finding = Finding()
    guard !words.isEmpty else { return finding }
    let bytes = name.bytes.span.bytes
    finding.isWhole = whole.isNear(bytes)
    for place in words.indices {
      let pattern = words[place]
      for word in name.words
      where pattern.isNear(bytes.extracting(word.bytes)) {
        finding.words |= 1 << UInt16(place)
        break
      }
    }
    return finding
  }

  /// Whether a document could be found in whose names this was found.
  public func admits(_ finding: Finding) -> Bool {
    let all = UInt16(truncatingIfNeeded: (1 << words.count) - 1)
    return finding.isWhole || (all != 0 && finding.words == all)
  }
}

extension NamePrefilter {
  /// What of a query may be in a name, or in several of one document.
  public struct Finding: Sendable, Hashable {
    /// The words of the query, a bit each.
    fileprivate var words: UInt16 = 0
    /// Whether the name may be the query as a whole.
    fileprivate var isWhole = false

    /// Finds nothing.
    public init() {}

    /// Whether there is nothing.
    public var isEmpty: Bool { words == 0 && !isWhole }

    /// Adds what was found in another name.
    public mutating func formUnion(_ other: Finding) {
      words |= other.words
      isWhole = isWhole || other.isWhole
    }
  }
}

/// A word of a query, to be compared with others one by one. A class, as a
/// pattern has lists, each of which would be retained for each comparison.
final class WordPattern: Sendable {
  private let word: QueryWord
  private let counter: EditDistance?

  init(_ word: QueryWord) {
    self.word = word
    guard word.allowedEdits > 0 else {
      counter = nil
      return
    }
    var counter = EditDistance()
    counter.setWord(word.bytes.span.bytes)
    self.counter = counter
  }

  /// Whether the word begins `other`, or is as few typing errors away from it
  /// or its beginning as are allowed.
  func isNear(_ other: RawSpan) -> Bool {
    if other.begins(with: word.bytes) { return true }
    if word.mayStandInside, other.contains(word.bytes) { return true }
    guard let counter else { return false }
    let allowed = word.allowedEdits
    let length = other.withUnsafeBytes { $0.letterCount }
    let isTooShort = length + allowed < word.letterCount
    let isTooLong = length > word.letterCount + allowed
    let mayBeLonger = word.allowedEditsInPrefix > 0
    guard !isTooShort, !isTooLong || mayBeLonger else { return false }
    let missing =
      word.mask & ~other.withUnsafeBytes { LetterMask.mask(of: $0) }
    guard missing.nonzeroBitCount <= allowed else { return false }
    // A beginning that is longer by more than an edit is not an edit away.
    let near = other.extracting(
      first: isTooLong ? word.bytes.count + 4 : other.byteCount)
    let edits = counter.edits(to: near, atMost: allowed)
    return (!isTooLong && edits.whole <= allowed)
      || (mayBeLonger && edits.prefix <= word.allowedEditsInPrefix)
  }
}
