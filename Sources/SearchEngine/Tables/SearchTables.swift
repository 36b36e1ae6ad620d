/// What a search reads, in borrowed bytes: documents, their names, and the
/// words of the names.
///
/// A document is whatever is to be found, such as a plant; it has a number
/// from 0 and any number of names. The bytes may lie in the program, in a
/// file's map or in memory; nothing is read before a search needs it.
public struct SearchTables: ~Escapable {
  let words: WordTable
  let wholes: WordTable
  let names: NameTable
  private let documents: Column<UInt32>

  /// Opens the tables of an image.
  ///
  /// - Throws: `damaged` where a table is missing or its sizes do not agree.
  @_lifetime(copy image)
  public init(_ image: borrowing ImageReader) throws(ImageError) {
    words = try WordTable(image, firstSection: SectionNumber.words)
    wholes = try WordTable(image, firstSection: SectionNumber.wholes)
    names = try NameTable(image)
    documents = try image.column(SectionNumber.documents)
    guard documents.count > 0 else { throw .damaged }
  }

  /// How many documents there are.
  public var documentCount: Int { documents.count - 1 }

  /// How many names all documents have together.
  public var nameCount: Int { names.count }

  /// How many distinct words the names have.
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

  /// The names that are equal to another one when folded, blanks aside, each
  /// with the document that has it.
  ///
  /// - Complexity: O(log *n*) for *n* names.
  public func names(
    equalTo name: FoldedText
  ) throws(ImageError) -> [(name: Int, document: Int)] {
    guard !name.bytes.isEmpty else { return [] }
    var found: [(name: Int, document: Int)] = []
    for index in try wholes.words(withPrefix: name.bytes.span.bytes) {
      let length = try wholes.word(at: index).byteCount
      // Those that begin with it follow what is equal.
      guard length == name.bytes.count else { break }
      for place in try wholes.postings(of: index..<(index + 1)) {
        let name = try wholes.posting(at: place).name
        found.append((name, try names.document(of: name)))
      }
    }
    return found
  }

  /// What kind of name it is.
  public func kind(ofName name: Int) throws(ImageError) -> NameKind {
    try names.traits(of: name).kind
  }

  /// How well known a document is, as was said when it was added.
  public func weight(ofName name: Int) throws(ImageError) -> UInt8 {
    try names.traits(of: name).weight
  }
}

/// The sections of search tables in an image. What shares the image with
/// them numbers its own from ``firstFree``.
public enum SectionNumber {
  /// The first number that search tables leave to others.
  public static let firstFree = 32

  /// The first section of the table of words.
  static let words = 1
  /// The first section of the table of whole names in joined form.
  static let wholes = 9
  /// The names: see ``NameTable``.
  static let names = 17
  /// The number of each document's first name, and of the last one's end.
  static let documents = 18
  /// The names' own texts.
  static let texts = 19
}

/// All names: whose they are, their texts, and what ranks them.
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

/// What of a name is needed to rank it.
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
  /// How well known the document is: the higher is first.
  var weight: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
}

/// What kind of name a name is. The engine knows three things about a kind:
/// its number, its rank, and whether its first word is a genus.
public struct NameKind: RawRepresentable, Sendable, Hashable {
  /// The number (4 bits), the rank (3 bits), and whether it is botanical.
  public let rawValue: UInt8

  /// Takes the kind that an image stores.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - number: 0 to 15; tells the kinds of one collection apart.
  ///   - rank: 0 to 7; among matches that are else equal the lower is first.
  ///   - isBotanical: Whether "P." may stand for the name's first word.
  public init(number: UInt8, rank: UInt8, isBotanical: Bool = false) {
    rawValue = number & 0xf | (rank & 7) << 4 | (isBotanical ? 0x80 : 0)
  }

  /// The number.
  public var number: UInt8 { rawValue & 0xf }

  /// The rank: the lower is first.
  public var rank: UInt8 { rawValue >> 4 & 7 }

  /// Whether the first word may be abbreviated, as in "P. hederaceum".
  public var isBotanical: Bool { rawValue & 0x80 != 0 }
}
