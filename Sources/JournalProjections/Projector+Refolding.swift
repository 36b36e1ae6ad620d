internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit
internal import POSIXKit

extension Projector {
  /// Folds a plant's stream again in canonical order, with the events that
  /// count of plants merged into it.
  mutating func refoldPlant(_ id: PlantID) throws {
    let plant = try touch(id)
    let before = plant.state
    try unlistObservations(of: id)
    let merges = try merges(of: id)
    var hasMerges = false
    let fold = try PlantFold { add in
      try forEachEvent(of: merges.group(of: id)) {
        projector, payload, event, action in
        let stream = event.header.stream
        guard let type = event.header.knownType, type.isFolded(in: stream),
          merges.counts(type, in: stream, for: id)
        else { return }
        // Known without the payload, which may be erased.
        if type == .plantMerged { hasMerges = true }
        guard let payload else { return }
        let isInForce = try !projector.isUndone(action, in: stream)
        try add(payload, event.position, stream, isInForce)
      }
    }
    var state = fold.state
    let entry = MergeEntry(
      word: fold.word, hasMerges: hasMerges,
      canTakeOthers: state.canTakeOthers)
    if merges.root(of: id) != id { state.leaveAsMerged() }
    plant.state = state
    plant.isLate = false
    plant.mergeEntry = entry
    if try hasMerges || hasMergeEntry(id) { unsettled.insert(id) }
    for (kind, position) in fold.observations {
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
    try forEachPayload(of: [id]) {
      projector, payload, position, action, _ in
      guard payload.body.type.subject == .room else { return }
      room.latest = position
      guard try !projector.isUndone(action, in: id) else { return }
      room.evolve(payload, of: id, at: position)
    }
    rooms[id] = room
  }

  /// Visits the readable payloads of streams in canonical order.
  mutating func forEachPayload(
    of streams: Set<StreamID>,
    _ body: (
      inout Projector, EventPayload, LogPosition, ActionReference, StreamID
    ) throws -> Void
  ) throws {
    try forEachEvent(of: streams) { projector, payload, event, action in
      guard let payload else { return }
      try body(
        &projector, payload, event.position, action, event.header.stream)
    }
  }

  /// Visits the events of streams in canonical order, with their payloads, `nil`
  /// if erased or unreadable.
  private mutating func forEachEvent(
    of streams: Set<StreamID>,
    _ body: (
      inout Projector, EventPayload?, VisitedEvent, ActionReference
    ) throws -> Void
  ) throws {
    // The closure changes the projector, which holds the transaction.
    let transaction = transaction.shared
    try log.forEachEvent(of: streams, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      try body(&self, event.payload(in: bytes), event, action)
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
  ///   - databases: The projections.
  ///   - transaction: The transaction.
  ///   - progress: Called now and then with the number of events folded.
  /// - Returns: The number of events in the log, and that of payloads dropped
  ///   from it, which an older program had kept.
  /// - Throws: The error of the store.
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
    // Undoings and settings first: they hold for events before them, too.
    try projector.foldJournal()
    try projector.finish()
    var count = 0
    var unread = UnreadEvents()
    var read = unread.read()
    try log.forEachEvent(.forward, in: transaction) { visited, bytes in
      count += 1
      try projector.add(visited, bytes, to: &unread)
      guard unread.isFull else { return true }
      progress(count)
      let next = unread.read()
      unread = UnreadEvents()
      try projector.refold(read)
      read = next
      return true
    }
    try projector.refold(read)
    try projector.refold(unread.read())
    try projector.finish()
    try projector.store.finish()
    return (count, projector.droppedCount)
  }

  private mutating func foldJournal() throws {
    // An older program that knew no erasures kept their payloads.
    for erasure in try log.erasures(in: transaction) { try erase(erasure) }
    var undoings: [(EventPayload, LogPosition, ActionReference)] = []
    var others: [(EventPayload, LogPosition, ActionReference)] = []
    try forEachPayload(of: [.journal]) {
      _, payload, position, action, _ in
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

  private mutating func add(
    _ visited: VisitedEvent, _ bytes: RawSpan, to unread: inout UnreadEvents
  ) throws {
    guard let type = visited.header.knownType, type.subject != .journal else {
      return
    }
    try noteMerge(type, in: visited.header.stream)
    guard let payload = visited.frame.payload(in: bytes) else { return }
    let action = hasUndoings ? try self.action(of: visited) : nil
    unread.append(visited, type, action, payload)
  }

  private mutating func refold(_ read: ReadEvents) throws {
    // By their places: an iterator would copy the elements.
    let payloads = read.payloads.value
    for index in payloads.indices {
      let event = read.events[payloads[index].place]
      try apply(
        payloads[index].payload, to: event.stream, at: event.position,
        event.action ?? ActionReference(first: event.position.reference))
      if plants.count >= Self.mostPlants { try finish() }
    }
  }

  // Apart, as the header would be copied for each event, asked for or not.
  @inline(never)
  private func action(
    of visited: VisitedEvent
  ) throws -> ActionReference? {
    try log.action(of: visited.header, at: visited.position, in: transaction)
  }
}

/// Events whose payloads a thread reads while earlier events are folded.
/// Reading them is a third of a rebuild.
private struct UnreadEvents: Sendable {
  /// Enough for a thread to be worth its start, and some two megabytes.
  private static let most = 4_096

  private var events: [ReadEvents.Event] = []
  private var bytes: [UInt8] = []

  init() {
    events.reserveCapacity(Self.most)
    bytes.reserveCapacity(Self.most * 128)
  }

  var isFull: Bool { events.count >= Self.most }

  mutating func append(
    _ visited: VisitedEvent, _ type: EventType, _ action: ActionReference?,
    _ payload: RawSpan
  ) {
    payload.withUnsafeBytes { bytes.append(contentsOf: $0) }
    events.append(
      ReadEvents.Event(
        stream: visited.header.stream, type: type,
        schema: visited.header.schema, position: visited.position,
        action: action, end: bytes.count))
  }

  /// Begins to read the payloads, in a thread if there are many.
  func read() -> ReadEvents {
    ReadEvents(
      events: events,
      payloads: Meanwhile(where: isFull) { [events, bytes] in
        var payloads: [ReadEvents.Payload] = []
        payloads.reserveCapacity(events.count)
        var start = 0
        for (place, event) in events.enumerated() {
          defer { start = event.end }
          guard
            let payload = try? EventPayload(
              decoding: bytes.span.bytes.extracting(start..<event.end),
              type: event.type, schema: event.schema)
          else { continue }
          payloads.append(ReadEvents.Payload(place: place, payload: payload))
        }
        return payloads
      })
  }
}

/// Events, with the payloads of those that fold.
private struct ReadEvents {
  struct Event: Sendable {
    let stream: StreamID
    let type: EventType
    let schema: UInt64
    let position: LogPosition
    let action: ActionReference?
    /// The end of the payload in the bytes.
    let end: Int
  }

  struct Payload: Sendable {
    /// The index of the payload's event.
    let place: Int
    let payload: EventPayload
  }

  let events: [Event]
  let payloads: Meanwhile<[Payload]>
}
