/// A text as the search compares it: words of plain, small letters.
///
/// Case, accents, apostrophes, the quotes of cultivars and signs of hybrids
/// do not count; everything else that is no letter, digit or symbol separates
/// words. Without their separators the words are the text's joined form, in
/// which "snakeplant" and "Snake Plant" are one.
public struct FoldedText: Sendable {
  /// The longest word in bytes; what is beyond does not count.
  public static let maximumWordLength = 64

  /// One word: where it lies in the folded bytes and in the original.
  public struct Word: Sendable, Hashable {
    /// Its bytes in ``FoldedText/bytes``.
    public let bytes: Range<Int>
    /// Where it came from, in bytes of the original's UTF-8.
    public let source: Range<Int>
  }

  /// The words' UTF-8, one after another with nothing between them.
  public private(set) var bytes: [UInt8] = []
  /// The words in their order.
  public private(set) var words: [Word] = []
  /// For each folded byte, where its scalar starts in the original's UTF-8.
  private var sources: [UInt32] = []

  /// Folds a text.
  public init(_ text: String) {
    var folder = WordFolder()
    var offset = 0
    for scalar in text.unicodeScalars {
      folder.add(scalar, at: offset, to: &self)
      offset += UTF8.width(scalar)
    }
    folder.endWord(to: &self)
    dropHybridSigns()
  }

  /// Whether nothing is left to compare.
  public var isEmpty: Bool { words.isEmpty }

  /// A word's folded bytes.
  public func bytes(of word: Word) -> ArraySlice<UInt8> { bytes[word.bytes] }

  /// The stretch of the original behind the first `count` bytes of a word.
  public func source(ofFirst count: Int, in word: Word) -> Range<Int> {
    let end = word.bytes.lowerBound + count
    guard end < word.bytes.upperBound else { return word.source }
    return word.source.lowerBound..<Int(sources[end])
  }

  // The letter x between two names says that they were crossed.
  private mutating func dropHybridSigns() {
    let isSign = { (word: Word, bytes: [UInt8]) in
      word.bytes.count == 1 && bytes[word.bytes.lowerBound] == Self.hybridSign
    }
    guard words.count > 1, words.contains(where: { isSign($0, bytes) }),
      !words.allSatisfy({ isSign($0, bytes) })
    else { return }
    let folded = self
    (bytes, words, sources) = ([], [], [])
    for word in folded.words where !isSign(word, folded.bytes) {
      append(
        folded.bytes(of: word), folded.sources[word.bytes],
        source: word.source)
    }
  }

  private static let hybridSign = UInt8(ascii: "x")

  fileprivate mutating func append(
    _ letters: ArraySlice<UInt8>, _ origins: ArraySlice<UInt32>,
    source: Range<Int>
  ) {
    let start = bytes.count
    bytes += letters
    sources += origins
    words.append(Word(bytes: start..<bytes.count, source: source))
  }
}

/// Gathers scalars into words.
private struct WordFolder {
  private var letters: [UInt8] = []
  private var origins: [UInt32] = []
  private var start = 0
  private var end = 0

  mutating func add(
    _ scalar: Unicode.Scalar, at offset: Int, to text: inout FoldedText
  ) {
    switch ScalarFolding(scalar) {
    case .separator: endWord(to: &text)
    case .nothing: break
    case .byte(let byte):
      guard begin(scalar, offset, count: 1) else { return }
      letters.append(byte)
      origins.append(UInt32(truncatingIfNeeded: offset))
    case .bytes(let bytes):
      guard begin(scalar, offset, count: bytes.count) else { return }
      letters += bytes
      for _ in bytes { origins.append(UInt32(truncatingIfNeeded: offset)) }
    }
  }

  /// Whether the word has room for `count` more bytes.
  private mutating func begin(
    _ scalar: Unicode.Scalar, _ offset: Int, count: Int
  ) -> Bool {
    if letters.isEmpty { start = offset }
    guard letters.count + count <= FoldedText.maximumWordLength else {
      return false
    }
    end = offset + UTF8.width(scalar)
    return true
  }

  mutating func endWord(to text: inout FoldedText) {
    guard !letters.isEmpty else { return }
    text.append(letters[...], origins[...], source: start..<end)
    letters.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
  }
}

/// What becomes of one scalar when a text is folded.
enum ScalarFolding {
  /// It ends a word.
  case separator
  /// It does not count, and the word goes on.
  case nothing
  /// It counts as one byte.
  case byte(UInt8)
  /// It counts as several bytes.
  case bytes([UInt8])

  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.ascii(scalar) : Self.other(scalar)
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> ScalarFolding {
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      .byte(byte)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): .byte(byte | 0x20)
    // "Mother-in-law's" is often typed without.
    case UInt8(ascii: "'"), UInt8(ascii: "`"): .nothing
    default: .separator
    }
  }

  private static func other(_ scalar: Unicode.Scalar) -> ScalarFolding {
    if let letters = LatinFolding.letters(for: scalar) {
      return letters.count == 1 ? .byte(letters[0]) : .bytes(letters)
    }
    switch scalar.value {
    case 0x2018, 0x2019, 0x02bc, 0x00b4: return .nothing
    // The sign of hybrids is a symbol, too, but belongs to no word.
    case 0x00d7: return .separator
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: .nothing
    case .uppercaseLetter, .titlecaseLetter:
      .bytes(Array(scalar.properties.lowercaseMapping.utf8))
    case .lowercaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .decimalNumber, .letterNumber, .otherNumber, .otherSymbol,
      .modifierSymbol:
      .bytes(Array(String(scalar).utf8))
    default: .separator
    }
  }
}
