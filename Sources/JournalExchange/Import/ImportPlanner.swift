internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries

/// Compares an input with the collection: which plants are new, which are
/// there already, and what is wrong.
///
/// Reads the journal as it was before the transaction wrote anything.
struct ImportPlanner {
  private let columns: Set<PlantColumn>
  /// Gives the ids of what is to be made.
  var randomness: Randomness
  var rooms: IncomingRooms
  private var plan = ImportPlan()
  private var problems = ProblemList()
  /// Where the input tells of an id.
  private var placesByID: [PlantID: String] = [:]
  /// The new plants that stay in the collection, by folded nickname.
  private(set) var nicknames: [String: (id: PlantID, place: String)] = [:]

  /// - `columns`: What is compared where a plant is there already.
  init(
    columns: Set<PlantColumn>, randomness: Randomness, rooms: RoomList
  ) {
    self.columns = columns
    self.randomness = randomness
    self.rooms = IncomingRooms(rooms)
  }

  /// Finds out what the import of `plants` writes.
  ///
  /// - Throws: `TableError` that names everything that is wrong.
  mutating func plan(
    _ plants: [IncomingPlant], in snapshot: borrowing Snapshot
  ) throws -> ImportPlan {
    let named = try plants.map { try identified($0, in: snapshot) }
    for (plant, existing) in named {
      do throws(CellError) {
        try check(plant)
      } catch {
        note(error, of: plant)
        continue
      }
      try add(plant, existing, in: snapshot)
    }
    try problems.check()
    plan.rooms = rooms.plans
    return plan
  }

  /// The plant with its id and nickname settled, and whether it is there.
  private mutating func identified(
    _ plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> (plant: IncomingPlant, existing: PlantID?) {
    var plant = plant
    let existing = try existing(plant, in: snapshot)
    if let name = plant.callName {
      let holder = try holder(of: name, in: snapshot)
      let isFree =
        holder == nil
        ? nicknames[NameIndex.fold(name)] == nil
        : holder == existing
      if isFree {
        plant.nickname = name
      } else {
        plant.commonNames.insert(name, at: 0)
      }
    }
    let id = existing ?? plant.id ?? randomness.id()
    plant.id = id
    if let nickname = plant.nickname, existing == nil, plant.removal == nil {
      try claim(nickname, for: id, of: plant)
    }
    return (plant, existing)
  }

  private mutating func claim(
    _ nickname: String, for id: PlantID, of plant: IncomingPlant
  ) throws {
    let folded = NameIndex.fold(nickname)
    guard let other = nicknames[folded] else {
      nicknames[folded] = (id, plant.place)
      return
    }
    note(
      CellError("'\(nickname)' is the nickname of \(other.place), too"),
      of: plant, .nickname)
  }

  /// The plant of the collection that has its id, or else its nickname.
  private func existing(
    _ plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    if let id = plant.id {
      let state = try snapshot.plant(id)
      return state?.profile == nil ? nil : id
    }
    guard let nickname = plant.nickname, plant.removal == nil else {
      return nil
    }
    return try holder(of: nickname, in: snapshot)
  }

  private func holder(
    of nickname: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    try snapshot.names(equalTo: nickname)
      .first { $0.role == .nickname && !$0.isRemoved }?.plant
  }

  private mutating func check(
    _ plant: IncomingPlant
  ) throws(CellError) {
    guard plant.hasName else {
      throw CellError("the plant has neither a name nor a species")
    }
    guard let id = plant.id else { return }
    if let place = placesByID.updateValue(plant.place, forKey: id) {
      throw CellError("the plant is that of \(place), too")
    }
  }

  private mutating func add(
    _ plant: IncomingPlant, _ existing: PlantID?,
    in snapshot: borrowing Snapshot
  ) throws {
    guard let id = plant.id,
      let body = try body(of: plant, in: snapshot)
    else { return }
    guard let existing else {
      plan.additions.append(.init(plant: plant, id: id, body: body))
      return
    }
    guard let state = try snapshot.plant(existing) else {
      return
    }
    let view = try PlantView(existing, state, in: snapshot)
    let differences = PlantComparison(view, with: plant, body)
      .differences(in: columns)
    guard differences.isEmpty else {
      let names = differences.map(\.rawValue).joined(separator: ", ")
      note(
        CellError(
          "'\(state.displayName)' is in the collection already, "
            + "and differs in \(names)"), of: plant)
      return
    }
    plan.unchanged += 1
  }

  /// Notes what is wrong with a plant.
  mutating func note(
    _ error: CellError, of plant: IncomingPlant, _ column: PlantColumn? = nil
  ) {
    problems.add(error.reason, at: plant.place, column?.rawValue)
  }
}

// From names of rooms and plants to ids.
extension ImportPlanner {
  /// What the plant's first event says; `nil` where something is wrong, which
  /// is noted.
  mutating func body(
    of plant: IncomingPlant, in snapshot: borrowing Snapshot
  ) throws -> PlantAdded? {
    var room: RoomID?
    var parent: PlantID?
    do throws(CellError) {
      if let name = plant.room {
        room = try rooms.room(name) { randomness.id() }
      }
    } catch {
      note(error, of: plant, .room)
      return nil
    }
    if let name = plant.parent {
      parent = try self.parent(name, in: snapshot)
      guard parent != nil else {
        note(CellError("'\(name)' names no plant"), of: plant, .parent)
        return nil
      }
    }
    let species = plant.scientificName ?? IncomingPlant.unknownSpecies
    return PlantAdded(
      scientificName: species, commonNames: plant.commonNames,
      family: plant.family,
      genus: plant.genus ?? plant.scientificName.map(NameInput.genus) ?? "",
      category: plant.category, nickname: plant.nickname, room: room,
      acquiredOn: plant.acquiredOn, source: plant.source,
      confidence: plant.confidence, parent: parent, tags: plant.tags)
  }

  /// The plant that an id or a name means, those of the input among them. An
  /// id is taken as it is: the parent may have been left out of the input.
  private func parent(
    _ name: String, in snapshot: borrowing Snapshot
  ) throws -> PlantID? {
    if let id = PlantID(name) { return id }
    if let new = nicknames[NameIndex.fold(name)] { return new.id }
    let resolver = PlantResolver(
      precision: .exact, includesRemoved: true)
    guard case .plant(let id) = try resolver.match(name, in: snapshot)
    else { return nil }
    return id
  }
}

/// What an import is going to write: found out before anything is written.
struct ImportPlan {
  /// A plant to be added.
  struct Addition {
    let plant: IncomingPlant
    let id: PlantID
    let body: PlantAdded
  }

  /// A room to be made.
  struct Room {
    let id: RoomID
    let name: String
  }

  var additions: [Addition] = []
  var rooms: [Room] = []
  var unchanged = 0

  /// Those that left come first: while a plant is in the collection nobody
  /// else can have its nickname.
  var writingOrder: [Addition] {
    additions.filter { $0.plant.removal != nil }
      + additions.filter { $0.plant.removal == nil }
  }
}

/// Finds the rooms that an input names, and notes those that are to be made.
struct IncomingRooms {
  private let rooms: RoomList
  private var made: [String: RoomID] = [:]
  private(set) var plans: [ImportPlan.Room] = []

  init(_ rooms: RoomList) {
    self.rooms = rooms
  }

  /// The room that a name or an id means; `nil` is "Other".
  ///
  /// - `makeID`: Gives the id of a room that is to be made.
  /// - Throws: `CellError` where several rooms have the name, or an id means
  ///   none.
  mutating func room(
    _ name: String, makeID: () -> RoomID
  ) throws(CellError) -> RoomID? {
    if let id = RoomID(name) {
      guard rooms[id] != nil else { throw CellError("is the id of no room") }
      return id == StandardRoom.other.id ? nil : id
    }
    let found = rooms.named(name)
    guard found.count <= 1 else {
      throw CellError(
        "names a room, but \(found.count) are called '\(name)'; "
          + "write the id of one")
    }
    if let room = found.first {
      return room.id == StandardRoom.other.id ? nil : room.id
    }
    let folded = name.lowercased()
    if let id = made[folded] { return id }
    let id = makeID()
    made[folded] = id
    plans.append(ImportPlan.Room(id: id, name: name))
    return id
  }
}
