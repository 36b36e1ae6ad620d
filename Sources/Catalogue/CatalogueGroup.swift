/// A family, a category or a genus of a catalogue.
public struct CatalogueGroup: Sendable, Hashable {
  let number: Int
  /// Its name.
  public let name: String
  /// How many entries belong to it.
  public let entryCount: Int
  /// The first entry that does.
  let firstEntry: Int
}
