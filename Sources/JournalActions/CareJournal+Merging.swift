internal import Encodings
public import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// A request to merge two plants or two rooms.
public struct MergeRequest: Sendable {
  /// The name of the plant or room that stays.
  public var kept: String
  /// The name of the plant or room that is merged into it.
  public var merged: String
  /// The rules for names of plants.
  public var naming: PlantNaming
  /// A remark.
  public var note: String?

  /// Creates a request.
  public init(
    _ merged: String, into kept: String, naming: PlantNaming = PlantNaming()
  ) {
    self.kept = kept
    self.merged = merged
    self.naming = naming
  }
}

/// An error of merging.
public enum MergeError: DescribedError, Sendable {
  /// The two are one already.
  case isPart(String, of: String)
  /// A plant and a room cannot be merged.
  case plantAndRoom(plant: String, room: String)

  public var facts: ErrorFacts {
    switch self {
    case .isPart(let name, let whole):
      .init(
        .conflict, "'\(name)' is part of '\(whole)' already",
        outcome: .nothingWritten)
    case .plantAndRoom(let plant, let room):
      .init(
        .invalidInput, "'\(plant)' is a plant, and '\(room)' is a room",
        "name two plants or two rooms", outcome: .nothingWritten)
    }
  }
}

/// The parts that a merged plant brings into the other.
public struct MergedParts: Sendable, Hashable {
  /// The number of times that care was given.
  public private(set) var cares = 0
  /// The number of notes.
  public private(set) var notes = 0
  /// The number of measurements.
  public private(set) var measurements = 0
  /// The number of photos.
  public private(set) var photos = 0
  /// The number of open one-off tasks.
  public private(set) var tasks = 0
  /// The number of tasks that are snoozed.
  public private(set) var snoozes = 0

  /// Counts what a plant shows.
  init(
    of plant: PlantID, _ state: PlantState, in snapshot: borrowing Snapshot
  ) throws {
    tasks = state.oneOffTasks.count
    snoozes = snapshot.calendar.explanations(of: state)
      .count { $0.snooze != nil }
    try snapshot.forEachPayload(of: plant) { payload, header, action in
      guard case .taskCompleted(let body) = payload.body, body.amends == nil,
        try !snapshot.isUndone(action, of: header.stream)
      else { return }
      cares += 1
    }
    notes = try NoteView.all(of: plant, in: snapshot).count
    measurements = try MeasurementView.series(of: plant, in: snapshot).count
    photos = try PhotoView.all(of: plant, in: snapshot).count
  }
}

extension CareJournal {
  /// Merges two plants or two rooms, as one action.
  ///
  /// The plant that stays shows past and future events of both, and gets the
  /// facts and schedules that only the other has. The room that stays shows the
  /// other's plants.
  ///
  /// - Returns: ``Change/merged(_:into:_:)`` or
  ///   ``Change/roomsMerged(_:into:plants:)``, and other changes made.
  /// - Throws: `CareError`, and errors of finding plants or rooms.
  public func merge(
    _ request: MergeRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      let snapshot = try session.snapshot()
      if let (kept, merged) = try request.rooms(in: snapshot) {
        return try session.merge(
          merged, into: kept, at: at, note: request.note, &receipt)
      }
      let kept = try snapshot.plant(named: request.kept, request.naming)
      let merged = try snapshot.plant(named: request.merged, request.naming)
      if kept == merged, !session.namedMerged.plants.isEmpty {
        // One of the names, of which the other may be the plant's own.
        let own = try snapshot.plant(kept)?.displayName ?? ""
        throw MergeError.isPart(
          request.merged.foldedName == own.foldedName
            ? request.kept : request.merged, of: own)
      }
      try session.merge(
        merged, into: kept, at: at, note: request.note, &receipt)
    }
  }
}

extension MergeRequest {
  /// Returns the rooms that the request names, or `nil` if it names plants. It
  /// names rooms if both names are those of rooms, or one is, and not that of a
  /// plant.
  fileprivate func rooms(
    in snapshot: borrowing Snapshot
  ) throws -> (kept: RoomList.Room, merged: RoomList.Room)? {
    let rooms = snapshot.rooms
    let names = [kept, merged].filter { rooms.exactly($0) != nil }
    guard let name = names.first else { return nil }
    if names.count == 1 {
      let plants = try snapshot.names(equalTo: name)
      guard plants.allSatisfy(\.isRemoved) else { return nil }
      let other = name == kept ? merged : kept
      if try snapshot.names(equalTo: other).contains(where: { !$0.isRemoved }),
        (try? rooms.room(named: other)) == nil
      {
        throw MergeError.plantAndRoom(plant: other, room: name)
      }
    }
    guard let kept = rooms[try rooms.room(named: kept)],
      let merged = rooms[try rooms.room(named: merged)]
    else { return nil }
    if kept == merged,
      let part = [self.merged, self.kept].first(where: {
        rooms.exactly($0) == nil && $0.foldedName != kept.name.foldedName
      })
    {
      throw MergeError.isPart(part, of: kept.name)
    }
    return (kept, merged)
  }
}

extension RoomList {
  /// Returns the room with exactly this name or id.
  fileprivate func exactly(_ name: String) -> Room? {
    let exact = named(name)
    return exact.count == 1
      ? exact[0]
      : rooms.first {
        $0.id.description == name || ShortID.text(of: $0.id) == name
      }
  }
}

extension ActionSession {
  fileprivate mutating func merge(
    _ merged: RoomList.Room, into kept: RoomList.Room, at: OffsetInstant,
    note: String?, _ receipt: inout Receipt
  ) throws {
    let count = try snapshot().plantCount(in: merged.id)
    let name = RoomName(kept.id, kept.name)
    try action { session in
      try session.perform(
        RoomCommand.merge(into: kept.id), on: merged.id, at: at, note: note)
      receipt.changes.append(
        .roomsMerged(
          RoomName(merged.id, merged.name), into: name, plants: count))
      guard kept.icon.isEmpty, !merged.icon.isEmpty else { return }
      let edit = RoomEdited(icon: merged.icon)
      try session.perform(RoomCommand.edit(edit), on: kept.id, at: at)
      receipt.changes.append(.roomEdited(name, edit))
    }
  }

  fileprivate mutating func merge(
    _ id: PlantID, into kept: PlantID, at: OffsetInstant, note: String?,
    _ receipt: inout Receipt
  ) throws {
    let snapshot = try snapshot()
    let merged = try plant(id)
    let parts = try MergedParts(of: id, merged, in: snapshot)
    let names = (try name(id), try name(kept))
    try action { session in
      try session.perform(
        PlantCommand.merge(into: kept), on: id, at: at, note: note)
      receipt.changes.append(.merged(names.0, into: names.1, parts))
      // Plants that come from it come from the plant that stays, which cannot
      // come from itself.
      if let parent = try session.plant(kept).profile?.parent,
        try session.plant(parent, comesFrom: kept)
      {
        var edit = PlantEdited()
        edit.parent = .clear
        try session.perform(.edit(edit), on: kept, at: at)
        receipt.changes.append(.edited(names.1, edit))
      }
      var given = PlantEdited(of: merged)
      if case .set(let parent) = given.parent,
        try session.plant(parent, comesFrom: kept)
      {
        given.parent = .keep
      }
      let filling = try MergeFilling(
        session.plant(kept), given, from: merged, session.settings.fields,
        session.rooms(), session.calendar)
      for step in filling.steps {
        try session.perform(
          step.command, on: kept, at: step.since ?? at, note: step.note)
        if let change = try session.change(by: step.command, of: names.1) {
          receipt.changes.append(change)
        }
      }
      let left = try filling.leftBehind.compactMap {
        try session.change(by: $0, of: names.0)
      }
      if !left.isEmpty {
        receipt.notices.append(.leftBehind(left, names.0, by: names.1))
      }
      let toxicity = merged.toxicity
      if toxicity.isToxic, try !session.plant(kept).toxicity.isToxic {
        receipt.notices.append(.losesToxicity(names.0, toxicity, by: names.1))
      }
    }
  }

  /// Returns the change that a command made to a plant, or would make.
  private mutating func change(
    by command: PlantCommand, of name: PlantName
  ) throws -> Change? {
    switch command {
    case .edit(let edit): return try edited(name, edit)
    case .move(let room):
      let shown = try rooms()[room ?? StandardRoom.other.id]?.name
      return .moved(name, room: shown ?? "")
    case .favorite(let isFavorite): return .favorited(name, isFavorite)
    case .setFact(let fact):
      return .factsSet(name, [fact], of: settings.fields)
    case .profileCare(let profile): return .profiled(name, profile)
    case .remindOfPhotos(let cadence): return .remindedOfPhotos(name, cadence)
    case .setSchedule(let schedule):
      let plant = try plant(name.id)
      let open = plant.care(schedule.kind).flatMap {
        calendar.openTask(of: $0, in: plant)
      }
      return .scheduled(name, schedule, advice: nil, next: open?.due)
    default: return nil
    }
  }
}
