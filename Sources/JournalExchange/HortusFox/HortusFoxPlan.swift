internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

/// A value that a backup and somebody here changed both, which stays.
public struct KeptValue: Sendable, Hashable {
  /// Whose; a room's name where it is that of no plant.
  public let subject: String
  /// What of it.
  public let field: String
  /// What the backup says.
  public let backup: String
}

/// What an import of a backup is going to write: found out before anything is
/// written.
struct HortusFoxPlan {
  /// One event.
  struct Step {
    let command: PlantCommand
    let at: OffsetInstant
    var remark: String?
  }

  /// What becomes of one plant.
  struct Part {
    let place: String
    let id: PlantID
    let isNew: Bool
    let isOfUnknownSpecies: Bool
    var steps: [Step]
  }

  /// What becomes of a room.
  struct RoomPart {
    let place: String
    let id: RoomID
    let command: RoomCommand
  }

  var rooms: [RoomPart] = []
  var plants: [Part] = []
  var kept: [KeptValue] = []
  var unchanged = 0
  /// Plants that left here, of which the backup tells more.
  var gone: [PlantName] = []
  /// How many locations become no room.
  var locationsLeft = 0
  /// How many tasks were done before they came here.
  var tasksLeft = 0

  var isEmpty: Bool { rooms.isEmpty && plants.isEmpty }
}

/// Compares a backup of HortusFox with the collection.
///
/// Reads the journal as it was before the transaction wrote anything.
struct HortusFoxPlanner: ~Copyable {
  private let now: OffsetInstant
  private let zone: TimeZoneRules
  private let backup: HortusFoxBackup
  private let rooms: RoomList
  private var roomNames: RoomNames
  /// What locations are by their numbers: a room that is there or is going to
  /// be, and whether it has to be made first.
  private var places:
    [String: (room: RoomID, toMake: HortusFoxBackup.Location?)] =
      [:]
  /// The nicknames that plants of the backup get, folded.
  private var nicknames: [String: PlantID] = [:]
  private(set) var plan = HortusFoxPlan()

  init(
    _ backup: HortusFoxBackup, rooms: RoomList, zone: TimeZoneRules,
    now: OffsetInstant
  ) {
    self.backup = backup
    self.rooms = rooms
    self.zone = zone
    self.now = now
    roomNames = RoomNames(rooms)
  }

  /// Finds out what the import writes.
  ///
  /// - Throws: ``HortusFoxError/otherZone(plant:before:now:)``, and what
  ///   reading throws.
  mutating func makePlan(in snapshot: borrowing Snapshot) throws {
    try planRooms(in: snapshot)
    // Those that are there come to their names first.
    for hasLeft in [false, true] {
      for plant in backup.plants where plant.hasLeft == hasLeft {
        try add(plant, in: snapshot)
      }
    }
    plan.locationsLeft = places.values.count { $0.toMake?.isActive == false }
  }

  // MARK: Rooms

  private mutating func planRooms(in snapshot: borrowing Snapshot) throws {
    for (row, location) in backup.locations {
      let held = rooms[location.room]
      let room = held?.id ?? roomNames[location.name].first
      places[row] = (room ?? location.room, room == nil ? location : nil)
      if let held {
        try rename(held, location, in: snapshot)
      } else if location.isActive, rooms.name(of: location.room) == nil {
        // One that somebody deleted here returns with its next plant alone.
        make(row)
      }
    }
  }

  /// The room of a location, which is made where it is missing.
  private mutating func make(_ row: String) {
    guard let location = places[row]?.toMake else { return }
    // Another location of the backup may have brought the name.
    let room = roomNames[location.name].first
    places[row] = (room ?? location.room, nil)
    guard room == nil else { return }
    roomNames.add(location.room, name: location.name, sortOrder: 0)
    plan.rooms.append(
      .init(
        place: location.place, id: location.room,
        command: .create(name: location.name, icon: "", sortOrder: nil)))
  }

  private mutating func rename(
    _ room: RoomList.Room, _ location: HortusFoxBackup.Location,
    in snapshot: borrowing Snapshot
  ) throws {
    guard room.name != location.name else { return }
    var before = RoomState(initial: room.id)
    try snapshot.forEachPayload(of: room.id) { payload, _, action in
      var isImported = payload.note == HortusFoxRemark.change
      if case .roomCreated = payload.body { isImported = true }
      guard isImported, try !snapshot.isUndone(action, of: room.id)
      else { return }
      before.evolve(payload, of: room.id)
    }
    switch BackupVerdict(location.name, before: before.name, now: room.name) {
    case .nothing: break
    case .change where roomNames[location.name].isEmpty:
      plan.rooms.append(
        .init(
          place: location.place, id: room.id,
          command: .edit(RoomEdited(name: location.name))))
    case .change, .conflict:
      plan.kept.append(
        KeptValue(subject: room.name, field: "name", backup: location.name))
    }
  }

  // MARK: Plants

  private mutating func add(
    _ plant: HortusFoxPlant, in snapshot: borrowing Snapshot
  ) throws {
    if let state = try snapshot.plant(plant.id), state.profile != nil {
      return try update(plant, state, in: snapshot)
    }
    let names = try names(of: plant, in: snapshot)
    var steps = [
      HortusFoxPlan.Step(
        command: .add(
          PlantAdded(
            scientificName: plant.species, commonNames: names.common,
            genus: plant.scientificName.map(NameInput.genus) ?? "",
            nickname: names.nickname, room: room(of: plant) ?? nil,
            acquiredOn: plant.acquiredOn, parent: plant.origin,
            tags: plant.tags)),
        at: plant.addedAt ?? now)
    ]
    if let notes = plant.notes {
      steps.append(note(notes, at: now, HortusFoxRemark.notes))
    }
    steps += plant.log.map { note($0.text, at: $0.at ?? now) }
    steps += plant.cares.map(Self.care)
    for task in plant.tasks {
      steps += self.steps(of: task, plannedFor: nil, isOpen: false)
    }
    if plant.hasLeft {
      steps.append(Self.departure(plant, now))
    }
    plan.plants.append(
      .init(
        place: plant.place, id: plant.id, isNew: true,
        isOfUnknownSpecies: plant.scientificName == nil, steps: steps))
  }

  /// What becomes of a task, which an earlier import may have planned for a
  /// day. One that ended here stays so.
  private mutating func steps(
    of task: HortusFoxTask, plannedFor day: Day?, isOpen: Bool
  ) -> [HortusFoxPlan.Step] {
    let plan = HortusFoxPlan.Step(
      command: .addTask(
        TaskAdded(kind: task.kind, task: task.id, due: task.due)),
      at: now, remark: task.remark)
    guard let day else {
      if task.isDone { self.plan.tasksLeft += 1 }
      return task.isDone ? [] : [plan]
    }
    guard isOpen else { return [] }
    if task.isDone {
      let body = TaskCompleted(kind: task.kind, task: task.id)
      return [.init(command: .complete(body), at: task.changedAt ?? now)]
    }
    guard task.due != day else { return [] }
    return [change(.skip(task.kind, task: task.id, due: day)), plan]
  }

  private static func care(_ care: HortusFoxPlant.Care) -> HortusFoxPlan.Step {
    .init(command: .complete(TaskCompleted(kind: care.kind)), at: care.at)
  }

  private func note(
    _ text: String, at: OffsetInstant,
    _ remark: String = HortusFoxRemark.change, replaces: EventHash? = nil
  ) -> HortusFoxPlan.Step {
    .init(
      command: .note(.init(text: text, replaces: replaces)), at: at,
      remark: remark)
  }

  /// Where the plant is going to stand, in a room that is there or is made
  /// now; `nil` where the backup does not say, and `.some(nil)` for "Other".
  private mutating func room(of plant: HortusFoxPlant) -> RoomID?? {
    guard let row = plant.location, places[row] != nil else { return nil }
    make(row)
    guard let room = places[row]?.room else { return nil }
    return .some(room == StandardRoom.other.id ? nil : room)
  }

  /// HortusFox's name is the nickname if no other plant has it, else a common
  /// name.
  private mutating func names(
    of plant: HortusFoxPlant, in snapshot: borrowing Snapshot
  ) throws -> (nickname: String?, common: [String]) {
    guard let name = plant.name else { return (nil, []) }
    let isFree = try claim(name, for: plant.id, in: snapshot)
    return isFree ? (name, []) : (nil, [name])
  }

  /// Whether a plant can have a nickname, which is its own then.
  private mutating func claim(
    _ nickname: String, for id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    let isTaken = try snapshot.names(equalTo: nickname).contains { entry in
      entry.plant != id
        && (entry.role == .shortID
          || entry.role == .nickname && !entry.isRemoved)
    }
    let folded = NameIndex.fold(nickname)
    guard !isTaken, nicknames[folded, default: id] == id else { return false }
    nicknames[folded] = id
    return true
  }

  // MARK: Plants that are there

  private mutating func update(
    _ plant: HortusFoxPlant, _ state: PlantState,
    in snapshot: borrowing Snapshot
  ) throws {
    let past = try HortusFoxPast(of: plant.id, in: snapshot)
    guard let before = past.state.profile, let now = state.profile else {
      return
    }
    try checkZone(plant, state)
    let kept = plan.kept
    var steps = stay(of: plant, past.state, state)
    let isBack = !steps.isEmpty && !plant.hasLeft
    // Somebody may have its nickname by now.
    let keepsNickname =
      try !isBack
      || now.nickname.map { try claim($0, for: plant.id, in: snapshot) }
        ?? true
    if !keepsNickname {
      steps = [change(.restore(as: plant.id.description))]
    }
    let edit = try edit(
      plant, from: before, now, state, keepsNickname, in: snapshot)
    if !edit.isEmpty { steps.append(change(.edit(edit))) }
    if let move = move(plant, past.state, state) { steps.append(move) }
    steps += try notes(of: plant, past, state, in: snapshot)
    steps += plant.cares.filter { !past.has($0) }.map(Self.care)
    for task in plant.tasks {
      steps += self.steps(
        of: task, plannedFor: past.tasks[task.id],
        isOpen: state.oneOffTask(task.id) != nil)
    }
    // A plant has to be there for all that is said of it.
    let leaving = steps.firstIndex { $0.command.isRemoval }
    if let leaving { steps.append(steps.remove(at: leaving)) }
    guard state.removal == nil || isBack else {
      // Nothing can be said of a plant that is not there.
      if plan.kept == kept, steps.isEmpty {
        plan.unchanged += 1
      } else {
        plan.kept = kept
        plan.gone.append(PlantName(plant.id, state.displayName))
      }
      return
    }
    guard !steps.isEmpty else {
      if plan.kept == kept { plan.unchanged += 1 }
      return
    }
    plan.plants.append(
      .init(
        place: plant.place, id: plant.id, isNew: false,
        isOfUnknownSpecies: false, steps: steps))
  }

  private func change(_ command: PlantCommand) -> HortusFoxPlan.Step {
    .init(command: command, at: now, remark: HortusFoxRemark.change)
  }

  /// Both have the instant of the row, so another zone shows in it.
  private func checkZone(
    _ plant: HortusFoxPlant, _ state: PlantState
  ) throws(HortusFoxError) {
    guard let added = plant.addedAt, let before = state.addedAt,
      added.instant != before.instant
    else { return }
    throw .otherZone(
      plant: state.displayName, before: before.description,
      now: added.description)
  }

  private mutating func keep(
    _ field: String, _ backup: String?, of state: PlantState
  ) {
    plan.kept.append(
      KeptValue(
        subject: state.displayName, field: field, backup: backup ?? "nothing"))
  }

  /// Whether it left or came back.
  private mutating func stay(
    of plant: HortusFoxPlant, _ before: PlantState, _ now: PlantState
  ) -> [HortusFoxPlan.Step] {
    let verdict = BackupVerdict(
      plant.hasLeft, before: before.removal != nil, now: now.removal != nil)
    guard verdict == .change else { return [] }
    guard plant.hasLeft else { return [change(.restore())] }
    return [Self.departure(plant, self.now)]
  }

  private static func departure(
    _ plant: HortusFoxPlant, _ now: OffsetInstant
  ) -> HortusFoxPlan.Step {
    .init(
      command: .remove(.other), at: plant.leftAt ?? now,
      remark: HortusFoxRemark.change)
  }

  private mutating func move(
    _ plant: HortusFoxPlant, _ before: PlantState, _ now: PlantState
  ) -> HortusFoxPlan.Step? {
    guard let row = plant.location, let place = places[row] else { return nil }
    let other = StandardRoom.other.id
    switch BackupVerdict(
      place.room, before: before.room ?? other, now: now.room ?? other)
    {
    case .nothing: return nil
    case .change: return room(of: plant).map { change(.move(to: $0)) }
    case .conflict:
      let name =
        backup.locations.first { $0.id == row }?.location.name
      keep("room", name, of: now)
      return nil
    }
  }

  private mutating func edit(
    _ plant: HortusFoxPlant, from before: PlantAdded, _ now: PlantAdded,
    _ state: PlantState, _ keepsNickname: Bool,
    in snapshot: borrowing Snapshot
  ) throws -> PlantEdited {
    var edit = PlantEdited()
    switch BackupVerdict(
      plant.name, before: before.calledName, now: now.calledName)
    {
    case .nothing where keepsNickname: break
    case .conflict where keepsNickname: keep("name", plant.name, of: state)
    case .nothing, .conflict, .change:
      let names = try names(of: plant, in: snapshot)
      edit.nickname = names.nickname.map { .set($0) } ?? .clear
      // Common names that it got here stay.
      let common =
        names.common
        + now.commonNames.filter {
          $0 != plant.name
            && (before.nickname != nil || $0 != before.calledName)
        }
      edit.commonNames = common.isEmpty ? .clear : .set(common)
    }
    switch BackupVerdict(
      plant.species, before: before.scientificName, now: now.scientificName)
    {
    case .nothing: break
    case .conflict: keep("scientific name", plant.species, of: state)
    case .change:
      edit.scientificName = plant.species
      let genus = plant.scientificName.map(NameInput.genus)
      if now.genus == before.genus {
        edit.genus = genus.map { .set($0) } ?? .clear
      }
    }
    switch BackupVerdict(plant.tags, before: before.tags, now: now.tags) {
    case .nothing: break
    case .conflict: keep("tags", plant.tags.joined(by: ", "), of: state)
    case .change: edit.tags = plant.tags.isEmpty ? .clear : .set(plant.tags)
    }
    switch BackupVerdict(
      plant.acquiredOn, before: before.acquiredOn, now: now.acquiredOn)
    {
    case .nothing: break
    case .conflict:
      keep("day it was got", plant.acquiredOn?.description, of: state)
    case .change: edit.acquiredOn = plant.acquiredOn.map { .set($0) } ?? .clear
    }
    // An origin that is not in the backup is nothing that it says.
    guard plant.originRow == nil || plant.origin != nil else {
      return edit.changing(state)
    }
    switch BackupVerdict(plant.origin, before: before.parent, now: now.parent) {
    case .nothing: break
    case .conflict:
      keep("origin", plant.origin.map { ShortID.text(of: $0) }, of: state)
    case .change: edit.parent = plant.origin.map { .set($0) } ?? .clear
    }
    return edit.changing(state)
  }

  private mutating func notes(
    of plant: HortusFoxPlant, _ past: HortusFoxPast, _ state: PlantState,
    in snapshot: borrowing Snapshot
  ) throws -> [HortusFoxPlan.Step] {
    var steps: [HortusFoxPlan.Step] = []
    func correct(
      _ held: HortusFoxPast.Note, _ text: String
    ) throws -> BackupVerdict {
      let verdict = BackupVerdict(
        text, before: held.imported ?? held.text, now: held.text)
      guard verdict == .change else { return verdict }
      let origin = try snapshot.log.event(
        held.origin, in: snapshot.transaction)
      steps.append(
        note(
          text, at: held.at,
          held.isBeside ? HortusFoxRemark.notes : HortusFoxRemark.change,
          replaces: origin?.hash))
      return verdict
    }
    if let held = past.notes.last(where: \.isBeside) {
      if case .conflict = try correct(held, plant.notes ?? "") {
        keep("notes", plant.notes, of: state)
      }
    } else if let notes = plant.notes,
      !past.notes.contains(where: { $0.text == notes })
    {
      steps.append(note(notes, at: now, HortusFoxRemark.notes))
    }
    var left = past.notes.filter { !$0.isBeside }
    var changed: [HortusFoxPlant.LogNote] = []
    for entry in plant.log {
      let index = left.firstIndex {
        $0.isOf(entry) && [$0.imported, $0.text].contains(entry.text)
      }
      if let index { left.remove(at: index) } else { changed.append(entry) }
    }
    for entry in changed {
      // Of the same second, and none of the entries above.
      guard
        let index = left.firstIndex(where: {
          entry.at != nil && $0.isOf(entry) && $0.imported != nil
        })
      else {
        steps.append(note(entry.text, at: entry.at ?? now))
        continue
      }
      if case .conflict = try correct(left.remove(at: index), entry.text) {
        keep("note", entry.text, of: state)
      }
    }
    return steps
  }
}

extension HortusFoxPast.Note {
  /// Whether it was made when an entry of a log was, as far as that says.
  fileprivate func isOf(_ entry: HortusFoxPlant.LogNote) -> Bool {
    entry.at.map { $0.instant == at.instant } ?? true
  }
}

extension HortusFoxPlant {
  fileprivate var species: String {
    scientificName ?? IncomingPlant.unknownSpecies
  }
}

extension PlantAdded {
  /// What HortusFox would call the plant.
  fileprivate var calledName: String? { nickname ?? commonNames.first }
}

extension PlantCommand {
  fileprivate var isRemoval: Bool {
    if case .remove = self { true } else { false }
  }
}
