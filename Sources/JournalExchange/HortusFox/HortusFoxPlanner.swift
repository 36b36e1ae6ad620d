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
/// Reads the journal as it was before the transaction wrote anything.
struct HortusFoxPlanner: ~Copyable {
  /// What a location is: a room that is there or is going to be.
  struct Place {
    let room: RoomID
    /// What the backup calls it.
    let name: String
    /// The room that has to be made first; `nil` for none.
    let toMake: HortusFoxBackup.Location?
  }

  let now: OffsetInstant
  /// On what comes from the backup.
  let remark: String
  /// The same on the text beside a plant.
  let notesRemark: String
  private let backup: HortusFoxBackup
  /// The fields of the backup's attributes; those of the journal come first.
  private let fields: [String: FactField]
  private let known: Set<String>
  private let rooms: RoomList
  private var roomNames: RoomNames
  /// The rooms of locations, whatever they are called by now.
  private let roomsOfLocations: Set<RoomID>
  /// The locations by their numbers.
  var places: [String: Place] = [:]
  /// The nicknames that plants of the backup get, folded.
  private var nicknames: [String: PlantID] = [:]
  /// The next number to try, by the name of several plants.
  private var nextNumbers: [String: Int] = [:]
  var plan = HortusFoxPlan()
  /// The plant or room of which the latest backup before told, and when that
  /// was.
  private var newer: (name: String, at: OffsetInstant)?
  private let takesOlder: Bool

  /// - `takesOlder`: Whether a backup is taken that is older than one before.
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
    // A clock that went wrong once must not make all that follows look old.
    let latest = backup.latest.map { $0.instant < now.instant ? $0 : now }
    remark = HortusFoxRemark.change(asOf: latest)
    notesRemark = HortusFoxRemark.notes(asOf: latest)
    roomNames = RoomNames(rooms)
    roomsOfLocations = Set(backup.locations.map(\.location.room))
  }

  /// Finds out what the import writes.
  ///
  /// - Throws: ``HortusFoxError``, and what reading throws.
  mutating func makePlan(in snapshot: borrowing Snapshot) throws {
    try planRooms(in: snapshot)
    // Those that are there come to their names first.
    for hasLeft in [false, true] {
      for plant in backup.plants where plant.hasLeft == hasLeft {
        try add(plant, in: snapshot)
      }
    }
    try planHomeTasks(in: snapshot)
    plan.locationsLeft = places.values.count { $0.toMake?.isActive == false }
    try checkAge()
  }

  /// Notes when an earlier backup told of a plant or room.
  mutating func note(_ time: OffsetInstant, on name: String) {
    guard newer.map({ $0.at.instant < time.instant }) ?? true else { return }
    newer = (name, time)
  }

  /// Refuses what would take back what a later backup brought.
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
        try rename(held, location, in: snapshot)
      } else if location.isActive, rooms.name(of: location.room) == nil {
        // One that somebody deleted here returns with its next plant alone.
        make(row)
      }
    }
  }

  /// A room of that name which is none of another location: that one may be
  /// called otherwise by now.
  private func room(called name: String) -> RoomID? {
    roomNames[name].first {
      !roomsOfLocations.contains($0) || rooms[$0] == nil
    }
  }

  /// The room of a location, which is made where it is missing.
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
    try snapshot.forEachPayload(of: room.id) { payload, _, action in
      var isImported = HortusFoxRemark.isChange(payload.note)
      if case .roomCreated = payload.body { isImported = true }
      guard isImported, try !snapshot.isUndone(action, of: room.id)
      else { return }
      if let time = HortusFoxRemark.time(of: payload.note) {
        note(time, on: room.name)
      }
      before.evolve(payload, of: room.id)
    }
    switch BackupVerdict(location.name, before: before.name, now: room.name) {
    case .nothing: break
    case .change where roomNames[location.name].isEmpty:
      // A new room may get the name that becomes free.
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

  /// Plans the tasks that name no plant.
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

  /// What becomes of a task, which an earlier import may have planned. One
  /// that ended here stays so.
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
    // Skipping the last day there is ends a task that comes round.
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

  /// What changes of the fields that people named: the values before are those
  /// of earlier imports.
  ///
  /// - `kept`: Is told of a field that changed in the backup and here, and of
  ///   what the backup says.
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
            reason: "'\(field.name)' is left out: "
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

  /// Where the plant is going to stand, in a room that is there or is made
  /// now; `nil` where the backup does not say, and `.some(nil)` for "Other".
  mutating func room(of plant: HortusFoxPlant) -> RoomID?? {
    guard let row = plant.location, places[row] != nil else { return nil }
    make(row)
    guard let room = places[row]?.room else { return nil }
    return .some(room == StandardRoom.other.id ? nil : room)
  }

  /// HortusFox's name is the nickname if no other plant has it, else a common
  /// name, and the nickname is that with a number: "Monty 2".
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

  /// Returns whether a plant can have a nickname, which is its own then.
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
