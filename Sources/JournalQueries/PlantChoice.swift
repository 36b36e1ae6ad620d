internal import Encodings
public import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalProjections

/// The plants that a user selects, by names or by filters.
public struct PlantChoice: Sendable, Hashable {
  /// The names, as typed.
  public var names: [String]
  /// The rooms, by name or id, whose plants are selected.
  public var rooms: [String]
  /// The botanical family to select.
  public var family: String?
  /// The tag to select.
  public var tag: String?
  /// A Boolean value that indicates whether only favourites are selected.
  public var favoritesOnly: Bool
  /// A Boolean value that indicates whether all plants are selected.
  public var takesAll: Bool
  /// The names of plants to exclude from the filters.
  public var excepted: [String]
  /// A Boolean value that indicates whether filters also select removed plants.
  public var choosesRemoved: Bool
  /// The way to resolve the names.
  public var naming: PlantNaming

  /// Creates a choice of plants.
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

  /// A Boolean value that indicates whether filters are used instead of names.
  public var hasFilter: Bool {
    choosesPlants || !excepted.isEmpty
  }

  /// A Boolean value that indicates whether filters select plants, and do not
  /// only exclude some.
  public var choosesPlants: Bool {
    !rooms.isEmpty || family != nil || tag != nil || favoritesOnly || takesAll
  }

  /// A Boolean value that indicates whether there are neither names nor
  /// filters.
  public var isEmpty: Bool { names.isEmpty && !hasFilter }

  /// An event's `batch` for plants selected by name.
  public static let named = "selection"

  /// The choice in words, as stored in an event's `batch`.
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
  /// Returns the selected plants without duplicates: named plants in the given
  /// order, others by name.
  ///
  /// - Throws: ``PlantNameError`` or ``RoomNameError`` for a name that does not
  ///   match exactly one, ``NothingMatched`` if the filters select no plant, or
  ///   ``PlantChoiceError``.
  public func plants(_ choice: PlantChoice) throws -> [PlantID] {
    guard !choice.isEmpty else { throw PlantChoiceError.noPlant }
    guard choice.hasFilter else {
      var seen: Set<PlantID> = []
      var plants: [PlantID] = []
      for name in choice.names {
        let id = try plantOrHolder(named: name, choice.naming)
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

  /// Returns the plants that are excluded from the filters.
  ///
  /// - Throws: ``PlantNameError`` for a name that does not match one plant.
  public func excepted(from choice: PlantChoice) throws -> Set<PlantID> {
    Set(try choice.excepted.map { try plant(named: $0, choice.naming) })
  }

  /// Returns the first selected plant and its state.
  ///
  /// - Throws: The errors of ``plants(_:)``.
  public func firstPlant(
    of choice: PlantChoice
  ) throws -> (id: PlantID, state: PlantState) {
    let id = try plants(choice)[0]
    return (id, try plant(id) ?? PlantState())
  }

  /// Returns the one named plant.
  ///
  /// - Throws: ``PlantChoiceError/notOnePlant``, or the errors of
  ///   ``plants(_:)``.
  public func plant(_ choice: PlantChoice) throws -> PlantID {
    guard !choice.hasFilter, choice.names.count == 1 else {
      throw PlantChoiceError.notOnePlant
    }
    return try plants(choice)[0]
  }

  /// Returns the same choice with the actual names of its rooms and excluded
  /// plants, however they were typed.
  ///
  /// - Throws: ``RoomNameError`` or ``PlantNameError`` for a name that does not
  ///   match exactly one.
  public func spelledOut(_ choice: PlantChoice) throws -> PlantChoice {
    var choice = choice
    let rooms = rooms
    choice.rooms = try choice.rooms.map {
      rooms.name(of: try rooms.room(named: $0, choice.naming.precision))
        ?? $0
    }
    choice.excepted = try choice.excepted.map {
      try plant(plant(named: $0, choice.naming))?.displayName ?? $0
    }
    return choice
  }

  /// Returns a predicate for the filters, which also accepts removed plants.
  ///
  /// - Throws: ``RoomNameError`` for a name that does not match one room.
  public func filter(
    of choice: PlantChoice
  ) throws -> @Sendable (PlantState) -> Bool {
    let rooms = rooms
    let chosen = Set(
      try choice.rooms.map {
        try rooms.room(named: $0, choice.naming.precision)
      })
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

/// An error in the choice of plants.
public enum PlantChoiceError: DescribedError {
  /// There are neither names nor filters.
  case noPlant
  /// There are both names and filters.
  case namesBesideFilters
  /// Exactly one plant must be named.
  case notOnePlant

  public var facts: ErrorFacts {
    switch self {
    case .noPlant: .init(.invalidInput, "no plant is named")
    case .namesBesideFilters:
      .init(
        .invalidInput, "plants are both named and selected by filters",
        "use one or the other")
    case .notOnePlant: .init(.invalidInput, "name one plant")
    }
  }
}
