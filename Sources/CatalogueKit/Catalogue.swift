public import SearchEngine

/// A catalogue of plants in borrowed bytes: its names, what they belong to,
/// and the tables by which they are found.
///
/// Nothing is parsed when it is opened, and only what is asked for is read.
/// Entries are numbered in the order of their scientific names.
public struct Catalogue: ~Escapable {
  /// The version of the image that this program reads and writes.
  public static let version: UInt32 = 1

  /// What a search reads; a document is an entry.
  public let tables: SearchTables

  let entries: Column<UInt32>
  private let families: Column<UInt32>
  private let categories: Column<UInt32>
  private let genera: Column<UInt32>
  let profileStarts: Column<UInt32>
  let texts: Heap
  private let image: ImageReader

  /// Opens a catalogue.
  ///
  /// - Throws: ``SearchEngine/ImageError`` where the bytes are no catalogue
  ///   of this version, or their directory is damaged.
  @_lifetime(copy bytes)
  public init(_ bytes: RawSpan) throws(ImageError) {
    image = try ImageReader(bytes, version: Self.version)
    tables = try SearchTables(image)
    entries = try image.column(CatalogueSection.entries)
    families = try image.column(CatalogueSection.families)
    categories = try image.column(CatalogueSection.categories)
    genera = try image.column(CatalogueSection.genera)
    profileStarts = try image.column(CatalogueSection.profiles)
    texts = try image.heap(CatalogueSection.texts)
    guard entries.count == tables.documentCount * EntryNumbers.count else {
      throw .damaged
    }
  }

  /// The groups of one sort: see ``GroupNumbers``.
  @_lifetime(copy self)
  func groups(_ grouping: Grouping) -> Column<UInt32> {
    switch grouping {
    case .family: families
    case .category: categories
    case .genus: genera
    }
  }

  /// How many entries there are.
  public var count: Int { tables.documentCount }

  /// How many names they have, synonyms included.
  public var nameCount: Int { tables.nameCount }

  /// How large the image is in bytes.
  public var byteCount: Int { image.byteCount }

  /// Compares the whole image with the sum it was written with.
  public func checkSum() throws(ImageError) { try image.checkSum() }
}
