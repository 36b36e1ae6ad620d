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
    problems.add(
      TableProblem(
        place: plant.place, column: PlantColumn.nickname.rawValue,
        reason: "'\(nickname)' is the nickname of \(other.place), too"))
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
      problems.add(
        TableProblem(
          place: plant.place,
          reason: "'\(state.displayName)' is in the collection already, "
            + "and differs in \(names)"))
      return
    }
    plan.unchanged += 1
  }

  /// Notes what is wrong with a plant.
  mutating func note(
    _ error: CellError, of plant: IncomingPlant, _ column: PlantColumn? = nil
  ) {
    problems.add(
      TableProblem(
        place: plant.place, column: column?.rawValue, reason: error.reason))
  }
}
