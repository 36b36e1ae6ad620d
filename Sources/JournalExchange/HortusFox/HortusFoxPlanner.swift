internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime

/// Compares a backup of HortusFox with the collection.
///
/// It reads the journal as it was before the transaction wrote anything.
struct HortusFoxPlanner: ~Copyable {
  /// The room of a location, existing or to be made.
  struct Place {
    let room: RoomID
    /// The name in the backup.
    let name: String
    /// The location of the room to make; `nil` if the room exists.
    let toMake: HortusFoxBackup.Location?
  }

  let now: OffsetInstant
  /// The remark on values of the backup.
  let remark: String
  /// The remark on the text beside a plant.
  let notesRemark: String
  private let backup: HortusFoxBackup
  /// The fields of the backup's attributes; the journal's own take precedence.
  private let fields: [String: FactField]
  private let known: Set<String>
  let rooms: RoomList
  private var roomNames: RoomNames
  /// The rooms of locations, whatever their names are now.
  private let roomsOfLocations: Set<RoomID>
  /// The locations, by the numbers of their rows.
  var places: [String: Place] = [:]
  /// The plants of the backup, by their folded nicknames.
  private var nicknames: [String: PlantID] = [:]
  /// The next number to try, by a name that several plants have.
  private var nextNumbers: [String: Int] = [:]
  var plan = HortusFoxPlan()
  /// The plant or room in the latest of the earlier backups, and its time.
  private var newer: (name: String, at: OffsetInstant)?
  private let takesOlder: Bool

  /// - `takesOlder`: Whether the backup may be older than an earlier one.
  init(
    _ backup: HortusFoxBackup, rooms: RoomList, fields: [FactField],
    now: OffsetInstant, takesOlder: Bool
  ) {
    let own = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    known = Set(own.keys)
    self.fields = backup.fields.merging(own) { $1 }
    self.takesOlder = takesOlder
    self.backup = backup
    self.rooms = rooms
    self.now = now
    // A clock that was wrong once must not make all later backups look old.
    let latest = backup.latest.map { $0.instant < now.instant ? $0 : now }
    remark = HortusFoxRemark.change(asOf: latest)
    notesRemark = HortusFoxRemark.notes(asOf: latest)
    roomNames = RoomNames(rooms)
    roomsOfLocations = Set(backup.locations.map(\.location.room))
  }

  /// Plans the import.
  ///
  /// - Throws: ``HortusFoxError``, and errors of reading.
  mutating func makePlan(in snapshot: borrowing Snapshot) throws {
    try planRooms(in: snapshot)
    // Plants that are present get their names first.
    for hasLeft in [false, true] {
      for plant in backup.plants where plant.hasLeft == hasLeft {
        try add(plant, in: snapshot)
      }
    }
    try planHomeTasks(in: snapshot)
    plan.locationsLeft = places.values.count { $0.toMake?.isActive == false }
    try checkAge()
  }

  /// Notes the time of an earlier backup with a plant or room.
  mutating func note(_ time: OffsetInstant, on name: String) {
    guard newer.map({ $0.at.instant < time.instant }) ?? true else { return }
    newer = (name, time)
  }

  /// Refuses a backup that would revert the changes of a later one.
  private func checkAge() throws(HortusFoxError) {
    guard !takesOlder, !plan.isEmpty, let latest = backup.latest,
      let (name, before) = newer, latest.instant < before.instant
    else { return }
    throw .older(
      name: name, before: before.description, now: latest.description)
  }

  // MARK: Rooms

  private mutating func planRooms(in snapshot: borrowing Snapshot) throws {
    for (row, location) in backup.locations {
      let held = rooms[location.room]
      let room = held?.id ?? self.room(called: location.name)
      places[row] = Place(
        room: room ?? location.room, name: location.name,
        toMake: room == nil ? location : nil)
      if let held {
        // A room that was merged keeps the other's name.
        guard held.id == location.room else { continue }
        try rename(held, location, in: snapshot)
      } else if location.isActive, rooms.name(of: location.room) == nil {
        // A room that somebody deleted here returns only with its next plant.
        make(row)
      }
    }
  }

  /// Returns the room with a name, unless it is that of another location, which
  /// may have another name now.
  private func room(called name: String) -> RoomID? {
    roomNames[name].first {
      !roomsOfLocations.contains($0) || rooms[$0] == nil
    }
  }

  /// Plans to make the room of a location, if it is missing.
  private mutating func make(_ row: String) {
    guard let location = places[row]?.toMake else { return }
    // Another location of the backup may have brought the name.
    let room = self.room(called: location.name)
    places[row] = Place(
      room: room ?? location.room, name: location.name, toMake: nil)
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
    try snapshot.forEachEvent(of: room.id) { payload, event, action, _ in
      guard let payload else { return }
      var isImported = HortusFoxRemark.isChange(payload.note)
      if case .roomCreated = payload.body { isImported = true }
      guard isImported, try !snapshot.isUndone(action, of: room.id)
      else { return }
      if let time = HortusFoxRemark.time(of: payload.note) {
        note(time, on: room.name)
      }
      before.evolve(payload, of: room.id, at: event.position)
    }
    switch BackupVerdict(location.name, before: before.name, now: room.name) {
    case .nothing: break
    case .change where roomNames[location.name].isEmpty:
      // This comes first, as a new room may get the name that becomes free.
      plan.rooms.insert(
        .init(
          place: location.place, id: room.id,
          command: .edit(RoomEdited(name: location.name))), at: 0)
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
        at: plant.addedAt ?? now, remark: remark)
    ]
    if let notes = plant.notes {
      steps.append(note(notes, at: now, notesRemark))
    }
    steps += facts(of: plant, before: [:], now: [:]) { _, _ in }
    steps += plant.log.map { note($0.text, at: $0.at ?? now, remark) }
    steps += plant.cares.map(Self.care)
    steps += photos(of: plant, hasCover: false)
    for task in plant.tasks {
      steps += self.steps(of: task, planned: nil, isOpen: false)
    }
    if plant.hasLeft {
      steps.append(departure(of: plant))
    }
    plan.plants.append(
      .init(
        place: plant.place, id: plant.id, isNew: true,
        isOfUnknownSpecies: plant.scientificName == nil, steps: steps))
  }

  /// Plans the tasks of the home.
  private mutating func planHomeTasks(in snapshot: borrowing Snapshot) throws {
    guard !backup.homeTasks.isEmpty else { return }
    let past = try HortusFoxPast(of: .home, in: snapshot)
    let home = try snapshot.plant(.home)
    if let time = past.latest { note(time, on: "the tasks of the home") }
    let steps = backup.homeTasks.flatMap {
      self.steps(
        of: $0, planned: past.tasks[$0.id],
        isOpen: home?.oneOffTask($0.id) != nil)
    }
    guard !steps.isEmpty else { return }
    plan.plants.append(
      .init(
        place: HortusFoxFile.tasks.rawValue, id: .home, isNew: false,
        isOfUnknownSpecies: false, steps: steps))
  }

  /// Returns the steps for a task, which an earlier import may have planned. A
  /// task that ended here stays so.
  mutating func steps(
    of task: HortusFoxTask, planned before: TaskAdded?, isOpen: Bool
  ) -> [HortusFoxPlan.Step] {
    let plan = HortusFoxPlan.Step(
      command: .addTask(task.added), at: now, remark: task.remark)
    guard let before else {
      if task.isDone { self.plan.tasksLeft += 1 }
      return task.isDone ? [] : [plan]
    }
    guard isOpen else { return [] }
    // Skipping the last possible day ends a task that repeats.
    let drop = PlantCommand.skip(
      before.kind, task: task.id,
      due: before.every == nil ? before.due : .latest)
    if task.isDone {
      let body = TaskCompleted(kind: before.kind, task: task.id)
      return [
        .init(
          command: before.every == nil ? .complete(body) : drop,
          at: task.changedAt ?? now, title: before.title)
      ]
    }
    guard !task.isAs(before) else { return [] }
    return [
      .init(command: drop, at: now, remark: remark, title: before.title), plan,
    ]
  }

  /// Returns the steps for custom fields; `before` has the values of earlier
  /// imports.
  ///
  /// - `kept`: Called for a field that changed in the backup and here, with the
  ///   value in the backup.
  mutating func facts(
    of plant: HortusFoxPlant, before: [String: String], now: [String: String],
    kept: (_ field: String, _ backup: String?) -> Void
  ) -> [HortusFoxPlan.Step] {
    var values: [String: String?] = before.mapValues { _ in nil }
    for attribute in plant.attributes {
      guard let field = fields[attribute.field.name] else { continue }
      if let value = field.kind.value(typed: attribute.text) {
        values[field.name] = .some(value)
      } else {
        values[field.name] = nil
        plan.problems.append(
          TableProblem(
            place: plant.place,
            reason: "'\(field.name)' is skipped: "
              + "'\(attribute.text.shortened)' is not "
              + field.kind.expectation))
      }
    }
    var steps: [HortusFoxPlan.Step] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      switch BackupVerdict(value, before: before[name], now: now[name]) {
      case .nothing: break
      case .conflict: kept(name, value)
      case .change:
        if !known.contains(name), value != nil {
          plan.fields[name] = fields[name]
        }
        steps.append(
          .init(
            command: .setFact(FactSet(name: name, value: value)), at: self.now,
            remark: remark))
      }
    }
    return steps
  }

  func departure(of plant: HortusFoxPlant) -> HortusFoxPlan.Step {
    .init(
      command: .remove(.other), at: plant.leftAt ?? now, remark: remark)
  }

  func photos(
    of plant: HortusFoxPlant, without there: Set<BlobName> = [],
    hasCover: Bool
  ) -> [HortusFoxPlan.Step] {
    var steps: [HortusFoxPlan.Step] = []
    for photo in plant.photos {
      guard photo.file.sourceSha256.map(there.contains) != true else {
        continue
      }
      steps.append(
        .init(
          command: .capturePhoto(photo.file), at: photo.at,
          remark: photo.note))
      guard photo.isCover, !hasCover else { continue }
      var said = PhotoAnnotated(photo: photo.file.photo)
      said.isCover = true
      steps.append(
        .init(command: .annotatePhoto(said), at: now, remark: remark))
    }
    return steps
  }

  static func care(_ care: HortusFoxPlant.Care) -> HortusFoxPlan.Step {
    .init(command: .complete(TaskCompleted(kind: care.kind)), at: care.at)
  }

  func note(
    _ text: String, at: OffsetInstant, _ remark: String,
    replaces: EventHash? = nil
  ) -> HortusFoxPlan.Step {
    .init(
      command: .note(.init(text: text, replaces: replaces)), at: at,
      remark: remark)
  }

  /// Returns the room for the plant, which is made if it is missing; `nil` if
  /// the backup has none, and `.some(nil)` for "Other".
  mutating func room(of plant: HortusFoxPlant) -> RoomID?? {
    guard let row = plant.location, places[row] != nil else { return nil }
    make(row)
    guard let room = places[row]?.room else { return nil }
    return .some(room == StandardRoom.other.id ? nil : room)
  }

  /// Returns the plant's names. The name in HortusFox becomes the nickname if
  /// no other plant has it. Otherwise it becomes a common name, and the
  /// nickname gets a number: "Monty 2".
  mutating func names(
    of plant: HortusFoxPlant, in snapshot: borrowing Snapshot
  ) throws -> (nickname: String?, common: [String]) {
    guard let name = plant.name else { return (nil, []) }
    guard try !claim(name, for: plant.id, in: snapshot) else {
      return (name, [])
    }
    for number in (nextNumbers[name] ?? 2)...Self.mostOfOneName {
      nextNumbers[name] = min(number + 1, Self.mostOfOneName)
      let numbered = "\(name) \(number)"
      if numbered.utf8.count <= FieldForm.nameLimit,
        try claim(numbered, for: plant.id, in: snapshot)
      {
        return (numbered, [name])
      }
    }
    return (nil, [name])
  }

  private static let mostOfOneName = 10_000

  /// Returns whether a plant can have a nickname, and reserves it.
  mutating func claim(
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
}
