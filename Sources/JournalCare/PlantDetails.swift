public import JournalEvents
public import JournalTime

/// What is known of a plant beside its names and its care, and of few plants.
public struct PlantDetails: Hashable, Sendable {
  /// What an event said, and when that was so.
  public struct Statement<Body: Hashable & Sendable>: Hashable, Sendable {
    /// What was said.
    public let body: Body
    /// When.
    public let at: OffsetInstant

    public init(_ body: Body, at: OffsetInstant) {
      self.body = body
      self.at = at
    }
  }

  /// Where it grows.
  public var location: GrowingLocation?
  /// The latest identification.
  public var identification: Statement<PlantIdentified>?
  /// The care profile in force.
  public var careProfile: Statement<CareProfiled>?

  /// Nothing is known.
  public static let none = PlantDetails()

  public init(
    location: GrowingLocation? = nil,
    identification: Statement<PlantIdentified>? = nil,
    careProfile: Statement<CareProfiled>? = nil
  ) {
    self.location = location
    self.identification = identification
    self.careProfile = careProfile
  }
}
