public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime

extension ActionSession {
  /// Decides a command on a plant's present state and records its event.
  ///
  /// - Throws: ``CareError`` if the command is refused.
  public mutating func perform(
    _ command: PlantCommand, on id: PlantID, at: OffsetInstant,
    note: String? = nil
  ) throws {
    try Self.checkIsCredible(at, now: now)
    switch command {
    case .add:
      let isRoom = try room(id).latest != nil || StandardRoom(id: id) != nil
      if isRoom || id == .journal || id == .home { throw CareError.idTaken(id) }
    case .annotatePhoto(let body):
      if let takenAt = body.takenAt {
        try Self.checkIsCredible(takenAt, now: now)
      }
    case .merge(let other) where other != id: try checkIsPresent(other)
    case .note(let body):
      if let former = body.replaces { try checkIsNote(former, of: id) }
    case .amend(let body): try checkIsCare(amendedBy: body, of: id)
    default: break
    }
    let plant = try plant(id)
    let context = try context(of: command, on: id, plant)
    let body = try command.decide(on: id, plant, at: at, in: context)
    try record(
      EventPayload(at: at, note: note, body: body),
      of: try stream(of: command, on: id))
  }

  /// Returns the stream for the event of a command. An event that names an
  /// earlier one goes to that one's stream, which may be that of a plant merged
  /// into this one: if they are taken apart, it stays with what it is about.
  private mutating func stream(
    of command: PlantCommand, on id: PlantID
  ) throws -> StreamID {
    let group = try projector.merges(of: id).group(of: id)
    guard group.count > 1, let origin = command.origin else { return id }
    switch origin {
    case .event(let reference): return try stream(of: reference) ?? id
    case .note(let hash):
      let note = try positions(of: .note, of: id).last {
        $0.hashPrefix == hash.prefix
      }
      return try note.flatMap { try stream(of: $0.reference) } ?? id
    case .photo(let photo): return try stream(of: photo, of: id) ?? id
    case .task(let task):
      try projector.flushEntries()
      return try stream(of: task, in: group) ?? id
    }
  }

  private func positions(
    of kind: ObservationKind, of plant: PlantID
  ) throws -> [LogPosition] {
    try projector.databases.positions(of: kind, of: plant, in: transaction)
  }

  private func stream(of reference: EventReference) throws -> StreamID? {
    try log.event(reference, in: transaction)?.header.stream
  }

  /// Returns the stream in which a photo was taken, and not removed since: one
  /// that moved between plants that are one now keeps its id.
  private func stream(
    of photo: PhotoID, of plant: PlantID
  ) throws -> StreamID? {
    var removed: Set<StreamID> = []
    for position in try positions(of: .photo, of: plant).reversed() {
      guard let event = try log.event(position.reference, in: transaction)
      else { continue }
      let stream = event.header.stream
      switch event.payload?.body {
      case .photoCaptured(let body)
      where body.photo == photo && !removed.contains(stream):
        return stream
      case .photoRemoved(let body) where body.photo == photo:
        removed.insert(stream)
      default: break
      }
    }
    return nil
  }

  /// Returns the stream in which a one-off task was added last.
  ///
  /// - Complexity: O(*n*) in the events since.
  private func stream(
    of task: TaskID, in streams: Set<StreamID>
  ) throws -> StreamID? {
    var found: StreamID?
    try log.forEachEvent(of: streams, .backward, in: transaction) {
      entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard event.header.knownType == .taskAdded,
        case .taskAdded(let body) = event.payload(in: bytes)?.body,
        body.task == task
      else { return true }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      let stream = event.header.stream
      guard try !projector.isUndone(action, in: stream) else { return true }
      found = stream
      return false
    }
    return found
  }

  private mutating func context(
    of command: PlantCommand, on id: PlantID, _ plant: PlantState
  ) throws -> DecisionContext {
    let homonyms =
      try command.nickname(of: plant).map {
        try projector.databases.nameIndex.entries(
          named: NameIndex.fold($0), in: transaction)
      } ?? []
    let others = homonyms.filter { $0.plant != id }
    return DecisionContext(
      calendar: calendar,
      rooms: try command.wantedRoom.map { _ in try rooms() } ?? RoomList([:]),
      nicknameHolder: others.first {
        $0.role == .nickname && !$0.isRemoved
      }?.plant,
      shortIDHolder: others.first { $0.role == .shortID }?.plant,
      parentLine: try command.wantedParent.map {
        try projector.line(of: $0)
      } ?? [], field: command.wantedField.flatMap(settings.field))
  }

  /// Throws for a plant that is not in the collection.
  private mutating func checkIsPresent(_ id: PlantID) throws {
    let plant = try plant(id)
    guard plant.profile != nil else { throw CareError.unknownPlant(id) }
    guard plant.isPresent else {
      throw CareError.absent(id, plant)
    }
  }

  /// Throws unless the hash is that of a stored note of the plant.
  private func checkIsNote(_ hash: EventHash, of plant: PlantID) throws {
    let isNote = try positions(of: .note, of: plant).contains { position in
      guard position.hashPrefix == hash.prefix else { return false }
      return try log.event(position.reference, in: transaction)?.hash == hash
    }
    guard isNote else { throw CareError.unknownNote(hash, plant: plant) }
  }

  /// Throws for an event that is not the care of a plant that is to be amended.
  private mutating func checkIsCare(
    amendedBy body: TaskCompleted, of plant: PlantID
  ) throws {
    guard let origin = body.amends else { return }
    guard let event = try log.event(origin.reference, in: transaction),
      event.hash == origin.hash,
      try projector.root(of: event.header.stream) == plant,
      case .taskCompleted(let care) = event.payload?.body, care.amends == nil,
      care.kind == body.kind, care.task == body.task
    else { throw CareError.unknownCare(origin.hash, plant: plant) }
  }

  /// Refuses a time at which no plant can have been cared for or photographed.
  /// A mistyped year would hide the task until then, without a sign.
  package static func checkIsCredible(
    _ at: OffsetInstant, now: Instant
  ) throws(CareError) {
    let year: Int64 = 366 * 86_400_000
    guard at.instant.milliseconds - now.milliseconds <= year else {
      throw .tooFarAhead(at)
    }
    // 1900-01-01T00:00:00Z
    guard at.instant.milliseconds >= -2_208_988_800_000 else {
      throw .tooLongAgo(at)
    }
  }

  /// Decides a command on a room's present state and records its event.
  public mutating func perform(
    _ command: RoomCommand, on id: RoomID, at: OffsetInstant,
    note: String? = nil
  ) throws {
    if case .create = command {
      let isPlant = try plant(id).profile != nil
      if isPlant || id == .journal || id == .home {
        throw CareError.idTaken(id)
      }
    }
    let room = try room(id)
    var names = try projector.takeRoomNames()
    let body = try command.decide(on: id, room, in: names)
    let parts = command == .delete ? try rooms().parts(of: id) : []
    try record(EventPayload(at: at, note: note, body: body), of: id)
    // Otherwise these would show again.
    for part in parts.sorted() where try self.room(part).isPresent {
      try record(EventPayload(at: at, body: body), of: part)
    }
    if case .roomCreated(let room) = body {
      names.add(id, name: room.name, sortOrder: room.sortOrder)
      projector.roomNames = names
    }
  }

  /// Records that a setting got a value.
  ///
  /// - Throws: ``CareError/badSetting(key:reason:)`` for a key or
  ///   value that this program does not know.
  public mutating func changeSetting(
    _ key: String, to value: SettingValue, at: OffsetInstant,
    note: String? = nil
  ) throws {
    if let reason = Self.refusal(of: value, for: key) {
      throw CareError.badSetting(key: key, reason: reason)
    }
    if key == SettingKey.timeZone.rawValue, case .text(let name) = value {
      // Only the system knows which zones there are.
      _ = try TimeZoneRules(identifier: name)
    }
    let body = SettingChanged(key: key, value: value)
    try record(
      EventPayload(at: at, note: note, body: .settingChanged(body)),
      of: .journal)
    // What is decided next in the same action may be a value of the field.
    if FactField.isKey(key) { try projector.finish() }
  }

  private static func refusal(
    of value: SettingValue, for key: String
  ) -> String? {
    if NamedFilter(key: key) != nil { return NamedFilter.refusal(of: value) }
    if FactField.isKey(key) {
      return FactField.refusal(of: value, for: key)
    }
    guard let known = SettingKey(rawValue: key) else {
      let keys = SettingKey.allCases.map(\.rawValue).joined(separator: ", ")
      return "does not exist; there are \(keys)"
    }
    if case .text(let text) = value, let fault = NewName.fault(of: text) {
      return "must not hold \(fault)"
    }
    return known.refusal(of: value)
  }

  /// Records the name that people give a writer, by default the session's own.
  ///
  /// - Throws: ``CareError/unknownWriter(_:)`` if the log holds no
  ///   event of the writer.
  public mutating func name(
    _ writer: WriterID?, _ name: WriterName, at: OffsetInstant,
    note: String? = nil
  ) throws {
    let writer = writer ?? self.writer
    guard
      try writer == self.writer
        || !log.tips(of: writer, in: transaction).tips.isEmpty
    else { throw CareError.unknownWriter(writer) }
    let body = WriterNamed(writer: writer, name: name)
    try record(
      EventPayload(at: at, note: note, body: .writerNamed(body)), of: .journal)
  }

  /// Records that the payload of an event is erased, and drops it.
  public mutating func erase(
    _ event: RecordedEvent, at: OffsetInstant
  ) throws {
    let body = NamedEvent(
      writer: event.header.writer, sequence: event.header.sequence,
      hash: event.hash)
    try record(EventPayload(at: at, body: .payloadErased(body)), of: .journal)
  }

  /// Records that an action is undone or redone, for one plant alone if it is
  /// given.
  public mutating func undo(
    _ action: ActionReference, of plant: PlantID? = nil, undone: Bool,
    at: OffsetInstant
  ) throws {
    guard let first = try log.event(action.first, in: transaction) else {
      throw StorageError.damagedEvent(
        action.first, reason: "it is to be undone but not there")
    }
    let body = ActionUndone(
      writer: action.first.writer, sequence: action.first.sequence,
      hash: first.hash, plant: plant, undone: undone)
    try record(EventPayload(at: at, body: .actionUndone(body)), of: .journal)
  }
}

extension ActionSession {
  /// Returns whether a plant is another one or comes from it. Plants that were
  /// merged are the plants that stand for them.
  public mutating func plant(
    _ plant: PlantID, comesFrom ancestor: PlantID
  ) throws -> Bool {
    try projector.line(of: plant).contains(ancestor)
  }
}

extension Projector {
  /// A plant and its ancestors, each once: replicas can make a circle. Plants
  /// that were merged are the plants that stand for them.
  fileprivate mutating func line(of plant: PlantID) throws -> [PlantID] {
    try settleMerges()
    var line: [PlantID] = []
    var seen: Set<PlantID> = []
    var next: PlantID? = try root(of: plant)
    while let id = next, seen.insert(id).inserted {
      line.append(id)
      next = try self.plant(id).profile?.parent.map { try root(of: $0) }
    }
    return line
  }
}

/// Something that earlier events recorded.
private enum Origin {
  case event(EventReference)
  /// The note whose event has this hash.
  case note(EventHash)
  case task(TaskID)
  case photo(PhotoID)
}

extension PlantCommand {
  /// The thing recorded earlier that the event of the command will name.
  fileprivate var origin: Origin? {
    switch self {
    case .note(let body): body.replaces.map { .note($0) }
    case .amend(let body): body.amends.map { .event($0.reference) }
    case .annotatePhoto(let body): .photo(body.photo)
    case .removePhoto(let photo): .photo(photo)
    case .complete(let body): body.task.map { .task($0) }
    case .skip(_, let task, _), .snooze(_, let task, _, _):
      task.map { .task($0) }
    default: nil
    }
  }

  /// The name of the field that is to get a value.
  fileprivate var wantedField: String? {
    guard case .setFact(let body) = self else { return nil }
    return body.name
  }

  /// The nickname that the plant has once the command is carried out.
  fileprivate func nickname(of plant: PlantState) -> String? {
    switch self {
    case .add(let body): body.nickname
    case .edit(let body): body.nickname.applied(to: nil)
    case .restore(let nickname): nickname ?? plant.profile?.nickname
    default: nil
    }
  }
}
