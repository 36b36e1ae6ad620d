public import JournalCare
public import JournalEvents
public import JournalProjections

// The collection's names, for the completion of typed input.

/// A name and the plants that have it.
public struct SharedName: Sendable {
  /// The name, in its own spelling.
  public let name: String
  /// The plants, in the order of the index.
  public fileprivate(set) var plants: [(id: PlantID, scientificName: String)]
}

extension Snapshot {
  /// The visible rooms.
  public var roomList: RoomList { rooms }

  /// The units in which measures are shown.
  public var units: MeasurementUnits { settings.units }

  /// The selections saved as filters.
  public var savedFilters: [NamedFilter: String] { settings.filters }

  /// Returns the plants whose names start with a text, by name.
  ///
  /// - Parameters:
  ///   - beginning: The start of the name, in any case.
  ///   - areRemoved: A Boolean value that selects removed or present plants.
  ///   - otherwise: A Boolean value that selects other names, and short ids
  ///     from two letters on, instead of display names.
  ///   - limit: The maximum number of plants.
  /// - Returns: The names.
  /// - Throws: An error of the store.
  /// - Complexity: O(log *n*) plus the number of plants found, and of those
  ///   skipped because they are removed or present.
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

  /// Returns the kinds of care of the plants with these exact names, then the
  /// standard kinds, without duplicates.
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

  /// Returns the families of the present plants, with the number of plants.
  public func families() throws -> [(name: String, count: Int)] {
    try counts(perFamily: true).filter { !$0.name.isEmpty && $0.count > 0 }
  }

  /// Returns texts from the profiles of present plants, sorted, without
  /// duplicates.
  ///
  /// - Complexity: O(*n*) in plants, as no index contains their labels or
  ///   genera.
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
  /// Returns the name of an index entry in its own spelling.
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
