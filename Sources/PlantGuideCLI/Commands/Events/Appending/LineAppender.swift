internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

/// Decides lines one after another, each on the state after those before.
struct LineAppender {
  let context: CommandContext
  /// Whether a history kept elsewhere is loaded, with its own times.
  let isLoading: Bool
  private var lastRecorded: Instant?
  private var label: String?
  private var isOpen = false

  init(context: CommandContext, isLoading: Bool) {
    self.context = context
    self.isLoading = isLoading
  }

  /// Appends all lines; the first that is refused ends it.
  ///
  /// - Throws: ``InputError`` with the number of the line.
  mutating func append(
    _ lines: [AppendLine], _ session: inout ActionSession,
    _ report: inout WriteReport
  ) throws {
    for line in lines {
      do {
        try append(line, &session, &report)
      } catch let error where !(error is LMDBError) {
        throw InputError(line: line.number, underlying: error)
      }
    }
    if isOpen { _ = try session.endAction() }
  }

  private mutating func append(
    _ line: AppendLine, _ session: inout ActionSession,
    _ report: inout WriteReport
  ) throws {
    let recorded = try self.recorded(line, session.now)
    if isOpen, label == nil || line.label != label {
      _ = try session.endAction()
      isOpen = false
    }
    if !isOpen {
      try session.beginAction(recorded: recorded)
      isOpen = true
      label = line.label
    }
    session.eventTime = recorded
    let at = session.calendar.zone.offsetInstant(of: recorded)
    try perform(line, at: at, &session, &report)
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
    _ report: inout WriteReport
  ) throws {
    let rooms = try session.rooms()
    let parser = PayloadParser { name in
      // Names of plants were replaced by ids before.
      guard let id = PlantID(name) else {
        throw FieldError("parent", "must be a plant's id or name")
      }
      return id
    } room: { name in
      try rooms.room(named: name)
    }
    switch line.type.subject {
    case .plant:
      try performOnPlant(line, parser, at, &session, &report)
    case .room:
      try performOnRoom(line, parser, at, rooms, &session, &report)
    case .journal:
      if line.subject != nil {
        throw FieldError("room", "is not a field of \(line.type.rawValue)")
      }
      try performOnJournal(line, parser, at, &session)
    }
  }

  private func performOnJournal(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ session: inout ActionSession
  ) throws {
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at,
      defaults: line.type == .writerNamed
        ? [.init("writer", .string(session.writer.description))] : [])
    switch payload.body {
    case .settingChanged(let body):
      try session.changeSetting(
        body.key, to: body.value, at: payload.at, note: payload.note)
    case .writerNamed(let body):
      try session.name(
        body.writer, body.name, at: payload.at, note: payload.note)
    default: break
    }
  }
}
