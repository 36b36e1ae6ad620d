/// The tables that a search reads, in borrowed bytes: documents, their names,
/// and the words of the names.
///
/// A document is an item to find, such as a plant; it has a number from 0 and
/// any number of names. The bytes may lie in the program, in a mapped file or
/// in memory; nothing is read before a search needs it.
public struct SearchTables: ~Escapable {
  let words: WordTable
  let wholes: WordTable
  let names: NameTable
  private let documents: Column<UInt32>

  /// Opens the tables of an image.
  ///
  /// - Throws: `damaged` if a table is missing or sizes do not agree.
  @_lifetime(copy image)
  public init(_ image: borrowing ImageReader) throws(ImageError) {
    words = try WordTable(image, firstSection: SectionNumber.words)
    wholes = try WordTable(image, firstSection: SectionNumber.wholes)
    names = try NameTable(image)
    documents = try image.column(SectionNumber.documents)
    guard documents.count > 0 else { throw .damaged }
  }

  /// The number of documents.
  public var documentCount: Int { documents.count - 1 }

  /// The number of names of all documents.
  public var nameCount: Int { names.count }

  /// The number of distinct words in the names.
  public var wordCount: Int { words.count }

  /// The numbers of a document's names, in the order in which they were
  /// added.
  public func names(of document: Int) throws(ImageError) -> Range<Int> {
    let range = try documents.range(at: document)
    guard range.upperBound <= names.count else { throw .damaged }
    return range
  }

  /// A name as it was given.
  public func text(ofName name: Int) throws(ImageError) -> String {
    try names.text(of: name)
  }

  /// The names that equal another one when folded, ignoring spaces, each with
  /// its document.
  ///
  /// - Complexity: O(log *n*) for *n* names.
  public func names(
    equalTo name: FoldedText
  ) throws(ImageError) -> [(name: Int, document: Int)] {
    guard !name.bytes.isEmpty else { return [] }
    var found: [(name: Int, document: Int)] = []
    for index in try wholes.words(withPrefix: name.bytes.span.bytes) {
      let length = try wholes.word(at: index).byteCount
      // Longer names that begin with it follow the equal ones.
      guard length == name.bytes.count else { break }
      for place in try wholes.postings(of: index..<(index + 1)) {
        let name = try wholes.posting(at: place).name
        found.append((name, try names.document(of: name)))
      }
    }
    return found
  }

  /// Returns the kind of a name.
  public func kind(ofName name: Int) throws(ImageError) -> NameKind {
    try names.traits(of: name).kind
  }

  /// Returns how well known the name's document is, as given when it was added.
  public func weight(ofName name: Int) throws(ImageError) -> UInt8 {
    try names.traits(of: name).weight
  }
}

/// The sections of search tables in an image. Other contents of the image
/// number their sections from ``firstFree``.
public enum SectionNumber {
  /// The first number that search tables do not use.
  public static let firstFree = 32

  /// The first section of the table of words.
  static let words = 1
  /// The first section of the table of whole names in joined form.
  static let wholes = 9
  /// The names: see ``NameTable``.
  static let names = 17
  /// The number of each document's first name, and the end of the last one's.
  static let documents = 18
  /// The texts of the names.
  static let texts = 19
}

/// The names, with their documents, texts and traits.
///
/// A name takes four numbers: document, start and length of the text, and,
/// from the lowest byte up, word count, kind and weight.
struct NameTable: ~Escapable {
  static let numbersPerName = 4

  private let numbers: Column<UInt32>
  private let texts: Heap

  @_lifetime(copy image)
  init(_ image: borrowing ImageReader) throws(ImageError) {
    numbers = try image.column(SectionNumber.names)
    texts = try image.heap(SectionNumber.texts)
  }

  var count: Int { numbers.count / Self.numbersPerName }

  /// The document that a name belongs to.
  @inline(__always)
  func document(of name: Int) throws(ImageError) -> Int {
    try numbers.place(at: name * Self.numbersPerName)
  }

  /// A name's words, kind and weight.
  @inline(__always)
  func traits(of name: Int) throws(ImageError) -> NameTraits {
    NameTraits(
      rawValue: try numbers.value(at: name * Self.numbersPerName + 3))
  }

  /// A name as it was given.
  func text(of name: Int) throws(ImageError) -> String {
    let start = try numbers.place(at: name * Self.numbersPerName + 1)
    let length = try numbers.place(at: name * Self.numbersPerName + 2)
    return try texts.text(in: start..<(start + length))
  }
}

/// The traits that rank a name.
struct NameTraits: RawRepresentable {
  let rawValue: UInt32

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  init(wordCount: Int, kind: NameKind, weight: UInt8) {
    rawValue =
      UInt32(min(wordCount, 255)) | UInt32(kind.rawValue) << 8
      | UInt32(weight) << 16
  }

  var wordCount: Int { Int(rawValue & 0xff) }
  var kind: NameKind {
    NameKind(rawValue: UInt8(truncatingIfNeeded: rawValue >> 8))
  }
  /// The weight of the document: the higher is first.
  var weight: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
}

/// The kind of a name. The engine knows three properties of a kind: its number,
/// its rank, and whether its first word is a genus.
public struct NameKind: RawRepresentable, Sendable, Hashable {
  /// The number (4 bits), the rank (3 bits), and the botanical bit.
  public let rawValue: UInt8

  /// Creates a kind from its stored form.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - number: 0 to 15; distinguishes the kinds of a collection.
  ///   - rank: 0 to 7; among otherwise equal matches the lower is first.
  ///   - isBotanical: Whether "P." may stand for the name's first word.
  public init(number: UInt8, rank: UInt8, isBotanical: Bool = false) {
    rawValue = number & 0xf | (rank & 7) << 4 | (isBotanical ? 0x80 : 0)
  }

  /// The number.
  public var number: UInt8 { rawValue & 0xf }

  /// The rank: the lower is first.
  public var rank: UInt8 { rawValue >> 4 & 7 }

  /// A Boolean value that indicates whether the first word may be abbreviated,
  /// as in "P. hederaceum".
  public var isBotanical: Bool { rawValue & 0x80 != 0 }
}
