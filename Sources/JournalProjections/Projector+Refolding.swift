internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds a plant's stream again in canonical order.
  mutating func refoldPlant(_ id: PlantID) throws {
    let plant = try touch(id)
    let before = plant.state
    try unlistObservations(of: id)
    var state = PlantState()
    var observations: [(kind: ObservationKind, position: LogPosition)] = []
    try forEachPayload(of: id) {
      projector, payload, position, action in
      guard payload.body.type.isFolded(in: id) else { return }
      state.latest = position
      guard try !projector.isUndone(action, in: id) else { return }
      if let kind = ObservationKind(payload.body.type) {
        observations.append((kind, position))
      }
      state.evolve(payload)
    }
    plant.state = state
    plant.isLate = false
    for (kind, position) in observations {
      try list(kind, of: id, at: position)
    }
    // The index may hold names of the stored state or of events folded since.
    try databases.nameIndex.update(id, from: before, to: state, in: store)
  }

  /// Folds the streams of the rooms again to which events came late.
  mutating func refoldLateRooms() throws {
    guard !lateRooms.isEmpty else { return }
    try flushEntries()
    for id in lateRooms { try refoldRoom(id) }
    lateRooms.removeAll()
  }

  /// Folds a room's stream again in canonical order.
  private mutating func refoldRoom(_ id: RoomID) throws {
    var room = RoomState(initial: id)
    try forEachPayload(of: id) {
      projector, payload, position, action in
      guard payload.body.type.subject == .room else { return }
      room.latest = position
      guard try !projector.isUndone(action, in: id) else { return }
      room.evolve(payload, of: id)
    }
    rooms[id] = room
  }

  /// Visits the readable payloads of one stream in canonical order.
  mutating func forEachPayload(
    of stream: StreamID,
    _ body: (
      inout Projector, EventPayload, LogPosition, ActionReference
    ) throws -> Void
  ) throws {
    // The closure changes the projector, which holds the transaction.
    let transaction = transaction.shared
    try log.forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard let payload = event.payload(in: bytes) else { return true }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      try body(&self, payload, entry.position, action)
      return true
    }
  }
}

extension Projector {
  /// Drops every projection and folds the whole log again.
  ///
  /// The result has the same keys and values as folding each event when it
  /// arrived had built.
  ///
  /// - Parameters:
  ///   - log: The events.
  ///   - databases: What is folded from them.
  ///   - transaction: The transaction.
  ///   - progress: Is told now and then how many events were folded.
  /// - Returns: How many events the log holds, and how many payloads were
  ///   dropped from it, which an older program had kept.
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) for *n* events; memory grows with the plants only.
  static func rebuild(
    log: EventLog, databases: ProjectionDatabases,
    in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> (events: Int, dropped: Int) {
    let store = try FoldedStore(of: databases, in: transaction)
    for database in databases.rebuilt { try store.removeAll(in: database) }
    try store.recountTips()
    try store.finish()
    var projector = try Projector(
      log: log, databases: databases, in: transaction)
    projector.isRebuilding = true
    // Undoings and settings first: what they say holds for events before
    // them, too.
    try projector.foldJournal()
    try projector.finish()
    var count = 0
    try log.forEachEvent(.forward, in: transaction) { visited, bytes in
      count += 1
      // A call for each would be felt.
      if count & 0xfff == 0 { progress(count) }
      try projector.refold(visited, bytes)
      return true
    }
    try projector.finish()
    try projector.store.finish()
    return (count, projector.droppedCount)
  }

  private mutating func foldJournal() throws {
    // What an older program kept, which did not know what erases.
    for erasure in try log.erasures(in: transaction) { try erase(erasure) }
    var undoings: [(EventPayload, LogPosition, ActionReference)] = []
    var others: [(EventPayload, LogPosition, ActionReference)] = []
    try forEachPayload(of: .journal) {
      _, payload, position, action in
      switch payload.body {
      case .payloadErased: break
      case .actionUndone: undoings.append((payload, position, action))
      default: others.append((payload, position, action))
      }
    }
    for (payload, position, action) in undoings + others {
      try applyToJournal(payload, position, action)
    }
  }

  private mutating func refold(
    _ visited: VisitedEvent, _ bytes: RawSpan
  ) throws {
    guard let type = visited.header.knownType, type.subject != .journal else {
      return
    }
    let stream = visited.header.stream
    let position = visited.position
    let action = hasUndoings ? try self.action(of: visited) : nil
    try visited.withPayload(in: bytes) { payload in
      let fallback = ActionReference(first: position.reference)
      try apply(payload, to: stream, at: position, action ?? fallback)
    }
    if plants.count >= Self.mostPlants { try finish() }
  }
  // Apart, as the header would be copied for each event, asked for or not.
  @inline(never)
  private mutating func action(
    of visited: VisitedEvent
  ) throws -> ActionReference? {
    try log.action(of: visited.header, at: visited.position, in: transaction)
  }
}
