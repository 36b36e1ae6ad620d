internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries

/// Compares an input with the collection: finds the plants to add, the existing
/// ones, their changes, and the problems.
///
/// It reads the journal as it was before the transaction wrote anything.
struct ImportPlanner {
  private let columns: Set<PlantColumn>
  /// The context for changing existing plants; `nil` to refuse differences.
  private let update: PlantDifference.Context?
  /// The source of new ids.
  var randomness: Randomness
  private let rooms: RoomList
  private var plan = ImportPlan()
  private var problems = ProblemList()
  /// The places in the input, by id.
  private var placesByID: [PlantID: String] = [:]
  /// The new plants that stay in the collection, by folded nickname.
  private var nicknames: [String: (id: PlantID, place: String)] = [:]
  /// The names of the existing rooms, and of those to make.
  private var roomNames: RoomNames

  /// - `columns`: The columns in which existing plants are compared.
  /// - `update`: The context for changing existing plants; `nil` to refuse
  ///   differences.
  init(
    columns: Set<PlantColumn>, randomness: Randomness, rooms: RoomList,
    update: PlantDifference.Context? = nil
  ) {
    self.columns = columns
    self.update = update
    self.randomness = randomness
    self.rooms = rooms
    roomNames = RoomNames(rooms)
  }

  /// Plans the import of `plants`.
  ///
  /// - Throws: `TableError` with all problems.
  mutating func plan(
    _ plants: [IncomingPlant], in snapshot: borrowing Snapshot
  ) throws -> ImportPlan {
    // Later lines can name earlier ones, and the reverse.
    var named: [(plant: IncomingPlant, existing: PlantID?)] = []
    for plant in plants {
      try gatherProblems(of: plant) {
        named.append(try $0.identified(plant, in: snapshot))
      }
    }
    for (plant, existing) in named {
      try gatherProblems(of: plant) {
        try $0.add(plant, existing, in: snapshot)
      }
    }
    try problems.check()
    return plan
  }

  private mutating func gatherProblems(
    of plant: IncomingPlant, _ body: (inout ImportPlanner) throws -> Void
  ) throws {
    do {
      try body(&self)
    } catch let error as CellError {
      problems.add(error.reason, at: plant.place, error.column)
    }
  }

  // MARK: Finding the plant

  /// Returns the plant with its id and nickname settled, and the existing
  /// plant.
  private mutating func identified(
    _ plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> (plant: IncomingPlant, existing: PlantID?) {
    var plant = plant
    let existing = try existing(plant, in: snapshot)
    // A new plant has another short id than its origin. A short id that a
    // spreadsheet took for a number says nothing.
    if let shortID = plant.shortID, ShortID.isForm(of: shortID),
      let id = existing ?? plant.id, shortID != ShortID.text(of: id)
    {
      throw CellError(
        "holds '\(shortID)', and the short id of "
          + "\(existing == nil ? "that id" : "this plant") is "
          + ShortID.text(of: id), in: .shortID)
    }
    // The name by which a plant was found is no new name of it.
    if plant.id == nil, existing != nil,
      plant.findingShortID(updating: update != nil) == nil
    {
      plant.told.remove(.nickname)
    }
    let id = existing ?? plant.id ?? randomness.id()
    plant.id = id
    if let nickname = plant.nickname, existing == nil, plant.removal == nil {
      let folded = NameIndex.fold(nickname)
      if let other = nicknames[folded] {
        problems.add(
          "\(other.place) has the nickname '\(nickname)', too",
          at: plant.place, PlantColumn.nickname.rawValue)
      } else {
        nicknames[folded] = (id, plant.place)
      }
    }
    return (plant, existing)
  }

  /// Returns the existing plant with the id, with the short id if plants are to
  /// be changed, or else with the nickname.
  private func existing(
    _ plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    if let id = plant.id {
      guard try snapshot.plant(id)?.profile == nil else { return id }
      guard update == nil else {
        throw CellError("is not the id of a plant", in: .id)
      }
      return nil
    }
    if let shortID = plant.findingShortID(updating: update != nil) {
      return try holder(ofShortID: shortID, in: snapshot)
    }
    guard let nickname = plant.nickname,
      plant.removal == nil || update != nil
    else { return nil }
    let holders = try holders(of: nickname, in: snapshot)
    guard update == nil || holders.count <= 1 else {
      throw CellError(
        "'\(nickname)' could be \(holders.count) plants; "
          + "write the id of one", in: .nickname)
    }
    return holders.first
  }

  /// Returns the plant with a short id, which must exist: a mistyped one must
  /// not add the plant again.
  private func holder(
    ofShortID shortID: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID {
    let holders = try snapshot.names(equalTo: shortID)
      .filter { $0.role == .shortID }.map(\.plant)
    guard let id = holders.first else {
      throw CellError("no plant has the short id '\(shortID)'", in: .shortID)
    }
    guard holders.count == 1 else {
      throw CellError(
        "'\(shortID)' is the short id of \(holders.count) plants; "
          + "write the id of one", in: .shortID)
    }
    return id
  }

  private func holder(
    of nickname: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    try holders(of: nickname, in: snapshot).first
  }

  private func holders(
    of nickname: String, in snapshot: borrowing Snapshot
  ) throws -> [PlantID] {
    try snapshot.names(equalTo: nickname)
      .filter { $0.role == .nickname && !$0.isRemoved }.map(\.plant)
  }

  // MARK: Planning the changes

  /// - Throws: `CellError` if the plant has a problem.
  private mutating func add(
    _ plant: IncomingPlant, _ existing: PlantID?,
    in snapshot: borrowing Snapshot
  ) throws {
    guard plant.hasName || (existing != nil && update != nil) else {
      throw CellError("the plant has neither a name nor a species")
    }
    guard let id = plant.id else { return }
    if let place = placesByID.updateValue(plant.place, forKey: id) {
      throw CellError("\(place) has the same plant")
    }
    let body = try body(of: plant, in: snapshot)
    guard let existing else {
      try noteLikeness(of: plant, in: snapshot)
      plan.additions.append(.init(plant: plant, id: id, body: body))
      return
    }
    guard let state = try snapshot.plant(existing) else { return }
    let view = try PlantView(existing, state, in: snapshot)
    if let update {
      return plan.add(
        try PlantDifference(of: view, from: plant, body, in: update))
    }
    let differences = view.differences(from: plant, body, in: columns)
    let facts = plant.factsSet.filter {
      view.state.details.facts[$0.name] != $0.value
    }
    guard differences.isEmpty, facts.isEmpty else {
      let names = (differences.map(\.rawValue) + facts.map(\.name))
        .joined(separator: ", ")
      throw CellError(
        "'\(state.displayName)' is already in the collection, "
          + "and differs in \(names)")
    }
    plan.unchanged += 1
  }

  /// Notes a new plant that probably means an existing one: the line is to
  /// change plants, gives no species, and has a name much like another.
  private mutating func noteLikeness(
    of plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws {
    guard update != nil, plant.scientificName == nil,
      let name = plant.nickname
    else { return }
    let others: [String] =
      switch try PlantResolver().match(name, in: snapshot) {
      case .plant(let id): [try snapshot.plant(id)?.displayName ?? ""]
      case .near(let candidate): [candidate.displayName]
      case .ambiguous(let several): several.map(\.displayName)
      case .notFound: []
      }
    guard !others.isEmpty else { return }
    plan.likenesses.append(
      .init(place: plant.place, name: name, others: others))
  }

  /// Returns the plant's first event, with ids for names of rooms and plants.
  private mutating func body(
    of plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> PlantAdded {
    let room = try plant.room.flatMap { try self.room($0) }
    return PlantAdded(
      scientificName: plant.scientificName ?? IncomingPlant.unknownSpecies,
      commonNames: plant.commonNames, family: plant.family,
      genus: plant.genus ?? plant.scientificName.map(NameInput.genus) ?? "",
      category: plant.category, nickname: plant.nickname, room: room,
      acquiredOn: plant.acquiredOn, source: plant.source,
      confidence: plant.confidence,
      parent: try plant.parent.map { try parent($0, in: snapshot) },
      tags: plant.tags)
  }

  /// Returns the plant with an id or a name, also one of the input. An id is
  /// taken unchecked: an export without plants that left names them as parents,
  /// and can be imported again.
  private func parent(
    _ name: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID {
    if let id = PlantID(name) { return id }
    if let new = nicknames[NameIndex.fold(name)] { return new.id }
    let resolver = PlantResolver(precision: .exact, includesRemoved: true)
    guard case .plant(let id) = try resolver.match(name, in: snapshot) else {
      throw CellError("no plant is called '\(name)'", in: .parent)
    }
    return id
  }

  /// Returns the room with a name or an id, or plans to make it; `nil` is
  /// "Other".
  ///
  /// - Throws: `CellError` if several rooms have the name, or none has the id.
  private mutating func room(_ name: String) throws(CellError) -> RoomID? {
    let found: RoomID
    if let id = RoomID(name) {
      guard let room = rooms[id] else {
        throw CellError("is not the id of a room", in: .room)
      }
      found = room.id
    } else {
      let named = roomNames[name]
      guard named.count <= 1 else {
        throw CellError(
          "names a room, but \(named.count) are called '\(name)'; "
            + "write the id of one", in: .room)
      }
      if let id = named.first {
        found = id
      } else {
        found = randomness.id()
        roomNames.add(found, name: name, sortOrder: 0)
        plan.rooms.append(ImportPlan.Room(id: found, name: name))
      }
    }
    return found == StandardRoom.other.id ? nil : found
  }
}

extension IncomingPlant {
  /// Returns the short id that finds the plant to change; `nil` for one that a
  /// spreadsheet took for a number, if there is a nickname.
  fileprivate func findingShortID(updating: Bool) -> String? {
    guard updating, id == nil, let shortID,
      nickname == nil || ShortID.isForm(of: shortID)
    else { return nil }
    return shortID
  }
}

/// The plan of an import, made before anything is written.
struct ImportPlan {
  /// A plant to add.
  struct Addition {
    let plant: IncomingPlant
    let id: PlantID
    let body: PlantAdded
  }

  /// A room to make.
  struct Room {
    let id: RoomID
    let name: String
  }

  var additions: [Addition] = []
  var differences: [PlantDifference] = []
  var rooms: [Room] = []
  var likenesses: [ImportReceipt.Likeness] = []
  var unchanged = 0

  var isEmpty: Bool { additions.isEmpty && differences.isEmpty }

  /// Adds the difference of a plant, or counts the plant as unchanged.
  mutating func add(_ difference: PlantDifference) {
    if difference.isEmpty {
      unchanged += 1
    } else {
      differences.append(difference)
    }
  }

  /// The additions in the order of writing. Plants that left come first: while
  /// a plant is present, no other can have its nickname.
  var writingOrder: [Addition] {
    additions.filter { $0.plant.removal != nil }
      + additions.filter { $0.plant.removal == nil }
  }
}

extension PlantView {
  /// Returns the columns among `columns` in which a plant of the input differs.
  /// `body` has the ids of its room and parent.
  fileprivate func differences(
    from incoming: IncomingPlant, _ body: PlantAdded,
    in columns: Set<PlantColumn>
  ) -> [PlantColumn] {
    PlantColumn.allCases.filter {
      columns.contains($0) && !isEqual(to: incoming, body, in: $0)
    }
  }

  private func isEqual(
    to incoming: IncomingPlant, _ body: PlantAdded, in column: PlantColumn
  ) -> Bool {
    guard let profile = state.profile else { return false }
    return switch column {
    case .id, .shortID: true
    case .nickname: profile.nickname == body.nickname
    case .scientificName: profile.scientificName == body.scientificName
    case .commonNames: profile.commonNames == body.commonNames
    case .family: profile.family == body.family
    case .genus: profile.genus == body.genus
    case .category: profile.category == body.category
    case .room: room == body.room ?? StandardRoom.other.id
    case .growingLocation:
      state.details.location == incoming.growingLocation
    case .isFavorite: state.isFavorite == incoming.isFavorite
    case .tags: profile.tags == body.tags
    case .acquiredOn: profile.acquiredOn == body.acquiredOn
    case .addedAt:
      incoming.addedAt.map { $0 == state.addedAt } ?? true
    case .source: profile.source == body.source
    case .confidence: profile.confidence == body.confidence
    case .parent: profile.parent == body.parent
    case .removed:
      state.removal?.reason == incoming.removal?.reason
    case .removedAt:
      incoming.removal?.at.map { $0 == state.removal?.at } ?? true
    case .notes: notes == incoming.notes
    case .mergedInto: shownBy?.id == incoming.mergedInto
    }
  }
}
