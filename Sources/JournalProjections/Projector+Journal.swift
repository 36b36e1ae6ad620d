internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds an event of the journal's own stream.
  ///
  /// Each of its values is the latest in canonical order, or for journals the
  /// first, so none needs a refold when it arrives late.
  mutating func applyToJournal(
    _ payload: EventPayload, _ position: LogPosition, _ action: ActionReference
  ) throws {
    switch payload.body {
    case .settingChanged, .writerNamed:
      guard try !isUndone(action, in: .journal) else { return }
      try set(payload.body, at: position)
    case .journalCreated(let body):
      try keep(
        body.timeZone, of: body.journal.bytes, at: position,
        in: databases.journals
      ) { position <= $0 }
      settingsChanged = true
    case .actionUndone(let body):
      try undo(body, at: position)
    case .payloadErased(let body): try erase(Erasure(body))
    default: break
    }
  }

  /// Notes an erasure, and drops the payload if it is held.
  mutating func erase(_ erasure: Erasure) throws {
    let key = ErasureKey.bytes(of: erasure)
    guard try !transaction.contains(key.span.bytes, in: databases.erased) else {
      return
    }
    try store.put(key, [], in: databases.erased)
    hasErasures = true
    guard let header = try log.dropPayload(of: erasure, in: transaction) else {
      return
    }
    droppedCount += 1
    guard !isRebuilding else { return }
    if !hasEmptiedAnswers {
      try databases.emptyAnswers(in: transaction)
      hasEmptiedAnswers = true
    }
    try markLate(header)
  }

  /// Keeps a setting or a writer's name, unless a later one is held.
  private mutating func set(
    _ body: EventBody, at position: LogPosition
  ) throws {
    switch body {
    // The empty key cannot be stored, and no setting has it.
    case .settingChanged(let body) where !body.key.isEmpty:
      try keep(
        body.value, of: Array(body.key.utf8.prefix(400)), at: position,
        in: databases.settings
      ) { position >= $0 }
      settingsChanged = true
    case .writerNamed(let body):
      try keep(
        body.name, of: body.writer.bytes, at: position,
        in: databases.writerNames
      ) { position >= $0 }
    default: break
    }
  }

  /// Stores a value with its place, unless one is held at a place that wins.
  private func keep<Value: StorableValue>(
    _ value: Value, of key: [UInt8], at position: LogPosition,
    in database: Database, where wins: (_ held: LogPosition) -> Bool
  ) throws {
    let held = try transaction.get(key, in: database) {
      try PlacedValue<Value>(stored: $0, in: database.name).position
    }
    guard held.map(wins) ?? true else { return }
    let placed = PlacedValue(value, at: position)
    try store.put(key, placed.stored, in: database)
  }

  private mutating func undo(
    _ body: ActionUndone, at position: LogPosition
  ) throws {
    let target = body.target
    let held = try databases.undoing(
      of: target, alone: body.plant, in: transaction)
    if let held, position < held.position { return }
    let undoing = PlacedValue(body.undone, at: position)
    try store.put(
      UndoingKey.bytes(of: target, alone: body.plant), undoing.stored,
      in: databases.undone)
    hasUndoings = true
    guard !isRebuilding else { return }
    try flushEntries()
    try markLate(target, of: body.plant)
  }

  /// Notes that the streams of an action must be folded again; only that of
  /// `plant` if it is given.
  private mutating func markLate(
    _ action: ActionReference, of plant: PlantID?
  ) throws {
    let transaction = transaction.shared
    try log.forEachEvent(of: action, in: transaction) {
      let header = $0.header
      if plant == nil || plant == header.stream { try markLate(header) }
    }
  }

  /// Notes that the stream of an event must be folded again.
  private mutating func markLate(_ header: EventHeader) throws {
    guard let type = header.knownType else { return }
    switch type.subject {
    case .plant:
      let stream = header.stream
      try markLate(type.countsForRoot ? root(of: stream) : stream)
    case .room: lateRooms.insert(header.stream)
    case .journal:
      if type.isUndoable { settingsAreLate = true }
    }
  }

  /// Folds the settings and the writers' names again from the journal's
  /// stream.
  mutating func refoldSettings() throws {
    try store.removeAll(in: databases.settings)
    try store.removeAll(in: databases.writerNames)
    try forEachPayload(of: [.journal]) {
      projector, payload, position, action, _ in
      guard payload.body.type.isUndoable,
        try !projector.isUndone(action, in: .journal)
      else { return }
      try projector.set(payload.body, at: position)
    }
    settingsChanged = true
  }
}
