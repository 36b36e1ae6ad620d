internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// The revisions of a calendar's entries. They depend on the events alone, so
/// that replicas with the same events agree.
///
/// An entry's revision includes the events that change what it shows: the names
/// of its plant, all rooms that the plant was ever in, the schedule, care,
/// skips and snoozes of the kind or of the one-off task, and the settings that
/// move days or alarms. Former rooms count as well, because numbers must not
/// decrease when a plant is moved. So does the preferred time, once a schedule
/// had no time of its own. A merge, or its undo, changes which events concern an
/// entry, so all events of plants that were ever merged concern the entries of
/// each.
///
/// The subject of an erased event is unknown. It counts for all entries of its
/// plant or room, and so does its erasure.
struct CalendarRevisions {
  private let undoings: [ActionReference: CalendarRevision]
  private let erasures: [EventReference: CalendarRevision]
  private let settings: [String: CalendarRevision]
  /// The revision of erased settings.
  private let erasedSettings: CalendarRevision
  private var rooms: [RoomID: RoomRevision] = [:]
  private var plants: [PlantID: PlantRevision] = [:]
  private let everMerged: EverMerged

  /// Reads the journal's own stream, settings and undos, and merges of plants.
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
        erasures[body.reference, default: .init()].count(stamp)
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
    everMerged = try EverMerged(snapshot)
  }

  /// A Boolean value that indicates whether waterings may ever have been
  /// grouped. Events of any plant may then have moved them.
  var mayHaveGathered: Bool {
    settings[SettingKey.groupWateringDays.rawValue] != nil
      || erasedSettings != CalendarRevision()
  }

  /// Returns the revision of an entry.
  ///
  /// - Complexity: O(*n*) for *n* events of the plant, and of those that were
  ///   ever merged with it, on its first call, and the same for its rooms.
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
    let group = everMerged.group(of: id)
    var plant = PlantRevision()
    for stream in group {
      try snapshot.forEachEvent(inAll: [stream]) {
        payload, event, action, isErased in
        if let payload {
          plant.count(payload.body, event.position.stamp, undoings[action])
        } else if isErased {
          plant.countErased(erased(event, action))
        }
        if group.count > 1 {
          plant.countForAll(event.position.stamp, undoings[action])
        }
      }
    }
    for id in group { plants[id] = plant }
    return plant
  }

  private mutating func roomRevision(
    of plant: PlantRevision, in snapshot: borrowing Snapshot
  ) throws -> CalendarRevision {
    let other = StandardRoom.other.id
    var revision = CalendarRevision()
    var (pending, seen) = (plant.rooms, Set<RoomID>())
    while let id = pending.popFirst() {
      guard seen.insert(id).inserted else { continue }
      let room = try room(id, in: snapshot)
      revision.add(room.shown)
      // "Other" stays, and is not merged.
      guard id != other else { continue }
      if room.wasDeleted { pending.insert(other) }
      pending.formUnion(room.targets)
      if room.hasUnknownTargets {
        pending.formUnion(snapshot.rooms.all.map(\.id))
      }
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

  /// Returns the revision of an erased event: the event, its erasure and the
  /// undos of its action.
  private func erased(
    _ event: VisitedEvent, _ action: ActionReference
  ) -> CalendarRevision {
    var revision = erasures[event.position.reference] ?? .init()
    revision.count(event.position.stamp, undoings[action])
    return revision
  }
}

extension CalendarRevision {
  /// Counts an event and the undos of its action.
  mutating func count(_ stamp: Stamp, _ undoings: CalendarRevision?) {
    count(stamp)
    if let undoings { add(undoings) }
  }
}
