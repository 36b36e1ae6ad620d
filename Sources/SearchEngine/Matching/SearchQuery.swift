public import ErrorKit

/// A search term, folded and split into words.
///
/// No character is special, except that a full stop after a short first word,
/// with another word after it, makes the first the abbreviation of a genus.
public struct SearchQuery: Sendable {
  /// The longest query in bytes of UTF-8.
  public static let maximumLength = 256
  /// The most words of a query.
  public static let maximumWordCount = 16

  /// The longest beginning that can abbreviate a genus: "Rhaph." has five.
  private static let longestAbbreviation = 5

  let folded: FoldedText
  let words: [QueryWord]
  /// The query as it was typed.
  private let text: String

  /// Reads a query.
  ///
  /// - Throws: `tooLong` or `tooManyWords`, before any work is done on it.
  public init(_ text: String) throws(SearchQueryError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw .tooLong(bytes: text.utf8.count)
    }
    let folded = FoldedText(text)
    guard folded.words.count <= Self.maximumWordCount else {
      throw .tooManyWords(count: folded.words.count)
    }
    self.folded = folded
    self.text = text
    let abbreviates = Self.beginsWithAbbreviation(folded, of: text)
    words = folded.words.enumerated().map { index, word in
      QueryWord(
        folded.bytes(of: word), isAbbreviation: index == 0 && abbreviates)
    }
  }

  private init(_ text: String, _ folded: FoldedText, _ words: [QueryWord]) {
    self.text = text
    self.folded = folded
    self.words = words
  }

  /// The query with its umlauts spelled the other way: "ae" for "ä", and "a"
  /// for "ae", since names have one or the other. Empty if there are none.
  public var otherSpellings: [SearchQuery] {
    let spelled = text.spellingOutUmlauts
    let joined = text.joiningUmlauts
    return [spelled, joined].compactMap { $0.flatMap { try? SearchQuery($0) } }
  }

  /// The same query with its abbreviation as an ordinary word, as in "Mrs.
  /// Sander"; `nil` if it has none.
  var withoutAbbreviation: SearchQuery? {
    guard words.first?.isAbbreviation == true else { return nil }
    let plain = words.map {
      QueryWord($0.bytes[...], isAbbreviation: false)
    }
    return SearchQuery(text, folded, plain)
  }

  /// A Boolean value that indicates whether there is nothing to search for.
  public var isEmpty: Bool { words.isEmpty }

  /// The query as one word, which a name in joined form may equal.
  var whole: QueryWord {
    QueryWord(folded.bytes[...], isAbbreviation: false)
  }

  private static func beginsWithAbbreviation(
    _ folded: FoldedText, of text: String
  ) -> Bool {
    guard folded.words.count > 1, let first = folded.words.first,
      first.bytes.count <= longestAbbreviation
    else { return false }
    return text.utf8.dropFirst(first.source.upperBound).first
      == UInt8(ascii: ".")
  }
}

/// The reason why a query is refused.
public enum SearchQueryError: DescribedError, Sendable, Hashable {
  /// It has more than ``SearchQuery/maximumLength`` bytes.
  case tooLong(bytes: Int)
  /// It has more than ``SearchQuery/maximumWordCount`` words.
  case tooManyWords(count: Int)

  public var facts: ErrorFacts {
    let (most, found) =
      switch self {
      case .tooLong(let bytes): ("\(SearchQuery.maximumLength) bytes", bytes)
      case .tooManyWords(let count):
        ("\(SearchQuery.maximumWordCount) words", count)
      }
    return .init(
      .invalidInput,
      "a name to search for has at most \(most), and this has \(found)",
      "a few words are enough")
  }
}

/// A word of a query.
struct QueryWord: Sendable {
  let bytes: [UInt8]
  /// The letters of one byte.
  let mask: UInt32
  /// The number of letters.
  let letterCount: Int
  /// The most bytes that a letter takes.
  let widestLetter: Int
  /// A Boolean value that indicates whether it only stands for the beginning of
  /// a genus.
  let isAbbreviation: Bool

  init(_ bytes: ArraySlice<UInt8>, isAbbreviation: Bool) {
    self.bytes = Array(bytes)
    self.isAbbreviation = isAbbreviation
    mask = LetterMask.mask(of: bytes) & LetterMask.ofOneByte
    letterCount = bytes.letterCount
    widestLetter =
      switch bytes.max() ?? 0 {
      case ..<0x80: 1
      case ..<0xe0: 2
      case ..<0xf0: 3
      default: 4
      }
  }

  /// The number of edits within which the word is still recognised.
  var allowedEdits: Int {
    guard !isAbbreviation else { return 0 }
    return switch letterCount {
    case 0...3: 0
    case 4...6: 1
    case 7...EditDistance.longestWord: 2
    default: 0
    }
  }

  /// A Boolean value that indicates whether it is long enough to be looked for
  /// inside other words.
  var mayStandInside: Bool { letterCount >= 4 && !isAbbreviation }

  /// The number of edits allowed in beginnings, which are more numerous.
  var allowedEditsInPrefix: Int { letterCount >= 5 ? min(allowedEdits, 1) : 0 }
}

extension SearchQuery {
  /// The parts of a name to highlight because the query matched them: separate
  /// ranges in bytes of the name's UTF-8, in order.
  ///
  /// A word that the query's words equal or begin is marked up to their length;
  /// a word a few edits away is marked whole. If only the name as a whole is
  /// near, all of it is marked.
  public func marks(in name: String) -> [Range<Int>] {
    let folded = FoldedText(name)
    guard let first = folded.words.first, let last = folded.words.last,
      !isEmpty
    else { return [] }
    if let end = end(ofWholeIn: folded, of: name) {
      return [first.source.lowerBound..<end]
    }
    let patterns = words.map(WordPattern.init)
    let marks = folded.words.enumerated().compactMap { index, word in
      mark(of: word, isFirst: index == 0, in: folded, of: name, as: patterns)
    }
    return marks.isEmpty
      ? [first.source.lowerBound..<last.source.upperBound] : marks
  }

  /// The end of the query in a name that begins with it, ignoring spaces.
  private func end(
    ofWholeIn name: FoldedText, of text: String
  ) -> Int? {
    guard words.first?.isAbbreviation == false,
      name.bytes.starts(with: folded.bytes)
    else { return nil }
    let count = folded.bytes.count
    return name.words.last { $0.bytes.lowerBound < count }.map {
      name.source(
        ofFirst: count - $0.bytes.lowerBound, in: $0, of: text
      ).upperBound
    }
  }

  private func mark(
    of word: FoldedText.Word, isFirst: Bool, in name: FoldedText,
    of text: String, as patterns: [WordPattern]
  ) -> Range<Int>? {
    let bytes = name.bytes(of: word)
    var longest = 0
    var isNear = false
    for (query, pattern) in zip(words, patterns)
    where isFirst || !query.isAbbreviation {
      if bytes.starts(with: query.bytes) {
        longest = max(longest, query.bytes.count)
      } else {
        isNear = isNear || pattern.isNear(bytes.span.bytes)
      }
    }
    if longest > 0 { return name.source(ofFirst: longest, in: word, of: text) }
    return isNear ? word.source : nil
  }
}
