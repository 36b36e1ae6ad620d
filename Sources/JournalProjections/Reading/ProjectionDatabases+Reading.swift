internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

extension ProjectionDatabases {
  /// Plants by name.
  public var nameIndex: NameIndex { NameIndex(database: names) }

  /// The plant's state; `nil` where nothing is known of it.
  public func plant(
    _ id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> PlantState? {
    let key = id.bytes
    return try transaction.get(key.span.bytes, in: plants) { value in
      try PlantState(stored: value)
    }
  }

  /// Visits the plants by id until `body` returns `false`.
  public func forEachPlant(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (PlantID, PlantState) throws -> Bool
  ) throws {
    try transaction.withCursor(plants) { cursor in
      while try cursor.next() {
        let goesOn = try cursor.withEntry { key, value in
          guard let id = PlantID(bytes: key) else {
            throw StorageError.damagedValue(
              database: ProjectionDatabase.plants,
              reason: "a key names no plant")
          }
          return try body(id, try PlantState(stored: value))
        }
        guard goesOn else { return }
      }
    }
  }

  /// The state of a room, events or none.
  public func room(
    _ id: RoomID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> RoomState {
    let key = id.bytes
    return try transaction.get(key.span.bytes, in: rooms) { value in
      try RoomState(stored: value)
    } ?? RoomState(initial: id)
  }

  /// The rooms that can be seen.
  public func roomList(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> RoomList {
    RoomList(try roomStates(in: transaction))
  }

  func roomStates(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [RoomID: RoomState] {
    var states: [RoomID: RoomState] = [:]
    try transaction.withCursor(rooms) { cursor in
      while try cursor.next() {
        try cursor.withEntry { key, value in
          guard let id = RoomID(bytes: key) else {
            throw StorageError.damagedValue(
              database: ProjectionDatabase.rooms, reason: "a key names no room")
          }
          states[id] = try RoomState(stored: value)
        }
      }
    }
    return states
  }

  /// The settings in force.
  public func journalSettings(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> JournalSettings {
    var values: [String: SettingValue] = [:]
    try forEachSetting(in: transaction) { values[$0] = $1.value }
    var first: StoredJournal?
    try forEachJournal(in: transaction) { _, journal in
      if first.map({ journal.position < $0.position }) ?? true {
        first = journal
      }
    }
    return JournalSettings(values: values, originalTimeZone: first?.timeZone)
  }

  /// The value of each setting that was ever set, known or not, and the place
  /// of the event that set it.
  public func storedSettings(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [String: (value: SettingValue, position: LogPosition)] {
    var found: [String: (value: SettingValue, position: LogPosition)] = [:]
    try forEachSetting(in: transaction) {
      found[$0] = ($1.value, $1.position)
    }
    return found
  }

  private func forEachSetting(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (_ name: String, StoredSetting) -> Void
  ) throws {
    try transaction.withCursor(settings) { cursor in
      while try cursor.next() {
        try cursor.withEntry { key, value in
          let setting = try StoredSetting(stored: value)
          guard let name = String(checking: key) else { return }
          body(name, setting)
        }
      }
    }
  }

  /// The ids of the journals whose events are held: one, or several after a
  /// merge.
  public func journalIDs(
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [JournalID] {
    var ids: [JournalID] = []
    try forEachJournal(in: transaction) { id, _ in ids.append(id) }
    return ids
  }

  /// Visits the journals by their ids.
  private func forEachJournal(
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (JournalID, StoredJournal) -> Void
  ) throws {
    try transaction.withCursor(journals) { cursor in
      while try cursor.next() {
        try cursor.withEntry { key, value in
          guard let id = JournalID(bytes: key) else { return }
          body(id, try StoredJournal(stored: value))
        }
      }
    }
  }

  /// Visits the open tasks due on `days`, by day, until `body` returns
  /// `false`.
  public func forEachDue(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try forEachTask(in: due, days, transaction, body)
  }

  /// Visits the open tasks with a snooze in force that ends on one of `days`,
  /// by its end, until `body` returns `false`.
  public func forEachSnoozed(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try forEachTask(in: snoozed, days, transaction, body)
  }

  /// Visits the open scheduled waterings that may be gathered from one of
  /// `days` on, by that day, until `body` returns `false`.
  public func forEachWatering(
    gatheringFrom days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    try forEachTask(in: windows, days, transaction, body)
  }

  private func forEachTask(
    in database: Database, _ days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable,
    _ body: (DueEntry) throws -> Bool
  ) throws {
    var start: [UInt8] = []
    start.append(day: days.lowerBound)
    var end: [UInt8] = []
    end.append(day: days.upperBound)
    let last = end.span.bytes.bigEndian(at: 0, count: 4)
    try transaction.withCursor(database) { cursor in
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found {
        let goesOn = try cursor.withEntry { key, value in
          guard key.byteCount >= 4, key.bigEndian(at: 0, count: 4) <= last
          else { return false }
          let entry = try DueEntry(
            key: key, stored: value, database: database.name)
          return try body(entry)
        }
        guard goesOn else { return }
        found = try cursor.next()
      }
    }
  }

  /// Visits the latest care of each plant and kind that was given at or after
  /// `start`, by instant, until `body` returns `false`.
  public func forEachDone(
    since start: Instant,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (DoneEntry) throws -> Bool
  ) throws {
    var key: [UInt8] = []
    key.append(instant: start)
    try transaction.withCursor(done) { cursor in
      var found = try cursor.seek(atOrAfter: key.span.bytes)
      while found {
        let entry = try cursor.withEntry { key, _ in try DoneEntry(key: key) }
        guard try body(entry) else { return }
        found = try cursor.next()
      }
    }
  }

  /// The places of a plant's observations in the log, in canonical order.
  public func positions(
    of kind: ObservationKind, of plant: PlantID,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [LogPosition] {
    let prefix = plant.bytes
    var positions: [LogPosition] = []
    try transaction.withCursor(observations(of: kind)) { cursor in
      var found = try cursor.seek(atOrAfter: prefix.span.bytes)
      while found {
        let position = cursor.withEntry { key, _ -> LogPosition? in
          guard key.byteCount == 16 + StreamPosition.byteCount,
            key.extracting(0..<16).equals(prefix.span.bytes)
          else { return nil }
          return StreamPosition.decode(key.extracting(16..<key.byteCount))
        }
        guard let position else { return }
        positions.append(position)
        found = try cursor.next()
      }
    }
    return positions
  }

  /// What people call a writer; `nil` where they gave it no name.
  public func name(
    of writer: WriterID,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> String? {
    let key = writer.bytes
    return try transaction.get(key.span.bytes, in: writerNames) {
      try StoredWriterName(stored: $0).name
    } ?? nil
  }

  /// The value of a counter.
  public func count(
    of statistic: Statistic,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    let key = statistic.key
    return try transaction.get(key.span.bytes, in: statistics) {
      try Self.counter($0)
    } ?? 0
  }

  /// The values of all counters per family or source, by name.
  public func counts(
    perFamily: Bool, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(name: String, count: Int)] {
    let prefix: UInt8 = perFamily ? 0x46 : 0x53
    var counts: [(name: String, count: Int)] = []
    try forEachCounter(prefix, in: transaction) { key, count in
      // A family may have been cut to fit the key, even within a character.
      let name = key.extracting(1..<key.byteCount).withUnsafeBytes {
        String(decoding: $0, as: UTF8.self)
      }
      counts.append((name, count))
    }
    return counts
  }

  /// How many open tasks are due on `days`.
  ///
  /// - Complexity: O(*d*) for *d* days on which a task is due.
  public func openTaskCount(
    in days: ClosedRange<Day>,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Int {
    let first = Statistic.due(days.lowerBound).key
    let last = Statistic.due(days.upperBound).key
    let bounds =
      first.span.bytes.bigEndian(
        at: 1, count: 4)...last.span.bytes
      .bigEndian(at: 1, count: 4)
    var total = 0
    try forEachCounter(0x64, in: transaction) { key, count in
      guard key.byteCount == 5 else { return }
      if bounds.contains(key.bigEndian(at: 1, count: 4)) { total += count }
    }
    return total
  }

  private func forEachCounter(
    _ prefix: UInt8, in transaction: borrowing some Transaction & ~Copyable,
    _ body: (RawSpan, Int) throws -> Void
  ) throws {
    let start = [prefix]
    try transaction.withCursor(statistics) { cursor in
      var found = try cursor.seek(atOrAfter: start.span.bytes)
      while found {
        let goesOn = try cursor.withEntry { key, value in
          guard key.byteCount > 0, key.byte(at: 0) == prefix else {
            return false
          }
          try body(key, try Self.counter(value))
          return true
        }
        guard goesOn else { return }
        found = try cursor.next()
      }
    }
  }

  private static func counter(_ stored: RawSpan) throws -> Int {
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

  /// Whether an action is undone.
  public func isUndone(
    _ action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> Bool {
    try undoing(of: action, in: transaction)?.isUndone ?? false
  }

  func undoing(
    of action: ActionReference,
    in transaction: borrowing some Transaction & ~Copyable
  ) throws -> StoredUndoing? {
    let key = LogKey.bytes(of: action.first)
    return try transaction.get(key.span.bytes, in: undone) { value in
      try StoredUndoing(stored: value)
    }
  }
}
