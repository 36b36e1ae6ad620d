/// A candidate that an ambiguous name could mean: its short id, or its whole
/// one where that tells more, and its name.
typealias NameCandidate = (id: String, displayName: String)

/// A plant's name that does not name one plant.
enum PlantNameError: Error, Sendable {
  /// No plant is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several plants could be meant; `option` is the option whose value the
  /// name is, if it is one's.
  case ambiguous(
    name: String, candidates: [NameCandidate], option: String? = nil)
  /// One plant comes near to the name: not enough to write on it unasked.
  case near(name: String, candidate: NameCandidate)
}

/// A room's name that does not name one room.
enum RoomNameError: Error, Sendable {
  /// No room is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several rooms could be meant.
  case ambiguous(name: String, candidates: [NameCandidate])
}
