/// One plant of a catalogue, read from its image.
public struct CatalogueEntry: Sendable, Hashable {
  /// Its number in its catalogue.
  public let number: Int
  /// The accepted scientific name.
  public let scientificName: String
  /// Common names, the most usual first.
  public let commonNames: [String]
  /// Scientific names that it was known by.
  public let synonyms: [String]
  /// The family; empty where it is not known.
  public let family: String
  /// The category; empty where there is none.
  public let category: String
  /// The genus.
  public let genus: String
  /// For a cultivar, the number of its species' entry, if there is one.
  public let species: Int?
  /// How well known it is, 0 to 255.
  public let weight: UInt8
}
