public import JournalEvents

/// What an import changed, or would have.
public struct ImportSummary: Sendable, Hashable {
  /// A plant that was added.
  public struct Addition: Sendable, Hashable {
    /// Its id.
    public let id: PlantID
    /// The name it is shown by.
    public let name: String
  }

  /// The plants that were added, in the order of the input.
  public internal(set) var added: [Addition] = []
  /// How many plants were there already, and equal.
  public internal(set) var unchanged = 0
  /// The rooms that were made, by name.
  public internal(set) var rooms: [String] = []
  /// How many events were written.
  public internal(set) var events = 0
  /// How many plants have no scientific name.
  public internal(set) var withoutSpecies = 0

  init() {}
}
