internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

extension ProjectionDatabases {
  /// Plants by name.
  public var nameIndex: NameIndex { NameIndex(database: names) }

  /// The plant's state; `nil` if it has no events.
  public func plant(
    _ id: PlantID, in transaction: borrowing some Transaction
  ) throws -> PlantState? {
    try transaction.get(id.bytes, in: plants) { try PlantState(stored: $0) }
  }

  /// Visits the plants by id until `body` returns `false`.
  public func forEachPlant(
    in transaction: borrowing some Transaction,
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    try transaction.forEachEntry(of: plants) { key, value in
      guard let id = PlantID(bytes: key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.plants, reason: "a key names no plant")
      }
      return try body(id, try PlantState(stored: value))
    }
  }

  /// Visits the plants as ``forEachPlant(in:_:)`` does, with a function that
  /// returns the places of the plant's observations. Their index has the same
  /// order: it is walked once, not searched for each plant.
  func forEachPlant(
    with kind: ObservationKind, in transaction: borrowing some Transaction,
    _ body: (PlantID, PlantState, () throws -> [LogPosition]) throws -> Bool
  ) throws {
    try transaction.withCursor(observations(of: kind)) { cursor in
      var isAtEntry = try cursor.next()
      try forEachPlant(in: transaction) { id, plant in
        try body(id, plant) {
          // Where none was asked for, the cursor is still at plants before.
          if isAtEntry,
            try cursor.withEntry({ key, _ in
              ObservationKey.plant(key).map { $0 < id } ?? false
            })
          {
            isAtEntry = try cursor.seek(atOrAfter: id.bytes.span.bytes)
          }
          var positions: [LogPosition] = []
          while isAtEntry,
            let position = try cursor.withEntry({ key, _ in
              ObservationKey.plant(key) == id
                ? ObservationKey.position(key) : nil
            })
          {
            positions.append(position)
            isAtEntry = try cursor.next()
          }
          return positions
        }
      }
    }
  }

  /// The state of a room, events or none.
  public func room(
    _ id: RoomID, in transaction: borrowing some Transaction
  ) throws -> RoomState {
    try transaction.get(id.bytes, in: rooms) { try RoomState(stored: $0) }
      ?? RoomState(initial: id)
  }

  /// The rooms that can be seen.
  public func roomList(
    in transaction: borrowing some Transaction
  ) throws -> RoomList {
    RoomList(try roomStates(in: transaction))
  }

  func roomStates(
    in transaction: borrowing some Transaction
  ) throws -> [RoomID: RoomState] {
    var states: [RoomID: RoomState] = [:]
    try transaction.forEachEntry(of: rooms) { key, value in
      guard let id = RoomID(bytes: key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.rooms, reason: "a key names no room")
      }
      states[id] = try RoomState(stored: value)
      return true
    }
    return states
  }

  /// The current settings.
  public func journalSettings(
    in transaction: borrowing some Transaction
  ) throws -> JournalSettings {
    let values = try storedSettings(in: transaction).mapValues(\.value)
    var first: PlacedValue<String>?
    try forEachJournal(in: transaction) { _, zone in
      if first.map({ zone.position < $0.position }) ?? true { first = zone }
    }
    return JournalSettings(values: values, originalTimeZone: first?.value)
  }

  /// The value of each setting that was ever set, known or not, and the place
  /// of the event that set it.
  public func storedSettings(
    in transaction: borrowing some Transaction
  ) throws -> [String: (value: SettingValue, position: LogPosition)] {
    var found: [String: (value: SettingValue, position: LogPosition)] = [:]
    try transaction.forEachEntry(of: settings) { key, value in
      let setting = try PlacedValue<SettingValue>(
        stored: value, in: ProjectionDatabase.settings)
      if let name = String(checking: key) {
        found[name] = (setting.value, setting.position)
      }
      return true
    }
    return found
  }

  /// The ids of the journals whose events are held: one, or several after a
  /// merge.
  public func journalIDs(
    in transaction: borrowing some Transaction
  ) throws -> [JournalID] {
    var ids: [JournalID] = []
    try forEachJournal(in: transaction) { id, _ in ids.append(id) }
    return ids
  }

  /// Visits the journals by their ids, with the zone in which each began.
  private func forEachJournal(
    in transaction: borrowing some Transaction,
    _ body: (JournalID, PlacedValue<String>) -> Void
  ) throws {
    try transaction.forEachEntry(of: journals) { key, value in
      if let id = JournalID(bytes: key) {
        body(
          id, try PlacedValue(stored: value, in: ProjectionDatabase.journals))
      }
      return true
    }
  }

  /// The database of an index of open tasks.
  func tasks(_ index: TaskIndex) -> Database {
    switch index {
    case .due: due
    case .snoozed: snoozed
    case .gathering: windows
    }
  }

  /// Visits the open tasks that an index lists on `days`, by that day, until
  /// `body` returns `false`.
  public func forEachTask(
    _ index: TaskIndex, in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction, _ body: (DueEntry) throws -> Bool
  ) throws {
    let database = tasks(index)
    var start: [UInt8] = []
    start.append(day: days.lowerBound)
    var end: [UInt8] = []
    end.append(day: days.upperBound)
    let last = end.span.bytes.bigEndian(at: 0, count: 4)
    try transaction.forEachEntry(of: database, from: start) { key, value in
      guard key.byteCount >= 4, key.bigEndian(at: 0, count: 4) <= last
      else { return false }
      return try body(
        DueEntry(key: key, stored: value, database: database.name))
    }
  }

  /// The places of a plant's observations in the log, in canonical order.
  public func positions(
    of kind: ObservationKind, of plant: PlantID,
    in transaction: borrowing some Transaction
  ) throws -> [LogPosition] {
    var positions: [LogPosition] = []
    try forEachPosition(of: kind, under: plant.bytes, in: transaction) {
      positions.append($1)
    }
    return positions
  }

  /// Visits the places of the observations of a kind, by plant; those of a
  /// plant come in canonical order.
  ///
  /// - Parameters:
  ///   - kind: The kind of observations.
  ///   - prefix: The beginning of the keys, such as a plant's id.
  ///   - transaction: Whose state is read.
  ///   - body: Gets a plant and a place.
  /// - Throws: The error of the store or of `body`.
  func forEachPosition(
    of kind: ObservationKind, under prefix: [UInt8] = [],
    in transaction: borrowing some Transaction,
    _ body: (PlantID, LogPosition) throws -> Void
  ) throws {
    try transaction.forEachEntry(
      of: observations(of: kind), withPrefix: prefix
    ) { key, _ in
      guard let plant = ObservationKey.plant(key),
        let position = ObservationKey.position(key)
      else { return false }
      try body(plant, position)
      return true
    }
  }

  /// Returns whether care does not count as the event at `position` recorded
  /// it.
  func isAmended(
    _ position: LogPosition, of plant: PlantID,
    _ transaction: borrowing some Transaction
  ) throws -> Bool {
    // Asked of every care of a history, and most journals have none.
    guard try transaction.count(of: amended) > 0 else { return false }
    let key = ObservationKey.bytes(of: plant, position)
    return try transaction.contains(key.span.bytes, in: amended)
  }

  /// The name of a writer; empty if people took it away, and `nil` if they
  /// never gave one.
  public func name(
    of writer: WriterID, in transaction: borrowing some Transaction
  ) throws -> WriterName? {
    try transaction.get(writer.bytes, in: writerNames) { value in
      try PlacedValue<WriterName>(
        stored: value, in: ProjectionDatabase.writerNames
      ).value
    }
  }

  /// The value of a counter.
  public func count(
    of statistic: Statistic, in transaction: borrowing some Transaction
  ) throws -> Int {
    try transaction.get(statistic.key, in: statistics) {
      try Self.counter($0)
    } ?? 0
  }

  static func counter(_ stored: RawSpan) throws -> Int {
    let database = ProjectionDatabase.statistics
    return try SealedValue.open(stored, in: database) { content throws in
      guard content.byteCount == 8,
        let count = Int(exactly: content.bigEndian(at: 0, count: 8))
      else {
        throw StorageError.damagedValue(
          database: database, reason: "a value is no count")
      }
      return count
    }
  }

  /// Returns whether an action is undone for a stream: the latest undoing
  /// decides, be it of the whole action or of that stream alone.
  public func isUndone(
    _ action: ActionReference, of stream: StreamID,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    // Asked of every event of a history, and most journals have none.
    guard try transaction.count(of: undone) > 0 else { return false }
    let whole = try undoing(of: action, alone: nil, in: transaction)
    let alone = try undoing(of: action, alone: stream, in: transaction)
    guard let whole, let alone else {
      return (alone ?? whole)?.value ?? false
    }
    return (alone.position < whole.position ? whole : alone).value
  }

  /// Returns whether the payload of an event is erased. Only erasable events
  /// are looked up.
  public func isErased(
    _ header: EventHeader, _ hash: EventHash,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    guard header.isErasable else { return false }
    let erasure = Erasure(
      of: EventReference(of: header, hash: hash), hash: hash)
    let key = ErasureKey.bytes(of: erasure)
    return try transaction.contains(key.span.bytes, in: erased)
  }

  /// Returns whether an event has no payload because that is erased; any other
  /// missing payload is damage.
  public func isErased(
    _ event: VisitedEvent, _ bytes: RawSpan,
    in transaction: borrowing some Transaction
  ) throws -> Bool {
    guard !event.frame.hasPayload else { return false }
    let hash = EventHash(of: event.frame.header(in: bytes))
    return try isErased(event.header, hash, in: transaction)
  }

  /// The number of erased events, held or not.
  public func erasureCount(
    in transaction: borrowing some Transaction
  ) throws -> Int {
    try transaction.count(of: erased)
  }

  /// Visits the erasures in the order of their events, until `body` returns
  /// `false`: from the sequence `first` of `writer` on, or all.
  public func forEachErasure(
    from first: UInt64 = 0, of writer: WriterID? = nil,
    in transaction: borrowing some Transaction,
    _ body: (Erasure) throws -> Bool
  ) throws {
    let start = writer.map { ErasureKey.prefix(first, of: $0) } ?? []
    try transaction.forEachEntry(of: erased, from: start) { key, _ in
      guard let erasure = ErasureKey.erasure(key) else {
        throw StorageError.damagedValue(
          database: ProjectionDatabase.erased, reason: "a key names no event")
      }
      guard writer.map({ $0 == erasure.event.writer }) ?? true else {
        return false
      }
      return try body(erasure)
    }
  }

  /// The latest word on undoing an action, wholly or for one stream alone.
  func undoing(
    of action: ActionReference, alone stream: StreamID?,
    in transaction: borrowing some Transaction
  ) throws -> PlacedValue<Bool>? {
    let key = UndoingKey.bytes(of: action, alone: stream)
    return try transaction.get(key, in: undone) { value in
      try PlacedValue(stored: value, in: ProjectionDatabase.undone)
    }
  }
}

/// The keys of ``ProjectionDatabase/undone``: the first event of an action, and
/// the stream if the undoing is of that alone.
enum UndoingKey {
  static func bytes(
    of action: ActionReference, alone stream: StreamID?
  ) -> [UInt8] {
    var bytes = LogKey.bytes(of: action.first)
    stream?.append(to: &bytes)
    return bytes
  }
}
