internal import Encodings
public import JournalTime

/// A plant's schedule for a kind of care, which replaces the whole one before.
public struct ScheduleSet: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// Days from one time to the next, where no season says otherwise.
  public let intervalDays: Int
  /// Days from one time to the next in each season that differs.
  public let seasonalIntervalDays: SeasonalIntervals
  /// The months in which the care is given.
  public let activeMonths: MonthSet
  /// How much: light, moderate, thorough, soak, or millilitres ("250ml").
  public let amount: String?
  /// The fertilizer.
  public let fertilizer: FertilizerType?
  /// The time of day.
  public let time: TimeOfDay?
  /// The first due day, until care settles it.
  public let startOn: Day?

  /// Creates a body.
  public init(
    kind: TaskKind, intervalDays: Int,
    seasonalIntervalDays: SeasonalIntervals = .none,
    activeMonths: MonthSet = .all, amount: String? = nil,
    fertilizer: FertilizerType? = nil, time: TimeOfDay? = nil,
    startOn: Day? = nil
  ) {
    self.kind = kind
    self.intervalDays = intervalDays
    self.seasonalIntervalDays = seasonalIntervalDays
    self.activeMonths = activeMonths
    self.amount = amount
    self.fertilizer = fertilizer
    self.time = time
    self.startOn = startOn
  }
}

extension ScheduleSet: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    var intervalDays: Int?
    var seasonalIntervalDays: SeasonalIntervals = .none
    var activeMonths: MonthSet = .all
    var amount: String?
    var fertilizer: FertilizerType?
    var time: TimeOfDay?
    var startOn: Day?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      case "intervalDays":
        intervalDays = try reader.integer(in: 1...ScheduleSet.maximumInterval)
      case "seasonalIntervalDays":
        seasonalIntervalDays = try reader.seasonalIntervals()
      case "activeMonths": activeMonths = try reader.months()
      case "amount": amount = try reader.text()
      case "fertilizer": fertilizer = try reader.choice(FertilizerType.self)
      case "time": time = try reader.time()
      case "startOn": startOn = try reader.day()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    guard let intervalDays else { throw .missingField("intervalDays") }
    self.init(
      kind: kind, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, activeMonths: activeMonths,
      amount: amount, fertilizer: fertilizer, time: time, startOn: startOn)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
    map.field("intervalDays") { $0.integer(Int64(intervalDays)) }
    if !seasonalIntervalDays.isEmpty {
      map.field("seasonalIntervalDays") {
        seasonalIntervalDays.encode(into: &$0)
      }
    }
    if activeMonths != .all {
      map.field("activeMonths") { activeMonths.encode(into: &$0) }
    }
    if let amount { map.field("amount") { $0.text(amount) } }
    if let fertilizer {
      map.field("fertilizer") { $0.text(fertilizer.rawValue) }
    }
    if let time { map.field("time") { $0.text(time.description) } }
    if let startOn { map.field("startOn") { $0.text(startOn.description) } }
  }
}

/// A plant's schedule for a kind of care ended.
public struct ScheduleCleared: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind

  /// Creates a body.
  public init(kind: TaskKind) {
    self.kind = kind
  }
}

extension ScheduleCleared: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    self.init(kind: kind)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
  }
}

/// A one-off task with a fixed due day.
public struct TaskAdded: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The task's own id.
  public let task: TaskID
  /// The day it is due.
  public let due: Day

  /// Creates a body.
  public init(kind: TaskKind, task: TaskID, due: Day) {
    self.kind = kind
    self.task = task
    self.due = due
  }
}

extension TaskAdded: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    var task: TaskID?
    var due: Day?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      case "task": task = try reader.id()
      case "due": due = try reader.day()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    guard let task else { throw .missingField("task") }
    guard let due else { throw .missingField("due") }
    self.init(kind: kind, task: task, due: due)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
    map.field("task") { $0.byteString(task.bytes) }
    map.field("due") { $0.text(due.description) }
  }
}

/// Care was given.
public struct TaskCompleted: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// How much was given.
  public let amount: String?
  /// What was selected, where several plants were cared for at once.
  public let batch: String?

  /// Creates a body.
  public init(
    kind: TaskKind, task: TaskID? = nil, amount: String? = nil,
    batch: String? = nil
  ) {
    self.kind = kind
    self.task = task
    self.amount = amount
    self.batch = batch
  }
}

extension TaskCompleted: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    var task: TaskID?
    var amount: String?
    var batch: String?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      case "task": task = try reader.id()
      case "amount": amount = try reader.text()
      case "batch": batch = try reader.text()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    self.init(kind: kind, task: task, amount: amount, batch: batch)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
    if let task { map.field("task") { $0.byteString(task.bytes) } }
    if let amount { map.field("amount") { $0.text(amount) } }
    if let batch { map.field("batch") { $0.text(batch) } }
  }
}

/// A due day passed without care, on purpose.
public struct TaskSkipped: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// The day that was skipped.
  public let due: Day

  /// Creates a body.
  public init(kind: TaskKind, task: TaskID? = nil, due: Day) {
    self.kind = kind
    self.task = task
    self.due = due
  }
}

extension TaskSkipped: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    var task: TaskID?
    var due: Day?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      case "task": task = try reader.id()
      case "due": due = try reader.day()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    guard let due else { throw .missingField("due") }
    self.init(kind: kind, task: task, due: due)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
    if let task { map.field("task") { $0.byteString(task.bytes) } }
    map.field("due") { $0.text(due.description) }
  }
}

/// A task was postponed; the schedule stays as it is.
public struct TaskSnoozed: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// The settled day on which the postponed task rests; `nil` where
  /// nothing was settled yet.
  public let settled: Day?
  /// The day until which it is postponed.
  public let until: Day

  /// Creates a body.
  public init(kind: TaskKind, task: TaskID? = nil, settled: Day?, until: Day) {
    self.kind = kind
    self.task = task
    self.settled = settled
    self.until = until
  }
}

extension TaskSnoozed: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var kind: TaskKind?
    var task: TaskID?
    // The outer optional tells a missing field from a null.
    var settled: Day??
    var until: Day?
    while let field = try reader.next() {
      switch field {
      case "kind": kind = try reader.kind()
      case "task": task = try reader.id()
      case "settled": settled = .some(try reader.optionalDay())
      case "until": until = try reader.day()
      default: try common.take(field, from: &reader)
      }
    }
    guard let kind else { throw .missingField("kind") }
    guard let settled else { throw .missingField("settled") }
    guard let until else { throw .missingField("until") }
    self.init(kind: kind, task: task, settled: settled, until: until)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("kind") { $0.text(kind.name) }
    if let task { map.field("task") { $0.byteString(task.bytes) } }
    map.field("settled") { settled.encodeText(into: &$0) }
    map.field("until") { $0.text(until.description) }
  }
}

extension Day? {
  fileprivate func encodeText(into writer: inout CBORWriter) {
    if let self { writer.text(self.description) } else { writer.null() }
  }
}
