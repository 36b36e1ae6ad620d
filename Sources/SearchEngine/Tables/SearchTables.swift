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
