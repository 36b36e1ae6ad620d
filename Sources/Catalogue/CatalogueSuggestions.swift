/// What a catalogue has to say to a name that somebody or something gave a
/// plant.
public struct CatalogueSuggestions: Sendable, Hashable {
  /// The plant of that name; `nil` where the name is in doubt or unknown.
  public let exact: CatalogueEntry?
  /// Whether ``exact`` is the species of a cultivar that is not listed.
  public let isSpeciesOfCultivar: Bool
  /// The best known plants of its genus; where the name is in doubt, those
  /// whose names are nearest: "Did you mean".
  public let others: [CatalogueEntry]
}
