public import JournalEvents
public import JournalTime

/// A plant as a table describes it.
public struct IncomingPlant: Sendable, Hashable {
  /// Care that was given.
  public struct Care: Sendable, Hashable {
    /// The kind of care.
    public let kind: TaskKind
    /// The time.
    public let at: OffsetInstant
  }

  /// The departure of a plant.
  public struct Removal: Sendable, Hashable {
    /// The reason.
    public var reason: RemovalReason
    /// The time, if known.
    public var at: OffsetInstant?
  }

  /// The place in the input: "line 3".
  public let place: String
  /// The id; `nil` for a new one.
  public var id: PlantID?
  /// The short id in the input.
  public var shortID: String?
  /// The nickname.
  public var nickname: String?
  /// The scientific name, if known.
  public var scientificName: String?
  /// The common names.
  public var commonNames: [String] = []
  /// The botanical family; empty if unknown.
  public var family = ""
  /// The genus; `nil` to take it from the scientific name.
  public var genus: String?
  /// The catalogue's category.
  public var category: String?
  /// The name or id of its room; `nil` for "Other".
  public var room: String?
  /// The growing location; `nil` if unknown.
  public var growingLocation: GrowingLocation?
  /// A Boolean value that indicates whether it is a favourite.
  public var isFavorite = false
  /// Free labels.
  public var tags: [String] = []
  /// The day of acquisition.
  public var acquiredOn: Day?
  /// The time when it joined the collection; `nil` for now.
  public var addedAt: OffsetInstant?
  /// The source of the identification.
  public var source = IdentificationSource.manual
  /// The confidence of the identification, from 0 to 1.
  public var confidence: Double?
  /// The plant from which it was propagated, by id or name.
  public var parent: String?
  /// The departure; `nil` while it is in the collection.
  public var removal: Removal?
  /// The plant into which it was merged.
  public var mergedInto: PlantID?
  /// The observations.
  public var notes: [String] = []
  /// The care given.
  public var cares: [Care] = []
  /// The schedules.
  public var schedules: [ScheduleSet] = []
  /// The kinds of care whose schedules end, if the plant exists.
  public var endedSchedules: [TaskKind] = []
  /// The values of custom fields in the input; `nil` to clear a field.
  public var facts: [String: String?] = [:]
  /// The columns that the input gives; one without a value is cleared. Only
  /// these change an existing plant.
  public var told: Set<PlantColumn> = []

  /// Creates a plant without data.
  public init(place: String) {
    self.place = place
  }

  /// The scientific name of a plant without one. Every plant must have one, and
  /// a guess would be worse.
  public static let unknownSpecies = "Unknown species"

  /// The displayed name.
  public var displayName: String {
    nickname ?? commonNames.first ?? scientificName
      ?? Self.unknownSpecies
  }

  /// The values of custom fields in the input, by name.
  var factsSet: [FactSet] {
    facts.sorted { $0.key < $1.key }
      .map { FactSet(name: $0.key, value: $0.value) }
  }

  /// A Boolean value that indicates whether the plant has any name.
  var hasName: Bool {
    nickname != nil || scientificName != nil
      || !commonNames.isEmpty
  }
}
