/// Collects documents and their names, and writes them as ``SearchTables``.
///
/// The same names in the same order give the same bytes.
public struct SearchTablesBuilder {
  /// The version of an image that contains only the tables.
  public static let version: UInt32 = 1

  private var words = WordTableBuilder()
  private var wholes = WordTableBuilder()
  private var names: [UInt32] = []
  private var documents: [UInt32] = []
  private var texts: [UInt8] = []
  private var weight: UInt8 = 0

  /// Creates a builder without documents.
  public init() {}

  private var nameCount: Int { names.count / NameTable.numbersPerName }

  /// Begins a document, to which the names that follow belong.
  ///
  /// - Parameter weight: How well known it is: among otherwise equal matches
  ///   the higher is first.
  /// - Returns: Its number.
  @discardableResult
  public mutating func beginDocument(weight: UInt8 = 0) -> Int {
    self.weight = weight
    documents.append(UInt32(nameCount))
    return documents.count - 1
  }

  /// Adds a name to the last document.
  ///
  /// - Precondition: There is a document.
  public mutating func addName(_ text: String, kind: NameKind) {
    addName(text, FoldedText(text), kind: kind)
  }

  /// Adds a name in its original and folded form; see ``addName(_:kind:)``.
  public mutating func addName(
    _ text: String, _ folded: FoldedText, kind: NameKind
  ) {
    precondition(!documents.isEmpty, "a name belongs to a document")
    let name = nameCount
    for (index, word) in folded.words.enumerated() {
      let isGenus = index == 0 && kind.isBotanical
      words.add(
        folded.bytes(of: word), Posting(name: name, isGenus: isGenus))
    }
    if !folded.isEmpty, folded.bytes.count <= Self.longestWhole {
      wholes.add(folded.bytes[...], Posting(name: name, isGenus: false))
    }
    let start = texts.count
    texts += text.utf8
    let traits = NameTraits(
      wordCount: folded.words.count, kind: kind, weight: weight)
    names += [
      UInt32(documents.count - 1), UInt32(start),
      UInt32(texts.count - start), traits.rawValue,
    ]
  }

  // Lengths are stored in a byte; no real name is as long as this.
  private static let longestWhole = 255

  /// Adds the tables to an image.
  public func write(to image: inout ImageWriter) {
    words.write(to: &image, firstSection: SectionNumber.words)
    wholes.write(to: &image, firstSection: SectionNumber.wholes)
    image.add(SectionNumber.names, names)
    image.add(SectionNumber.documents, documents + [UInt32(nameCount)])
    image.add(SectionNumber.texts, texts)
  }

  /// Returns an image of only the tables.
  public func image() -> [UInt8] {
    var image = ImageWriter(version: Self.version)
    write(to: &image)
    return image.finished()
  }
}
