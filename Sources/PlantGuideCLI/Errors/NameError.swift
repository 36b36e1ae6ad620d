/// A candidate that an ambiguous name could mean.
typealias NameCandidate = (shortID: String, displayName: String)

/// A plant's name that does not name one plant.
enum PlantNameError: Error, Sendable {
  /// No plant is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several plants could be meant.
  case ambiguous(name: String, candidates: [NameCandidate])
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
