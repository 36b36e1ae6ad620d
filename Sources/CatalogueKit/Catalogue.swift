public import SearchEngine

/// A catalogue of plants in borrowed bytes: names, groups and search tables.
///
/// Opening parses nothing, and only requested parts are read. Entries are
/// numbered in the order of their scientific names.
public struct Catalogue: ~Escapable {
  /// The version of the image that this program reads and writes.
  public static let version: UInt32 = 1

  /// The search tables; a document is an entry.
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
  /// - Throws: ``SearchEngine/ImageError`` if the bytes are no catalogue of
  ///   this version, or their directory is damaged.
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

  /// The groups of a grouping: see ``GroupNumbers``.
  @_lifetime(copy self)
  func groups(_ grouping: Grouping) -> Column<UInt32> {
    switch grouping {
    case .family: families
    case .category: categories
    case .genus: genera
    }
  }

  /// The number of entries.
  public var count: Int { tables.documentCount }

  /// The number of names, including synonyms.
  public var nameCount: Int { tables.nameCount }

  /// The size of the image in bytes.
  public var byteCount: Int { image.byteCount }

  /// Compares the checksum of the whole image with the stored one.
  public func checkSum() throws(ImageError) { try image.checkSum() }
}
