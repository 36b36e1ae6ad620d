/// What a source says of one plant of a catalogue.
public struct CatalogueRecord: Sendable, Hashable {
  /// The accepted scientific name; a cultivar's is in single quotes.
  public var scientificName: String
  /// Common names, the most usual first.
  public var commonNames: [String]
  /// The family; empty where it is not known.
  public var family: String
  /// The category; empty where there is none.
  public var category: String
  /// Scientific names that it was known by.
  public var synonyms: [String]
  /// How well known the plant is, 0 to 255.
  public var weight: UInt8

  /// Creates a record.
  public init(
    scientificName: String, commonNames: [String] = [], family: String = "",
    category: String = "", synonyms: [String] = [], weight: UInt8 = 0
  ) {
    self.scientificName = scientificName
    self.commonNames = commonNames
    self.family = family
    self.category = category
    self.synonyms = synonyms
    self.weight = weight
  }

  /// The first word of the scientific name.
  public var genus: String { BotanicalName.genus(of: scientificName) }
}
