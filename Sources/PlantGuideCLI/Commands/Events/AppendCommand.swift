internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let append = Command(
    definition: CommandDefinition(
      path: ["append"],
      summary: "Append events from standard input, one JSON object a line",
      options: [
        OptionDefinition(
          name: "as-recorded",
          help: "Load a history kept elsewhere, with its own times")
      ] + GlobalOptions.writing,
      examples: ["plantguide append --as-recorded < journal.jsonl"],
      discussion:
        "All lines are taken, or none. 'schemas/append-line.schema.json' describes a line.",
      section: .data)
  ) { context in
    let isLoading = context.arguments.flag("as-recorded")
    let input = try context.process.readStandardInput()
    let lines = try AppendLine.parse(input)
    let chosen = context
    guard !lines.isEmpty else {
      return try context.report(
        WriteReport(
          isDryRun: context.isDryRun, lines: ["no events to append"]))
    }
    let report = try context.write(usesFreshWriter: isLoading) {
      session, report, journal, transaction in
      var appender = LineAppender(
        context: chosen, journal: journal, isLoading: isLoading)
      try appender.append(lines, &session, &report, transaction)
      report.addSummary(events: lines.count, session.actions)
    }
    try context.report(report)
  }
}

extension WriteReport {
  /// Adds what was made, an id a line, and which actions were written.
  fileprivate mutating func addSummary(
    events: Int, _ actions: [WrittenAction]
  ) {
    for made in made {
      let id = made.shortID.map { "\($0) \(made.id)" } ?? made.id
      let name = made.name.map { " \(SafeText.shown($0))" } ?? ""
      add(.make, "\(made.type)\(name) (\(id))")
    }
    add(
      Deed("append", "appended"),
      "\(Wording.count(events, "event")) in "
        + Wording.count(actions.count, "action")
        + (isDryRun ? "" : ": \(Self.ids(of: actions))"))
  }

  /// What a dry run makes has no ids that could be asked for.
  private static func ids(of actions: [WrittenAction]) -> String {
    let first = actions.first?.reference.shortID ?? ""
    let last = actions.last?.reference.shortID ?? ""
    return actions.count > mostActionsNamed
      ? "\(first) to \(last)"
      : actions.map(\.reference.shortID).joined(separator: " ")
  }

  private static let mostActionsNamed = 10
}

/// One line of input: an object, split into what says where it belongs and
/// the payload's fields.
struct AppendLine {
  /// The line's number, from 1.
  let number: Int
  let type: EventType
  /// The payload's fields.
  let members: [JSONValue.Member]
  /// The plant or room, as an id or a name.
  let subject: String?
  let id: StreamID?
  let recordedAt: Instant?
  /// The label that neighbouring lines of one action share.
  let label: String?

  /// Parses all lines; blank ones are left out.
  static func parse(_ input: [UInt8]) throws -> [AppendLine] {
    var lines: [AppendLine] = []
    for line in InputLines(input) {
      do {
        lines.append(try AppendLine(try line.json(in: input), line.number))
      } catch {
        throw InputError(line: line.number, underlying: error)
      }
    }
    return lines
  }

  private init(_ value: JSONValue, _ number: Int) throws {
    guard case .object(let members) = value else {
      throw FieldError("type", "is missing: the line is no JSON object")
    }
    let type = try Self.type(of: value)
    let subjectName = type.subject == .plant ? "plant" : "room"
    var rest: [JSONValue.Member] = []
    var found: [String: String] = [:]
    for member in members {
      switch member.name {
      case "type": break
      case subjectName where type.subject != .journal,
        "id", "recordedAt", "action":
        guard case .string(let text) = member.value else {
          throw FieldError(member.name, "must be a text")
        }
        found[member.name] = text
      default: rest.append(member)
      }
    }
    self.number = number
    self.type = type
    self.members = rest
    subject = found[subjectName]
    label = found["action"]
    id = try found["id"].map { try Self.id($0, of: type) }
    recordedAt = try found["recordedAt"].map { text in
      guard let instant = OffsetInstant(text)?.instant else {
        throw FieldError(
          "recordedAt",
          "must be a date and time such as \"2026-03-08T18:20:00+01:00\"")
      }
      return instant
    }
  }

  private static func id(
    _ text: String, of type: EventType
  ) throws(FieldError) -> StreamID {
    guard type == .plantAdded || type == .roomCreated else {
      throw FieldError(
        "id", "belongs to what is made; say which one is meant by its name")
    }
    guard let id = StreamID(text), id != .journal else {
      throw FieldError("id", "must be a UUID")
    }
    return id
  }

  private static func type(of value: JSONValue) throws -> EventType {
    guard case .string(let name) = value["type"] else {
      throw FieldError("type", "is missing or no text")
    }
    guard let type = EventType(name: name), type.isAppendable else {
      let names = EventType.allCases.filter(\.isAppendable).map(\.rawValue)
      throw FieldError(
        "type",
        "names no event that can be appended; there are "
          + names.joined(separator: ", "))
    }
    return type
  }
}

extension EventType {
  /// Whether input may hold it: what the program writes of itself it may not.
  fileprivate var isAppendable: Bool {
    switch self {
    case .journalCreated, .writerStarted, .actionUndone: false
    default: true
    }
  }
}

/// Decides lines one after another, each on the state after those before.
private struct LineAppender {
  let context: CommandContext
  let journal: Journal
  let isLoading: Bool
  private var lastRecorded: Instant?
  private var label: String?
  private var isOpen = false

  init(context: CommandContext, journal: Journal, isLoading: Bool) {
    self.context = context
    self.journal = journal
    self.isLoading = isLoading
  }

  mutating func append(
    _ lines: [AppendLine], _ session: inout ActionSession,
    _ report: inout WriteReport, _ transaction: borrowing WriteTransaction
  ) throws {
    for line in lines {
      do {
        try append(line, &session, &report, transaction)
      } catch let error where !(error is LMDBError) {
        throw InputError(line: line.number, underlying: error)
      }
    }
    if isOpen { _ = try session.endAction(in: transaction) }
  }

  private mutating func append(
    _ line: AppendLine, _ session: inout ActionSession,
    _ report: inout WriteReport, _ transaction: borrowing WriteTransaction
  ) throws {
    let recorded = try self.recorded(line, session.now)
    if isOpen, label == nil || line.label != label {
      _ = try session.endAction(in: transaction)
      isOpen = false
    }
    if !isOpen {
      try session.beginAction(recorded: recorded, in: transaction)
      isOpen = true
      label = line.label
    }
    session.eventTime = recorded
    let at = session.calendar.zone.offsetInstant(of: recorded)
    try perform(line, at: at, &session, &report, transaction)
  }

  /// The wall clock of a line: now, or of a loaded history its own.
  private mutating func recorded(
    _ line: AppendLine, _ now: Instant
  ) throws -> Instant {
    guard isLoading else {
      guard line.recordedAt == nil else {
        throw FieldError("recordedAt", "is taken only with --as-recorded")
      }
      return now
    }
    guard let recorded = try line.recordedAt ?? line.at() else {
      throw FieldError(
        "recordedAt", "is missing: with --as-recorded a line says when")
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

  private func perform(
    _ line: AppendLine, at: OffsetInstant, _ session: inout ActionSession,
    _ report: inout WriteReport, _ transaction: borrowing WriteTransaction
  ) throws {
    let rooms = try session.projector.roomList(in: transaction)
    let parser = PayloadParser { name in
      // Names of plants were replaced by ids before.
      guard let id = PlantID(name) else {
        throw FieldError("parent", "must be a plant's id or name")
      }
      return id
    } room: { name in
      try CommandContext.room(name, in: rooms)
    }
    switch line.type.subject {
    case .plant:
      try performOnPlant(line, parser, at, &session, &report, transaction)
    case .room:
      try performOnRoom(line, parser, at, rooms, &session, &report, transaction)
    case .journal:
      if line.subject != nil {
        throw FieldError("room", "is not a field of \(line.type.rawValue)")
      }
      try performOnJournal(line, parser, at, &session, transaction)
    }
  }

  private func performOnJournal(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ session: inout ActionSession, _ transaction: borrowing WriteTransaction
  ) throws {
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at,
      defaults: line.type == .writerNamed
        ? [.init("writer", .bytes(session.writer.bytes))] : [])
    switch payload.body {
    case .settingChanged(let body):
      try session.changeSetting(
        body.key, to: body.value, at: payload.at, note: payload.note,
        in: transaction)
    case .writerNamed(let body):
      try session.name(
        body.writer, body.name, at: payload.at, note: payload.note,
        in: transaction)
    default: break
    }
  }
}

extension LineAppender {
  private func performOnPlant(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ session: inout ActionSession, _ report: inout WriteReport,
    _ transaction: borrowing WriteTransaction
  ) throws {
    // Names are found before anything is written, so that the parser's
    // closures need no transaction.
    let members = try resolved(line, &session, transaction)
    let task: TaskID = session.randomness.id()
    let payload = try parser.payload(
      of: line.type, members: members, at: at,
      defaults: Self.defaults(for: line, task: task))
    let id = try plantID(of: line, &session, transaction)
    let command = try PlantCommand(
      payload.body, givesSettled: line.names("settled"))
    try session.perform(
      command, on: id, at: payload.at, note: payload.note, in: transaction)
    if case .plantAdded(let body) = payload.body {
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: ShortID.text(of: id),
          name: body.nickname ?? body.commonNames.first ?? body.scientificName
        ))
    } else if case .taskAdded(let body) = payload.body {
      report.made.append(
        .init(
          type: "task", id: body.task.description,
          shortID: ShortID.text(of: body.task), name: nil))
    }
  }

  /// The fields with the parent's name replaced by its id, and the nickname
  /// that `plant` gives.
  private func resolved(
    _ line: AppendLine, _ session: inout ActionSession,
    _ transaction: borrowing WriteTransaction
  ) throws -> [JSONValue.Member] {
    var members = try line.members.map { member -> JSONValue.Member in
      guard member.name == "parent",
        line.type == .plantAdded || line.type == .plantEdited,
        case .string(let name) = member.value
      else { return member }
      let id = try plant(name, &session, transaction)
      return JSONValue.Member("parent", .string(id.description))
    }
    if line.type == .plantAdded, let subject = line.subject,
      StreamID(subject) == nil, !line.names("nickname")
    {
      members.append(JSONValue.Member("nickname", .string(subject)))
    }
    return members
  }

  /// The plant that an id or a name means, those of earlier lines included:
  /// the index of names has them already, the stored states not yet.
  private func plant(
    _ name: String, _ session: inout ActionSession,
    _ transaction: borrowing WriteTransaction
  ) throws -> PlantID {
    if let id = PlantID(name),
      try session.projector.plant(id, in: transaction).profile != nil
    {
      return id
    }
    return try context.plant(
      name, in: journal, includesRemoved: true, precision: .exact,
      transaction)
  }

  private func plantID(
    of line: AppendLine, _ session: inout ActionSession,
    _ transaction: borrowing WriteTransaction
  ) throws -> PlantID {
    guard line.type == .plantAdded else {
      guard let subject = line.subject else {
        throw FieldError("plant", "is missing")
      }
      return try plant(subject, &session, transaction)
    }
    let named = line.subject.flatMap { StreamID($0) }
    if let named, let id = line.id, named != id {
      throw FieldError("id", "is another one than 'plant'")
    }
    return named ?? line.id ?? session.randomness.id()
  }

  private static func defaults(
    for line: AppendLine, task: TaskID
  ) -> [CBORItem.Pair] {
    switch line.type {
    case .plantAdded:
      [
        .init("commonNames", .array([])), .init("family", .text("")),
        .init("genus", .text(line.genus)), .init("tags", .array([])),
        .init("source", .text(IdentificationSource.manual.rawValue)),
      ]
    case .taskAdded: [.init("task", .bytes(task.bytes))]
    case .taskSnoozed: [.init("settled", .null)]
    default: []
    }
  }

  private func performOnRoom(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ rooms: RoomList, _ session: inout ActionSession,
    _ report: inout WriteReport, _ transaction: borrowing WriteTransaction
  ) throws {
    guard line.type == .roomCreated else {
      guard let subject = line.subject else {
        throw FieldError("room", "is missing")
      }
      let payload = try parser.payload(
        of: line.type, members: line.members, at: at)
      let room = try CommandContext.room(subject, in: rooms)
      try session.perform(
        RoomCommand(payload.body), on: room, at: payload.at,
        note: payload.note, in: transaction)
      return
    }
    var defaults: [CBORItem.Pair] = [
      .init("icon", .text("")), .init("sortOrder", .integer(0)),
    ]
    let named = line.subject.flatMap { StreamID($0) }
    if let subject = line.subject, named == nil {
      defaults.append(.init("name", .text(subject)))
    }
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at, defaults: defaults)
    guard case .roomCreated(let body) = payload.body else { return }
    let name = try NameInput.name(body.name, "the room's name")
    let id = named ?? line.id ?? session.randomness.id()
    try session.perform(
      RoomCommand.create(
        name: name, icon: body.icon,
        sortOrder: line.names("sortOrder") ? body.sortOrder : nil),
      on: id, at: payload.at, note: payload.note, in: transaction)
    report.made.append(
      .init(
        type: "room", id: id.description, shortID: ShortID.text(of: id),
        name: name))
  }
}

extension AppendLine {
  fileprivate func names(_ field: String) -> Bool {
    members.contains { $0.name == field }
  }

  fileprivate var genus: String {
    let name = members.first { $0.name == "scientificName" }
    guard case .string(let text) = name?.value else { return "" }
    return NameInput.genus(of: text)
  }

  fileprivate func at() throws -> Instant? {
    guard let member = members.first(where: { $0.name == "at" }),
      case .string(let text) = member.value
    else { return nil }
    return OffsetInstant(text)?.instant
  }
}

extension PlantCommand {
  /// The command that a line's payload stands for.
  fileprivate init(_ body: EventBody, givesSettled: Bool) throws {
    switch body {
    case .plantAdded(let body): self = .add(body)
    case .plantFavorited(let body): self = .favorite(body.isFavorite)
    case .plantMoved(let body): self = .move(to: body.room)
    case .plantRemoved(let body): self = .remove(body.reason)
    case .plantRestored: self = .restore
    case .plantNoted(let body): self = .note(body.text)
    case .plantEdited(let body): self = .edit(body)
    case .plantMeasured(let body): self = .measure(body)
    case .plantIdentified(let body): self = .identify(body)
    case .careProfiled(let body): self = .profileCare(body)
    case .scheduleSet(let body): self = .setSchedule(body)
    case .scheduleCleared(let body): self = .clearSchedule(body.kind)
    case .taskAdded(let body): self = .addTask(body)
    case .taskCompleted(let body): self = .complete(body)
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
  /// The command that a payload on a room that exists stands for.
  fileprivate init(_ body: EventBody) throws {
    switch body {
    case .roomEdited(let body):
      if let name = body.name {
        _ = try NameInput.name(name, "the room's name")
      }
      self = .edit(body)
    case .roomDeleted: self = .delete
    default: throw FieldError("type", "is not about a room")
    }
  }
}
