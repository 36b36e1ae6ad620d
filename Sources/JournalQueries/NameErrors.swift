/// What an ambiguous name could mean.
public struct NameCandidate: Sendable, Hashable {
  /// The short id, or the whole one where that tells more.
  public let id: String
  /// The name.
  public let displayName: String

  /// Creates a candidate.
  public init(_ id: String, _ displayName: String) {
    self.id = id
    self.displayName = displayName
  }
}

/// A plant's name that does not name one plant.
public enum PlantNameError: Error, Sendable {
  /// No plant is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several plants could be meant; `field` is the field of the request that
  /// held the name, if it was not the request's subject.
  case ambiguous(
    name: String, candidates: [NameCandidate], field: String? = nil)
  /// One plant comes near to the name: not enough to write on it unasked.
  case near(name: String, candidate: NameCandidate)
}

/// A room's name that does not name one room.
public enum RoomNameError: Error, Sendable {
  /// No room is called that; `suggestions` are names that are similar.
  case notFound(name: String, suggestions: [String])
  /// Several rooms could be meant.
  case ambiguous(name: String, candidates: [NameCandidate])
}

/// That a selection holds nothing.
public struct NothingMatched: Error {
  /// What did not match, as the beginning of a sentence.
  public let reason: String
  /// What to do instead.
  public let hint: String?

  /// Creates an error.
  public init(reason: String, hint: String? = nil) {
    self.reason = reason
    self.hint = hint
  }
}
