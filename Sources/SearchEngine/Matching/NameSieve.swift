/// Tells which names a search could need, one name at a time and without
/// tables.
///
/// Tables pay where they are searched more than once. For a single search of
/// what changes all the time, making them of the names that this lets pass
/// costs a fraction of making them of all, and finds the same.
public struct NameSieve: Sendable {
  fileprivate struct Pattern {
    let word: QueryWord
    let counter: SlipCounter?

    init(_ word: QueryWord) {
      self.word = word
      guard word.allowedSlips > 0 else {
        counter = nil
        return
      }
      var counter = SlipCounter()
      counter.setPattern(word.bytes)
      self.counter = counter
    }
  }

  private let words: [Pattern]
  private let whole: Pattern

  /// Creates a sieve for a query.
  public init(_ query: SearchQuery) {
    // What may be meant as an abbreviation may be meant as a word as well.
    words = (query.withoutAbbreviation ?? query).words.map(Pattern.init)
    whole = Pattern(query.whole)
  }

  /// Whether a search for the query could find anything in `name`.
  public func admits(_ name: String) -> Bool {
    guard !words.isEmpty else { return false }
    let folded = FoldedText(name)
    if whole.isNear(folded.bytes[...]) { return true }
    return folded.words.contains { word in
      let bytes = folded.bytes(of: word)
      return words.contains { $0.isNear(bytes) }
    }
  }
}

extension NameSieve.Pattern {
  /// Whether the word begins `other`, or is as few slips away from it or its
  /// beginning as are allowed.
  fileprivate func isNear(_ other: ArraySlice<UInt8>) -> Bool {
    if other.starts(with: word.bytes) { return true }
    guard let counter else { return false }
    let allowed = word.allowedSlips
    let isTooShort = other.count + allowed < word.bytes.count
    let isTooLong = other.count > word.bytes.count + allowed
    let mayBeLonger = word.allowedSlipsInPrefix > 0
    guard !isTooShort, !isTooLong || mayBeLonger else { return false }
    let missing = word.mask & ~LetterMask.mask(of: other)
    guard missing.nonzeroBitCount <= allowed else { return false }
    // A beginning that is longer by more than a slip is not a slip away.
    let near = Array(other.prefix(word.bytes.count + allowed + 1))
    let slips = counter.slips(to: near.span.bytes)
    return (!isTooLong && slips.whole <= allowed)
      || (mayBeLonger && slips.prefix <= word.allowedSlipsInPrefix)
  }
}
