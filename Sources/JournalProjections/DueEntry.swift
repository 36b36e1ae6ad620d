internal import Encodings
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalTime

/// A database that lists open tasks by one of their days.
public enum TaskIndex: Int, CaseIterable, Sendable {
  /// Open tasks by due day, snoozes included.
  case due
  /// Snoozed tasks by the end of the snooze.
  case snoozed
  /// Scheduled waterings by the first day to which they may be moved.
  case gathering

  /// Returns the day of a task in this index; `nil` if the index omits it.
  func day(of task: OpenTask) -> Day? {
    switch self {
    case .due: task.due
    case .snoozed: task.snoozedUntil
    case .gathering: task.gathersFrom
    }
  }
}

extension DueEntry {
  /// Returns the key in an index: the task's day ‖ plant ‖ kind, and for a
  /// one-off task a zero byte and its id; `nil` if the index omits it.
  func key(in index: TaskIndex) -> [UInt8]? {
    index.day(of: task).map(key(from:))
  }

  private func key(from day: Day) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(48)
    key.append(day: day)
    plant.append(to: &key)
    key.append(contentsOf: task.kind.name.utf8)
    if let id = task.task {
      key.append(0)
      id.append(to: &key)
    }
    return key
  }

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 96)
    writer.array(16)
    writer.text(task.kind.name)
    writer.optional(task.task) { $0.id($1) }
    writer.day(task.due)
    writer.optional(task.snoozedUntil) { $0.day($1) }
    writer.unsigned(UInt64(task.snoozeCount))
    writer.optional(task.time) { $0.text($1.description) }
    writer.optional(task.intervalDays) { $0.unsigned(UInt64($1)) }
    writer.optional(task.settlesFrom) { $0.day($1) }
    writer.optional(task.title) { $0.text($1) }
    writer.optional(task.every) { $0.text($1.description) }
    writer.text(plantName)
    writer.optional(room) { $0.id($1) }
    writer.optional(facts.amount) { $0.text($1) }
    writer.optional(facts.lastGiven) { $0.day($1) }
    writer.optional(facts.remark) { $0.text($1) }
    writer.optional(facts.snoozeRemark) { $0.text($1) }
    return SealedValue.seal(writer.bytes)
  }

  init(key: RawSpan, stored: RawSpan, database: String) throws {
    guard key.byteCount > 20,
      let plant = PlantID(bytes: key.extracting(4..<20))
    else {
      throw StorageError.damagedValue(
        database: database, reason: "a key names no plant")
    }
    self = try SealedValue.open(stored, in: database) { content in
      var reader = CBORReader(content)
      _ = try reader.array()
      let task = OpenTask(
        kind: try reader.kind(),
        task: try reader.optional { try $0.id() as TaskID },
        due: try reader.day(),
        snoozedUntil: try reader.optional { try $0.day() },
        snoozeCount: try reader.count(),
        time: try reader.optional { try $0.time() },
        intervalDays: try reader.optional { try $0.count() },
        settlesFrom: try reader.optional { try $0.day() },
        title: try reader.optional { try $0.text() },
        every: try reader.optional { try $0.rhythm() })
      return DueEntry(
        plant: plant, task: task, plantName: try reader.text(),
        room: try reader.optional { try $0.id() as RoomID },
        facts: TaskFacts(
          amount: try reader.optional { try $0.text() },
          lastGiven: try reader.optional { try $0.day() },
          remark: try reader.optional { try $0.text() },
          snoozeRemark: try reader.optional { try $0.text() }))
    }
  }
}

extension [UInt8] {
  /// Appends a day as four bytes that sort like days.
  mutating func append(day: Day) {
    append(
      bigEndian: UInt64(UInt32(bitPattern: day.number) ^ 1 << 31), count: 4)
  }

  /// Appends an instant as eight bytes that sort like instants.
  mutating func append(instant: Instant) {
    append(bigEndian: UInt64(bitPattern: instant.milliseconds) ^ 1 << 63)
  }
}

/// The latest care of a plant and kind.
public struct DoneEntry: Sendable, Hashable {
  /// The time of the care.
  public let at: Instant
  /// The plant.
  public let plant: PlantID
  /// The kind of care.
  public let kind: TaskKind

  /// Creates an entry of the latest care of a kind.
  public init(at: Instant, plant: PlantID, kind: TaskKind) {
    self.at = at
    self.plant = plant
    self.kind = kind
  }

  /// The key in `done`: instant ‖ plant ‖ kind. The value is empty.
  var key: [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(40)
    key.append(instant: at)
    plant.append(to: &key)
    key.append(contentsOf: kind.name.utf8)
    return key
  }

  init(key: RawSpan) throws {
    guard key.byteCount > 24,
      let plant = PlantID(bytes: key.extracting(8..<24)),
      let name = String(checking: key.extracting(24..<key.byteCount)),
      let kind = TaskKind(name)
    else {
      throw StorageError.damagedValue(
        database: ProjectionDatabase.done, reason: "a key has no such form")
    }
    let bits = key.bigEndian(at: 0, count: 8) ^ 1 << 63
    at = Instant(milliseconds: Int64(bitPattern: bits))
    self.plant = plant
    self.kind = kind
  }
}
