internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds an event of the journal's own stream.
  ///
  /// Each of its values is the latest in canonical order, or for journals the
  /// first, so none needs a refold when it arrives late.
  mutating func applyToJournal(
    _ payload: EventPayload, _ position: LogPosition,
    _ action: ActionReference, in transaction: borrowing WriteTransaction
  ) throws {
    switch payload.body {
    case .settingChanged(let body):
      if try !isUndone(action, in: transaction) {
        try set(body, at: position, in: transaction)
      }
    case .writerNamed(let body):
      if try !isUndone(action, in: transaction) {
        try set(body, at: position, in: transaction)
      }
    case .journalCreated(let body):
      try note(body, at: position, in: transaction)
    case .actionUndone(let body):
      try undo(body, at: position, in: transaction)
    default: break
    }
  }

  private mutating func set(
    _ body: SettingChanged, at position: LogPosition,
    in transaction: borrowing WriteTransaction
  ) throws {
    let key = Array(body.key.utf8.prefix(400))
    // The empty key cannot be stored, and no setting has it.
    guard !key.isEmpty else { return }
    let held = try transaction.get(
      key.span.bytes, in: databases.settings
    ) { try StoredSetting(stored: $0) }
    if let held, position < held.position { return }
    let value = StoredSetting(value: body.value, position: position).stored
    try transaction.put(
      key.span.bytes, value.span.bytes, in: databases.settings)
    settingsChanged = true
  }

  private func set(
    _ body: WriterNamed, at position: LogPosition,
    in transaction: borrowing WriteTransaction
  ) throws {
    let key = body.writer.bytes
    let held = try transaction.get(
      key.span.bytes, in: databases.writerNames
    ) { try StoredWriterName(stored: $0) }
    if let held, position < held.position { return }
    let value = StoredWriterName(name: body.name, position: position).stored
    try transaction.put(
      key.span.bytes, value.span.bytes, in: databases.writerNames)
  }

  private mutating func note(
    _ body: JournalCreated, at position: LogPosition,
    in transaction: borrowing WriteTransaction
  ) throws {
    let key = body.journal.bytes
    let held = try transaction.get(
      key.span.bytes, in: databases.journals
    ) { try StoredJournal(stored: $0) }
    if let held, held.position < position { return }
    let value = StoredJournal(timeZone: body.timeZone, position: position)
      .stored
    try transaction.put(
      key.span.bytes, value.span.bytes, in: databases.journals)
    settingsChanged = true
  }

  private mutating func undo(
    _ body: ActionUndone, at position: LogPosition,
    in transaction: borrowing WriteTransaction
  ) throws {
    let target = ActionReference(
      first: EventReference(
        writer: body.writer, sequence: body.sequence,
        hashPrefix: body.hash.prefix))
    let held = try databases.undoing(of: target, in: transaction)
    if let held, position < held.position { return }
    let key = LogKey.bytes(of: target.first)
    let value = StoredUndoing(isUndone: body.undone, position: position).stored
    try transaction.put(key.span.bytes, value.span.bytes, in: databases.undone)
    hasUndoings = true
    guard (held?.isUndone ?? false) != body.undone, !isRebuilding else {
      return
    }
    try flushEntries(in: transaction)
    try markLate(target, in: transaction)
  }

  /// Notes that the streams of an action must be folded again.
  private mutating func markLate(
    _ action: ActionReference, in transaction: borrowing WriteTransaction
  ) throws {
    try log.forEachEvent(of: action, in: transaction) { event in
      guard let type = EventType(name: event.header.type) else { return }
      switch type.subject {
      case .plant:
        try touch(event.header.stream, in: transaction).isLate = true
      case .room: lateRooms.insert(event.header.stream)
      case .journal:
        if type.isUndoable { settingsAreLate = true }
      }
    }
  }

  /// Folds the settings and the writers' names again from the journal's
  /// stream.
  mutating func refoldSettings(
    in transaction: borrowing WriteTransaction
  ) throws {
    try transaction.removeAll(in: databases.settings)
    try transaction.removeAll(in: databases.writerNames)
    try forEachPayload(of: .journal, in: transaction) {
      projector, payload, position, action in
      guard payload.body.type.isUndoable,
        try !projector.isUndone(action, in: transaction)
      else { return }
      switch payload.body {
      case .settingChanged(let body):
        try projector.set(body, at: position, in: transaction)
      case .writerNamed(let body):
        try projector.set(body, at: position, in: transaction)
      default: break
      }
    }
    settingsChanged = true
  }
}
