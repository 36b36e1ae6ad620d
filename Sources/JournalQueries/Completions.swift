public import JournalCare
public import JournalEvents
public import JournalProjections

// What the collection has of names, for whoever completes what is typed.

/// A name with the plants that have it.
public struct SharedName: Sendable {
  /// The name, in its own spelling.
  public let name: String
  /// The plants, in the order of the index.
  public fileprivate(set) var plants: [(id: PlantID, scientificName: String)]
}

extension Snapshot {
  /// The rooms that can be seen.
  public var roomList: RoomList { rooms }

  /// The units in which measures are shown.
  public var units: MeasurementUnits { settings.units }

  /// What is saved under the names of filters.
  public var savedFilters: [NamedFilter: String] { settings.filters }

  /// The plants whose names begin with a text, by name.
  ///
  /// - Parameters:
  ///   - beginning: The text, in any case.
  ///   - areRemoved: Whether plants that left are meant, or those that are
  ///     there.
  ///   - otherwise: Whether their other names are looked through, and the
  ///     short ids once two letters tell that one is meant; else the names
  ///     that they are shown by.
  ///   - limit: How many plants are found at most.
  /// - Returns: The names.
  /// - Throws: What the store throws.
  /// - Complexity: O(log *n*) and as many plants as are found; more only where
  ///   those that left, or that did not, are passed over.
  public func plantNames(
    beginningWith beginning: String, areRemoved: Bool, otherwise: Bool = false,
    limit: Int
  ) throws -> [SharedName] {
    let length = beginning.utf8.count
    guard !otherwise || length > 0 else { return [] }
    let roles: [NameRole] =
      !otherwise ? [.display] : length > 1 ? [.other, .shortID] : [.other]
    var entries: [NameEntry] = []
    try forEachName(withPrefix: beginning, in: roles) { entry in
      if entry.isRemoved == areRemoved { entries.append(entry) }
      return entries.count < limit
    }
    var names: [SharedName] = []
    var places: [String: Int] = [:]
    for entry in entries {
      guard let plant = try plant(entry.plant) else { continue }
      let name = plant.name(entry)
      let place = places[name] ?? names.count
      if place == names.count { names.append(.init(name: name, plants: [])) }
      places[name] = place
      names[place].plants.append(
        (entry.plant, plant.profile?.scientificName ?? ""))
    }
    return names
  }

  /// The kinds of care that plants have, by exact names of theirs; then the
  /// usual ones; each once.
  public func kinds(ofPlants names: [String]) throws -> [TaskKind] {
    let resolver = PlantResolver(precision: .exact)
    var kinds: [TaskKind] = []
    for name in names {
      guard case .plant(let id) = try resolver.match(name, in: self),
        let plant = try plant(id)
      else { continue }
      kinds += plant.cares.filter { $0.schedule != nil }.map(\.kind)
      kinds += plant.oneOffTasks.map(\.kind)
    }
    var seen: Set<TaskKind> = []
    return (kinds + TaskKind.standard).filter { seen.insert($0).inserted }
  }

  /// The families of plants that are there, and how many plants have each.
  public func families() throws -> [(name: String, count: Int)] {
    try counts(perFamily: true).filter { !$0.name.isEmpty && $0.count > 0 }
  }

  /// Texts of the profiles of plants that are there, each once, sorted.
  ///
  /// - Complexity: O(*n*) in plants: no index has their labels or genera.
  public func texts(
    ofProfiles texts: (PlantAdded) -> [String]
  ) throws -> [String] {
    var found: Set<String> = []
    try forEachPlant { _, plant in
      if plant.isPresent, let profile = plant.profile {
        found.formUnion(texts(profile))
      }
      return true
    }
    return found.sorted()
  }
}

extension PlantState {
  /// The name that an entry of the index stands for, in its own spelling.
  fileprivate func name(_ entry: NameEntry) -> String {
    switch entry.role {
    case .nickname, .display: return displayName
    case .shortID: return entry.folded
    case .other:
      let names = [profile?.scientificName ?? ""] + (profile?.commonNames ?? [])
      return names.first { NameIndex.fold($0) == entry.folded } ?? entry.folded
    }
  }
}
