internal import Encodings
public import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalProjections

/// The plants that a person means: those that are named, or those that filters
/// choose.
public struct PlantChoice: Sendable, Hashable {
  /// The names, as typed.
  public var names: [String]
  /// The rooms, by name or id, whose plants are meant.
  public var rooms: [String]
  /// The botanical family that is meant.
  public var family: String?
  /// The tag that is meant.
  public var tag: String?
  /// Whether only favourites are meant.
  public var favoritesOnly: Bool
  /// Whether all plants are meant.
  public var takesAll: Bool
  /// The names of plants that filters choose and that are not meant.
  public var excepted: [String]
  /// Whether filters choose plants that left, too.
  public var choosesRemoved: Bool
  /// How the names are taken.
  public var naming: PlantNaming

  /// Says which plants are meant.
  public init(
    names: [String] = [], rooms: [String] = [], family: String? = nil,
    tag: String? = nil, favoritesOnly: Bool = false, takesAll: Bool = false,
    excepted: [String] = [], choosesRemoved: Bool = false,
    naming: PlantNaming = PlantNaming()
  ) {
    self.names = names
    self.rooms = rooms
    self.family = family
    self.tag = tag
    self.favoritesOnly = favoritesOnly
    self.takesAll = takesAll
    self.excepted = excepted
    self.choosesRemoved = choosesRemoved
    self.naming = naming
  }

  /// Whether filters choose plants, rather than names.
  public var hasFilter: Bool {
    choosesPlants || !excepted.isEmpty
  }

  /// Whether filters say which plants are meant, and not only which are not.
  public var choosesPlants: Bool {
    !rooms.isEmpty || family != nil || tag != nil || favoritesOnly || takesAll
  }

  /// Whether neither names nor filters choose plants.
  public var isEmpty: Bool { names.isEmpty && !hasFilter }

  /// What an event's `batch` says of plants that were named.
  public static let named = "selection"

  /// What was chosen, in words, as an event's `batch` holds it.
  public var batchText: String {
    var words: [String] = []
    if !rooms.isEmpty {
      words.append("room \(rooms.joined(separator: ", "))")
    }
    if let family { words.append("family \(family)") }
    if let tag { words.append("tag \(tag)") }
    if favoritesOnly { words.append("favourites") }
    if takesAll { words.append("all") }
    if !excepted.isEmpty {
      words.append("except \(excepted.joined(separator: ", "))")
    }
    var text = words.isEmpty ? Self.named : words.joined(by: ", ")
    while text.utf8.count > FieldForm.nameLimit { text.removeLast() }
    return text
  }
}

extension Snapshot {
  /// The plants chosen, each once; named ones in the order given, others by
  /// name.
  ///
  /// - Throws: ``PlantNameError`` for a name that is not one plant's,
  ///   ``RoomNameError`` for one that is not one room's,
  ///   ``NothingMatched`` where filters choose none, and
  ///   ``PlantChoiceError``.
  public func plants(_ choice: PlantChoice) throws -> [PlantID] {
    guard !choice.isEmpty else { throw PlantChoiceError.noPlant }
    guard choice.hasFilter else {
      var seen: Set<PlantID> = []
      var plants: [PlantID] = []
      for name in choice.names {
        let id = try plant(named: name, choice.naming)
        if seen.insert(id).inserted { plants.append(id) }
      }
      return plants
    }
    guard choice.names.isEmpty else {
      throw PlantChoiceError.namesBesideFilters
    }
    let matches = try filter(of: choice)
    let excepted = try excepted(from: choice)
    var plants: [PlantID] = []
    try forEachPlantByName { id, plant in
      let isWanted =
        choice.choosesRemoved ? plant.profile != nil : plant.isPresent
      if isWanted, matches(plant), !excepted.contains(id) { plants.append(id) }
      return true
    }
    guard !plants.isEmpty else {
      throw NothingMatched(reason: "no plant matches")
    }
    return plants
  }

  /// The plants that are not meant, though filters choose them.
  ///
  /// - Throws: ``PlantNameError`` for a name that is not one plant's.
  public func excepted(from choice: PlantChoice) throws -> Set<PlantID> {
    Set(try choice.excepted.map { try plant(named: $0, choice.naming) })
  }

  /// The first of the plants chosen, and its state.
  ///
  /// - Throws: What ``plants(_:)`` throws.
  public func firstPlant(
    of choice: PlantChoice
  ) throws -> (id: PlantID, state: PlantState) {
    let id = try plants(choice)[0]
    return (id, try plant(id) ?? PlantState())
  }

  /// The one plant that is named.
  ///
  /// - Throws: ``PlantChoiceError/notOnePlant``, and what ``plants(_:)``
  ///   throws.
  public func plant(_ choice: PlantChoice) throws -> PlantID {
    guard !choice.hasFilter, choice.names.count == 1 else {
      throw PlantChoiceError.notOnePlant
    }
    return try plants(choice)[0]
  }

  /// The same choice, its rooms and excepted plants by the names they have,
  /// however they were typed.
  ///
  /// - Throws: ``RoomNameError`` and ``PlantNameError`` for a name that is not
  ///   one room's or plant's.
  public func spelledOut(_ choice: PlantChoice) throws -> PlantChoice {
    var choice = choice
    let rooms = rooms
    choice.rooms = try choice.rooms.map {
      rooms.name(of: try rooms.room(named: $0)) ?? $0
    }
    choice.excepted = try choice.excepted.map {
      try plant(plant(named: $0, choice.naming))?.displayName ?? $0
    }
    return choice
  }

  /// Whether the filters choose a plant, removed or not.
  ///
  /// - Throws: ``RoomNameError`` for a name that is not one room's.
  public func filter(
    of choice: PlantChoice
  ) throws -> @Sendable (PlantState) -> Bool {
    let rooms = rooms
    let chosen = Set(try choice.rooms.map { try rooms.room(named: $0) })
    let family = choice.family?.foldedName
    let tag = choice.tag?.foldedName
    let favoritesOnly = choice.favoritesOnly
    return { plant in
      (chosen.isEmpty || chosen.contains(rooms.effective(plant.room)))
        && (family == nil || plant.profile?.family.foldedName == family)
        && (tag == nil
          || plant.profile?.tags.contains { $0.foldedName == tag } == true)
        && (!favoritesOnly || plant.isFavorite)
    }
  }
}

/// Why it is not clear which plants are meant.
public enum PlantChoiceError: DescribedError {
  /// Neither names nor filters choose any.
  case noPlant
  /// Names stand beside filters, and it is not said which count.
  case namesBesideFilters
  /// One plant must be named.
  case notOnePlant

  public var facts: ErrorFacts {
    switch self {
    case .noPlant: .init(.invalidInput, "no plant is named")
    case .namesBesideFilters:
      .init(
        .invalidInput, "plants are named and chosen by filters at once",
        "use one or the other")
    case .notOnePlant: .init(.invalidInput, "name one plant")
    }
  }
}
