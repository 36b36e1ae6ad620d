internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// Tells how often the entries of a calendar were revised, from the events
/// alone, so that replicas with the same events agree.
///
/// What counts is what an entry shows: the names of its plant, the rooms in
/// which the plant ever stood, the schedule, care, skips and snoozes of the
/// kind or those of the one-off task, and the settings that move days or
/// alarms. All rooms count, not only the present
/// one, because numbers must not fall when a plant is moved; so does the
/// preferred time once a schedule went without a time of its own.
///
/// Of an event that was erased it is not known what it was about. It counts for
/// all entries of its plant or room, and its erasure counts too.
struct CalendarRevisions {
  private let undoings: [ActionReference: CalendarRevision]
  private let erasures: [EventReference: CalendarRevision]
  private let settings: [String: CalendarRevision]
  /// Of settings that were erased.
  private let erasedSettings: CalendarRevision
  private var rooms: [RoomID: RoomRevision] = [:]
  private var plants: [PlantID: PlantRevision] = [:]

  /// Reads the journal's own stream: settings, and what was undone.
  init(_ snapshot: borrowing Snapshot) throws {
    var undoings: [ActionReference: CalendarRevision] = [:]
    var erasures: [EventReference: CalendarRevision] = [:]
    var changes: [(key: String, stamp: Stamp, action: ActionReference)] = []
    var erased: [(event: LogPosition, action: ActionReference)] = []
    try snapshot.forEachEvent(of: .journal) {
      payload, event, action, isErased in
      let stamp = event.position.stamp
      switch payload?.body {
      case .actionUndone(let body):
        undoings[body.target, default: .init()].count(stamp)
      case .payloadErased(let body):
        erasures[body.target, default: .init()].count(stamp)
      case .settingChanged(let body): changes.append((body.key, stamp, action))
      default:
        if isErased { erased.append((event.position, action)) }
      }
    }
    var erasedSettings = CalendarRevision()
    for (event, action) in erased {
      erasedSettings.count(event.stamp, undoings[action])
      erasedSettings.add(erasures[event.reference] ?? .init())
    }
    var settings: [String: CalendarRevision] = [:]
    for change in changes {
      settings[change.key, default: .init()].count(
        change.stamp, undoings[change.action])
    }
    self.undoings = undoings
    self.erasures = erasures
    self.settings = settings
    self.erasedSettings = erasedSettings
  }

  /// Whether waterings were ever gathered, as far as is known: then others'
  /// events may have moved each.
  var mayHaveGathered: Bool {
    settings[SettingKey.groupWateringDays.rawValue] != nil
      || erasedSettings != CalendarRevision()
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
    var keys: [SettingKey] = [.timeZone, .reminders, .reminderDays, .units]
    if let task = entry.task.task {
      revision.add(plant.tasks[task] ?? .init())
      keys.append(.preferredTime)
    } else {
      revision.add(plant.schedules[entry.task.kind] ?? .init())
      keys += [.hemisphere, .adjustForSeason, .groupWateringDays]
      if plant.untimedKinds.contains(entry.task.kind) {
        keys.append(.preferredTime)
      }
    }
    for key in keys { revision.add(settings[key.rawValue] ?? .init()) }
    revision.add(erasedSettings)
    revision.add(try roomRevision(of: plant, in: snapshot))
    return revision
  }

  private mutating func plant(
    _ id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> PlantRevision {
    if let known = plants[id] { return known }
    var plant = PlantRevision()
    try snapshot.forEachEvent(of: id) { payload, event, action, isErased in
      if let payload {
        plant.count(payload.body, event.position.stamp, undoings[action])
      } else if isErased {
        plant.countErased(erased(event, action))
      }
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
    try snapshot.forEachEvent(of: id) { payload, event, action, isErased in
      if let payload {
        room.count(payload.body, event.position.stamp, undoings[action])
      } else if isErased {
        room.countErased(event.header.knownType, erased(event, action))
      }
    }
    rooms[id] = room
    return room
  }

  /// An event that was erased, its erasure and the undoings of its action.
  private func erased(
    _ event: VisitedEvent, _ action: ActionReference
  ) -> CalendarRevision {
    var revision = erasures[event.position.reference] ?? .init()
    revision.count(event.position.stamp, undoings[action])
    return revision
  }
}

extension CalendarRevision {
  /// Counts an event and the undoings of its action.
  mutating func count(_ stamp: Stamp, _ undoings: CalendarRevision?) {
    count(stamp)
    if let undoings { add(undoings) }
  }
}
