public import JournalEvents
public import JournalTime

/// A plant as a table describes it.
public struct IncomingPlant: Sendable, Hashable {
  /// Care that was given.
  public struct Care: Sendable, Hashable {
    /// The kind of care.
    public let kind: TaskKind
    /// When.
    public let at: OffsetInstant
  }

  /// That it left the collection.
  public struct Removal: Sendable, Hashable {
    /// Why.
    public var reason: RemovalReason
    /// When, where that is known.
    public var at: OffsetInstant?
  }

  /// Where it stands in the input: "line 3".
  public let place: String
  /// Its id; `nil` to make a new one.
  public var id: PlantID?
  /// The short id that is said to be its.
  public var shortID: String?
  /// What its keeper calls it.
  public var nickname: String?
  /// The scientific name, where it is known.
  public var scientificName: String?
  /// Names in people's languages.
  public var commonNames: [String] = []
  /// The botanical family; empty where unknown.
  public var family = ""
  /// The genus; `nil` to take it from the scientific name.
  public var genus: String?
  /// The catalogue's category.
  public var category: String?
  /// The name or id of its room; `nil` for "Other".
  public var room: String?
  /// A Boolean value that indicates whether it grows indoors, outdoors or
  /// between; `nil` where unknown.
  public var growingLocation: GrowingLocation?
  /// A Boolean value that indicates whether it is a favourite.
  public var isFavorite = false
  /// Free labels.
  public var tags: [String] = []
  /// The day it was got.
  public var acquiredOn: Day?
  /// When it joined the collection; `nil` for now.
  public var addedAt: OffsetInstant?
  /// How it was identified.
  public var source = IdentificationSource.manual
  /// How sure the identification is, 0 to 1.
  public var confidence: Double?
  /// The id or a name of the plant it was propagated from.
  public var parent: String?
  /// That it left; `nil` while it is in the collection.
  public var removal: Removal?
  /// Observations.
  public var notes: [String] = []
  /// Care that was given.
  public var cares: [Care] = []
  /// Schedules.
  public var schedules: [ScheduleSet] = []
  /// The kinds of care whose schedules are to end where the plant is there.
  public var endedSchedules: [TaskKind] = []
  /// The values of fields that people named, of which the input says something;
  /// `nil` for such as are to be cleared.
  public var facts: [String: String?] = [:]
  /// The columns of which the input says something: where that is nothing,
  /// it is to be cleared. Only these change a plant that is there.
  public var told: Set<PlantColumn> = []

  /// Creates a plant of which nothing is known yet.
  public init(place: String) {
    self.place = place
  }

  /// The scientific name of a plant of which none is given. Every plant must
  /// have one, and a guess would be worse than to say so.
  public static let unknownSpecies = "Unknown species"

  /// The name it would be shown by.
  public var displayName: String {
    nickname ?? commonNames.first ?? scientificName
      ?? Self.unknownSpecies
  }

  /// The values that it says fields of people have, by name.
  var factsSet: [FactSet] {
    facts.sorted { $0.key < $1.key }
      .map { FactSet(name: $0.key, value: $0.value) }
  }

  /// A Boolean value that indicates whether there is any name to add it by.
  var hasName: Bool {
    nickname != nil || scientificName != nil
      || !commonNames.isEmpty
  }
}
