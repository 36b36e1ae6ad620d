internal import CatalogueStore
internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit

/// Decides lines one after another, each on the state after the earlier ones.
struct LineAppender {
  /// A Boolean value that indicates whether a history kept elsewhere is loaded,
  /// with its own times.
  let isLoading: Bool
  /// The catalogues' readings of names, for lines that ask for care.
  let names: NameReadings
  private var left: [Adoption] = []
  private var lastRecorded: Instant?
  private var label: String?
  private var isOpen = false
  /// The plants of one-off tasks; `nil` until a line gives a task's id.
  private var holders: [TaskID: PlantID]?

  init(isLoading: Bool, names: NameReadings) {
    self.isLoading = isLoading
    self.names = names
  }

  /// Appends all lines, up to the first refused one.
  ///
  /// - Throws: `LineError` with the number of the line.
  mutating func append(
    _ lines: consuming JSONLines, _ session: inout ActionSession,
    _ receipt: inout Receipt
  ) throws {
    var count = 0
    while let value = try lines.next() {
      do {
        try append(AppendLine(value), &session, &receipt)
      } catch let error where !(error is LMDBError) {
        throw LineError(line: lines.number, underlying: error)
      }
      count += 1
    }
    if isOpen { try session.endAction() }
    if !left.isEmpty { receipt.notices.append(.notAdopted(left)) }
    receipt.changes.append(.appended(events: count))
  }

  private mutating func append(
    _ line: AppendLine, _ session: inout ActionSession,
    _ receipt: inout Receipt
  ) throws {
    let recorded = try self.recorded(line, session.now)
    if isOpen, label == nil || line.label != label {
      try session.endAction()
      isOpen = false
    }
    if !isOpen {
      try session.beginAction(recorded: recorded)
      isOpen = true
      label = line.label
    }
    session.eventTime = recorded
    if line.type == .taskAdded, let task = line.task {
      try claim(task, for: session.plantID(of: line), &session)
    }
    let at = session.calendar.zone.offsetInstant(of: recorded)
    guard let made = try perform(line, at: at, &session) else { return }
    receipt.changes.append(made)
    guard line.takesCare, case .added(let plant, _) = made,
      let adoption = try session.adoptCertain(
        plant.id, in: names, at: at)
    else { return }
    if adoption.certainty != .certain {
      left.append(adoption)
    } else if !adoption.isEmpty {
      receipt.changes.append(.adopted(adoption))
    }
  }

  /// Refuses an id for a task if another plant has a task with it, which could
  /// then no longer be named.
  private mutating func claim(
    _ task: TaskID, for plant: PlantID, _ session: inout ActionSession
  ) throws {
    if holders == nil { holders = try session.holdersOfTasks() }
    guard let holder = holders?.updateValue(plant, forKey: task),
      holder != plant
    else { return }
    // Earlier lines may have ended that task.
    guard
      try session.plant(holder).oneOffTask(task) == nil
    else { throw CareError.taskExists(task) }
  }

  /// Returns the time of a line: now, or its own in a loaded history.
  private mutating func recorded(
    _ line: AppendLine, _ now: Instant
  ) throws(FieldError) -> Instant {
    guard isLoading else {
      guard line.recordedAt == nil else {
        throw FieldError(
          "recordedAt", "is accepted only when a history is loaded",
          .loadHistory)
      }
      return now
    }
    guard let recorded = line.recordedAt ?? line.at else {
      throw FieldError(
        "recordedAt", "is missing: a line of a history says when")
    }
    let name = line.recordedAt == nil ? "at" : "recordedAt"
    guard recorded <= now else {
      throw FieldError(name, "is later than now")
    }
    guard recorded >= lastRecorded ?? recorded else {
      throw FieldError(name, "is earlier than that of the line before")
    }
    guard recorded.milliseconds >= 0 else {
      throw FieldError(name, "is before 1970")
    }
    lastRecorded = recorded
    return recorded
  }

  /// Decides a line; returns the change, if it makes something.
  private func perform(
    _ line: AppendLine, at: OffsetInstant, _ session: inout ActionSession
  ) throws -> Change? {
    let rooms = try session.rooms()
    let parser = PayloadParser { name in
      // Names of plants have been replaced by ids.
      guard let id = PlantID(name) else {
        throw FieldError(
          line.type == .plantMerged ? "into" : "parent",
          "must be a plant's id or name")
      }
      return id
    } room: { name in
      try rooms.room(named: name)
    }
    switch line.type.subject {
    case .plant: return try session.performOnPlant(line, parser, at)
    case .room: return try session.performOnRoom(line, parser, at, rooms)
    case .journal:
      if line.subject != nil {
        throw FieldError("room", "is not a field of \(line.type.rawValue)")
      }
      try session.performOnJournal(line, parser, at)
      return nil
    }
  }
}

extension ActionSession {
  fileprivate mutating func performOnJournal(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant
  ) throws {
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at,
      defaults: line.type == .writerNamed
        ? [.init("writer", .string(writer.description))] : [])
    switch payload.body {
    case .settingChanged(let body):
      try changeSetting(
        body.key, to: body.value, at: payload.at, note: payload.note)
    case .writerNamed(let body):
      try name(body.writer, body.name, at: payload.at, note: payload.note)
    default: break
    }
  }

  // MARK: Rooms

  fileprivate mutating func performOnRoom(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ rooms: RoomList
  ) throws -> Change? {
    guard line.type == .roomCreated else {
      guard let subject = line.subject else {
        throw FieldError("room", "is missing")
      }
      let payload = try parser.payload(
        of: line.type, members: line.members, at: at)
      let room = try rooms.room(named: subject)
      try perform(
        RoomCommand(payload.body), on: room, at: payload.at,
        note: payload.note)
      return nil
    }
    var defaults: [JSONValue.Member] = [
      .init("icon", .string("")), .init("sortOrder", .integer(0)),
    ]
    let named = line.subject.flatMap { StreamID($0) }
    if let subject = line.subject, named == nil {
      try line.checkNames("name", subject)
      defaults.append(.init("name", .string(subject)))
    }
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at, defaults: defaults)
    guard case .roomCreated(let body) = payload.body else { return nil }
    let name = try NameInput.name(body.name, "the room's name")
    let id = named ?? line.id ?? randomness.id()
    try perform(
      RoomCommand.create(
        name: name, icon: body.icon,
        sortOrder: line.names("sortOrder") ? body.sortOrder : nil),
      on: id, at: payload.at, note: payload.note)
    return .roomMade(RoomName(id, name))
  }

  // MARK: Plants

  /// Returns the plants of open one-off tasks, including plants that have left.
  fileprivate mutating func holdersOfTasks() throws -> [TaskID: PlantID] {
    var holders: [TaskID: PlantID] = [:]
    try snapshot().forEachPlant { id, plant in
      for task in plant.oneOffTasks { holders[task.id] = id }
      return true
    }
    return holders
  }

  fileprivate mutating func performOnPlant(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant
  ) throws -> Change? {
    // Names are resolved before anything is written, so that the parser's
    // closures need no transaction.
    let members = try resolved(line)
    let task: TaskID = randomness.id()
    let payload = try parser.payload(
      of: line.type, members: members, at: at,
      defaults: line.plantDefaults(task: task))
    if case .taskAdded(let body) = payload.body, let title = body.title {
      _ = try NameInput.name(title, "the title")
    }
    let id = try plantID(of: line)
    let command = try PlantCommand(
      payload.body, givesSettled: line.names("settled"))
    try perform(command, on: id, at: payload.at, note: payload.note)
    return switch payload.body {
    case .plantAdded: .added(try name(id))
    case .taskAdded(let body):
      .planned(try name(id), body)
    default: nil
    }
  }

  /// Returns the fields with the id of the other plant that they name, and with
  /// the nickname that `plant` gives.
  private mutating func resolved(
    _ line: AppendLine
  ) throws -> [JSONValue.Member] {
    var members = line.members
    let field: String? =
      switch line.type {
      case .plantAdded, .plantEdited: "parent"
      case .plantMerged: "into"
      default: nil
      }
    if let field,
      let place = members.firstIndex(where: { $0.name == field }),
      case .string(let name) = members[place].value
    {
      members[place] = JSONValue.Member(
        field, .string(try plant(named: name).description))
    }
    if line.type == .plantAdded, let subject = line.subject,
      StreamID(subject) == nil
    {
      try line.checkNames("nickname", subject)
      guard !line.names("nickname") else { return members }
      members.append(JSONValue.Member("nickname", .string(subject)))
    }
    return members
  }

  /// Returns the plant with an id or a name. The index of names already has the
  /// plants of earlier lines; the stored states do not.
  private mutating func plant(named name: String) throws -> PlantID {
    if let id = PlantID(name), try id == .home || plant(id).profile != nil {
      return id
    }
    return try snapshot().plant(
      named: name, PlantNaming(.exact, includesRemoved: true))
  }

  fileprivate mutating func plantID(of line: AppendLine) throws -> PlantID {
    guard line.type == .plantAdded else {
      guard let subject = line.subject else {
        throw FieldError("plant", "is missing")
      }
      return try plant(named: subject)
    }
    let named = line.subject.flatMap { StreamID($0) }
    if let named, let id = line.id, named != id {
      throw FieldError("id", "is not the same as 'plant'")
    }
    return named ?? line.id ?? randomness.id()
  }
}

extension AppendLine {
  /// Returns defaults for the fields of a plant's event that a line may omit.
  fileprivate func plantDefaults(task: TaskID) -> [JSONValue.Member] {
    switch type {
    case .plantAdded:
      [
        .init("commonNames", .array([])), .init("family", .string("")),
        .init("genus", .string(genus)), .init("tags", .array([])),
        .init("source", .string(IdentificationSource.manual.rawValue)),
      ]
    case .taskAdded: [.init("task", .string(task.description))]
    case .taskSnoozed: [.init("settled", .null)]
    default: []
    }
  }
}

extension PlantCommand {
  /// Creates the command for a line's payload.
  fileprivate init(_ body: EventBody, givesSettled: Bool) throws {
    switch body {
    case .plantAdded(let body): self = .add(body)
    case .plantFavorited(let body): self = .favorite(body.isFavorite)
    case .plantMoved(let body): self = .move(to: body.room)
    case .plantRemoved(let body): self = .remove(body.reason)
    case .plantRestored: self = .restore()
    case .plantMerged(let body): self = .merge(into: body.into)
    case .plantNoted(let body): self = .note(body)
    case .plantEdited(let body): self = .edit(body)
    case .plantMeasured(let body): self = .measure(body)
    case .factSet(let body): self = .setFact(body)
    case .plantIdentified(let body): self = .identify(body)
    case .careProfiled(let body): self = .profileCare(body)
    case .photoReminderSet(let body): self = .remindOfPhotos(body.cadence)
    case .scheduleSet(let body): self = .setSchedule(body)
    case .scheduleCleared(let body): self = .clearSchedule(body.kind)
    case .taskAdded(let body): self = .addTask(body)
    case .taskCompleted(let body):
      self = body.amends == nil ? .complete(body) : .amend(body)
    case .taskSkipped(let body):
      self = .skip(body.kind, task: body.task, due: body.due)
    case .taskSnoozed(let body):
      self = .snooze(
        body.kind, task: body.task, until: body.until,
        settled: givesSettled ? .given(body.settled) : .current)
    default:
      throw FieldError("type", "is not about a plant")
    }
  }
}

extension RoomCommand {
  /// Creates the command for a payload on an existing room.
  fileprivate init(_ body: EventBody) throws {
    switch body {
    case .roomEdited(let body):
      if let name = body.name {
        _ = try NameInput.name(name, "the room's name")
      }
      self = .edit(body)
    case .roomDeleted: self = .delete
    case .roomMerged(let body): self = .merge(into: body.into)
    default: throw FieldError("type", "is not about a room")
    }
  }
}
