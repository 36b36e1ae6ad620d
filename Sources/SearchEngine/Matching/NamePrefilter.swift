/// Selects the names that a search could need, one at a time and without
/// tables.
///
/// Tables pay off when searched repeatedly. For a single search of changing
/// names, tables of the names that this selects cost a fraction of tables of
/// all, and give the same results. It selects names that match any word, of
/// documents whose names match every word.
public struct NamePrefilter: Sendable {
  private let words: [WordPattern]
  private let whole: WordPattern

  /// Creates a prefilter for a query.
  public init(_ query: SearchQuery) {
    // A possible abbreviation may also be meant as a word.
    words = (query.withoutAbbreviation ?? query).words.map(WordPattern.init)
    whole = WordPattern(query.whole)
  }

  /// Returns the parts of the query that a search could find in `name`.
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

  /// Returns whether a search could find a document with this finding.
  public func admits(_ finding: Finding) -> Bool {
    let all = UInt16(truncatingIfNeeded: (1 << words.count) - 1)
    return finding.isWhole || (all != 0 && finding.words == all)
  }
}

extension NamePrefilter {
  /// The parts of a query that may be in a name, or in a document's names.
  public struct Finding: Sendable, Hashable {
    /// The words of the query, a bit each.
    fileprivate var words: UInt16 = 0
    /// A Boolean value that indicates whether the name may match as a whole.
    fileprivate var isWhole = false

    /// Creates an empty finding.
    public init() {}

    /// A Boolean value that indicates whether nothing was found.
    public var isEmpty: Bool { words == 0 && !isWhole }

    /// Adds the finding in another name.
    public mutating func formUnion(_ other: Finding) {
      words |= other.words
      isWhole = isWhole || other.isWhole
    }
  }
}

/// A word of a query, to be compared with others one by one. A class, because a
/// structure's lists would be retained for each comparison.
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

  /// Returns whether the word begins `other`, or is within the allowed typing
  /// errors of it or its beginning.
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
    // A beginning longer by more than an edit is not an edit away.
    let near = other.extracting(
      first: isTooLong ? word.bytes.count + 4 : other.byteCount)
    let edits = counter.edits(to: near, atMost: allowed)
    return (!isTooLong && edits.whole <= allowed)
      || (mayBeLonger && edits.prefix <= word.allowedEditsInPrefix)
  }
}
