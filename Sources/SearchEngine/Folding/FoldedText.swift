/// A text in the form that searches compare: words of plain, small letters.
///
/// Case, accents, apostrophes, the quotes of cultivars and signs of hybrids do
/// not count; any other character that is no letter, digit or symbol separates
/// words. Joined without separators, "snakeplant" and "Snake Plant" are equal.
public struct FoldedText: Sendable {
  /// The longest word in bytes; further bytes are ignored.
  public static let maximumWordLength = 64

  /// The places of a word in the folded bytes and in the original.
  public struct Word: Sendable, Hashable {
    /// The word's bytes in ``FoldedText/bytes``.
    public let bytes: Range<Int>
    /// The word's source, in bytes of the original's UTF-8.
    public let source: Range<Int>
  }

  /// The words' UTF-8, one after another with nothing between them.
  public private(set) var bytes: [UInt8] = []
  /// The words in order.
  public private(set) var words: [Word] = []

  /// Folds a text.
  public init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    // Most texts of this length have no more words.
    words.reserveCapacity(text.utf8.count / 4 + 1)
    var first = 0
    var source = 0..<0
    var offset = 0
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      switch ScalarFolding(scalar) {
      case .separator: endWord(at: &first, source)
      case .nothing: break
      case .byte(let byte):
        if extend(&source, by: offset..<end, 1, from: first) {
          bytes.append(byte)
        }
      case .bytes(let letters):
        if extend(&source, by: offset..<end, letters.count, from: first) {
          bytes += letters
        }
      }
      offset = end
    }
    endWord(at: &first, source)
    dropHybridSigns()
  }

  /// Extends `source` to the end of `letter` if the word that starts at byte
  /// `first` has room for `count` more bytes; returns whether it has.
  @inline(__always)
  private func extend(
    _ source: inout Range<Int>, by letter: Range<Int>, _ count: Int,
    from first: Int
  ) -> Bool {
    let length = bytes.count - first
    guard length + count <= Self.maximumWordLength else { return false }
    let start = length == 0 ? letter.lowerBound : source.lowerBound
    source = start..<letter.upperBound
    return true
  }

  /// Ends the word that starts at byte `first`, if it has any, and begins the
  /// next.
  private mutating func endWord(at first: inout Int, _ source: Range<Int>) {
    guard bytes.count > first else { return }
    words.append(Word(bytes: first..<bytes.count, source: source))
    first = bytes.count
  }

  /// A Boolean value that indicates whether there is no word to compare.
  public var isEmpty: Bool { words.isEmpty }

  /// A word's folded bytes.
  public func bytes(of word: Word) -> ArraySlice<UInt8> { bytes[word.bytes] }

  /// The range of `text`, the original, behind the first `count` bytes of a
  /// word.
  public func source(
    ofFirst count: Int, in word: Word, of text: String
  ) -> Range<Int> {
    guard count < word.bytes.count else { return word.source }
    let start = word.source.lowerBound
    var (end, length) = (start, 0)
    let scalars = text.unicodeScalars
    for scalar in scalars[text.utf8.index(text.startIndex, offsetBy: start)...]
    {
      let added =
        switch ScalarFolding(scalar) {
        case .byte: 1
        case .bytes(let letters): letters.count
        case .separator, .nothing: 0
        }
      if length + added <= Self.maximumWordLength { length += added }
      guard length <= count else { break }
      end += UTF8.width(scalar)
    }
    return start..<end
  }

  // The letter x between two names marks a cross.
  private mutating func dropHybridSigns() {
    let isSign = { (word: Word, bytes: [UInt8]) in
      word.bytes.count == 1 && bytes[word.bytes.lowerBound] == Self.hybridSign
    }
    guard words.count > 1, words.contains(where: { isSign($0, bytes) }),
      !words.allSatisfy({ isSign($0, bytes) })
    else { return }
    let folded = self
    (bytes, words) = ([], [])
    for word in folded.words where !isSign(word, folded.bytes) {
      var first = bytes.count
      bytes += folded.bytes(of: word)
      endWord(at: &first, word.source)
    }
  }

  private static let hybridSign = UInt8(ascii: "x")

  /// The first byte of a text's folded form, if the first byte of its UTF-8
  /// alone decides it; otherwise `nil`.
  public static func firstByte(ofTextWith byte: UInt8) -> UInt8? {
    let small = byte | 0x20
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(small)
    return isLetter && small != hybridSign ? small : nil
  }
}

/// The effect of folding on a scalar.
enum ScalarFolding {
  /// It ends a word.
  case separator
  /// It is dropped, and the word continues.
  case nothing
  /// It counts as one byte.
  case byte(UInt8)
  /// It counts as several bytes.
  case bytes([UInt8])

  @inline(__always)
  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.ascii(scalar) : Self.other(scalar)
  }

  @inline(__always)
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
