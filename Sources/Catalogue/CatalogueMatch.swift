public import SearchEngine

/// A plant that a search found, and by which of its names.
public struct CatalogueMatch: Sendable, Hashable {
  /// The plant.
  public let entry: CatalogueEntry
  /// The name that matched best.
  public let name: String
  /// What kind of name that is.
  public let kind: CatalogueNameKind
  /// How it matched.
  public let level: MatchLevel
  /// How many slips lie between.
  public let slips: Int
  /// What of the name matched, in bytes of its UTF-8.
  public let marks: [Range<Int>]
}
