internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// Tells how often the entries of a calendar were revised, from the events
/// alone, so that replicas with the same events agree.
///
/// What counts is what an entry shows: the names of its plant, the rooms in
/// which the plant ever stood, the schedule of the kind or the one-off task,
/// and the settings of alarms. Care does not: a scheduled entry is named by
/// its day, and care makes other days. All rooms count, not only the present
/// one, because numbers must not fall when a plant is moved; so does the
/// preferred time once a schedule went without a time of its own.
struct CalendarRevisions {
  private let undoings: [ActionReference: CalendarRevision]
  private let settings: [String: CalendarRevision]
  private var rooms: [RoomID: RoomRevision] = [:]
  private var plants: [PlantID: PlantRevision] = [:]

  /// Reads the journal's own stream: settings, and what was undone.
  init(_ snapshot: borrowing Snapshot) throws {
    var undoings: [ActionReference: CalendarRevision] = [:]
    var changes: [(key: String, stamp: Stamp, action: ActionReference)] = []
    try snapshot.forEachPayload(of: .journal) { payload, header, action in
      switch payload.body {
      case .actionUndone(let body):
        undoings[body.target, default: .init()].count(header.stamp)
      case .settingChanged(let body):
        changes.append((body.key, header.stamp, action))
      default: break
      }
    }
    var settings: [String: CalendarRevision] = [:]
    for change in changes {
      settings[change.key, default: .init()].count(
        change.stamp, undoings[change.action])
    }
    self.undoings = undoings
    self.settings = settings
  }

  /// How often an entry was revised.
  ///
  /// - Complexity: O(*n*) for *n* events of the plant when it is first asked
  ///   for, and likewise for its rooms.
  mutating func revision(
    of entry: DueEntry, in snapshot: borrowing Snapshot
  ) throws -> CalendarRevision {
    let plant = try plant(entry.plant, in: snapshot)
    var revision = plant.shown
    var keys: [SettingKey] = [.timeZone, .reminders, .reminderDays]
    if let task = entry.task.task {
      revision.add(plant.tasks[task] ?? .init())
      keys.append(.preferredTime)
    } else {
      revision.add(plant.schedules[entry.task.kind] ?? .init())
      if plant.untimedKinds.contains(entry.task.kind) {
        keys.append(.preferredTime)
      }
    }
    for key in keys { revision.add(settings[key.rawValue] ?? .init()) }
    revision.add(try roomRevision(of: plant, in: snapshot))
    return revision
  }

  private mutating func plant(
    _ id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> PlantRevision {
    if let known = plants[id] { return known }
    var plant = PlantRevision()
    try snapshot.forEachPayload(of: id) { payload, header, action in
      plant.count(payload.body, header.stamp, undoings[action])
    }
    plants[id] = plant
    return plant
  }

  private mutating func roomRevision(
    of plant: PlantRevision, in snapshot: borrowing Snapshot
  ) throws -> CalendarRevision {
    let other = StandardRoom.other.id
    var revision = CalendarRevision()
    var isOtherShown = plant.rooms.contains(other)
    for id in plant.rooms where id != other {
      let room = try room(id, in: snapshot)
      revision.add(room.shown)
      if room.wasDeleted { isOtherShown = true }
    }
    if isOtherShown {
      revision.add(try room(other, in: snapshot).shown)
    }
    return revision
  }

  private mutating func room(
    _ id: RoomID, in snapshot: borrowing Snapshot
  ) throws -> RoomRevision {
    if let known = rooms[id] { return known }
    var room = RoomRevision()
    try snapshot.forEachPayload(of: id) { payload, header, action in
      room.count(payload.body, header.stamp, undoings[action])
    }
    rooms[id] = room
    return room
  }
}

extension CalendarRevision {
  /// Counts an event and the undoings of its action.
  mutating func count(_ stamp: Stamp, _ undoings: CalendarRevision?) {
    count(stamp)
    if let undoings { add(undoings) }
  }
}
