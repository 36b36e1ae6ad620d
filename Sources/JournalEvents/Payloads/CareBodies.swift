public import JournalTime

/// A plant's schedule for a kind of care, which replaces the whole one before.
public struct ScheduleSet: FieldGroup, Hashable, Sendable {
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

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    kind = try fields.required("kind", .kind) { $0.kind }
    time = try fields.optional("time", .time) { $0.time }
    amount = try fields.optional("amount", .amount) { $0.amount }
    startOn = try fields.optional("startOn", .day) { $0.startOn }
    fertilizer = try fields.optional("fertilizer", .choice()) { $0.fertilizer }
    activeMonths = try fields.optional("activeMonths", .months, else: .all) {
      $0.activeMonths
    }
    intervalDays = try fields.required(
      "intervalDays", .integer(1...Self.maximumInterval)
    ) { $0.intervalDays }
    seasonalIntervalDays = try fields.optional(
      "seasonalIntervalDays", .seasons, else: .none
    ) { $0.seasonalIntervalDays }
  }
}

/// A plant's schedule for a kind of care ended.
public struct ScheduleCleared: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind

  public init(kind: TaskKind) {
    self.kind = kind
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    kind = try fields.required("kind", .kind) { $0.kind }
  }
}

/// A one-off task with a fixed due day.
public struct TaskAdded: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The task's own id.
  public let task: TaskID
  /// The day it is due.
  public let due: Day

  public init(kind: TaskKind, task: TaskID, due: Day) {
    self.kind = kind
    self.task = task
    self.due = due
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    due = try fields.required("due", .day) { $0.due }
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.required("task", .id(), .supplied) { $0.task }
  }
}

/// Care was given.
public struct TaskCompleted: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// How much was given.
  public let amount: String?
  /// What was selected, where several plants were cared for at once.
  public let batch: String?

  public init(
    kind: TaskKind, task: TaskID? = nil, amount: String? = nil,
    batch: String? = nil
  ) {
    self.kind = kind
    self.task = task
    self.amount = amount
    self.batch = batch
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    // All at once, as most events are of this type: half of a value would be
    // copied.
    let kind = try fields.required("kind", .kind) { $0.kind }
    let task = try fields.optional("task", .id()) { $0.task }
    let batch = try fields.optional("batch", .name) { $0.batch }
    let amount = try fields.optional("amount", .amount) { $0.amount }
    self.init(kind: kind, task: task, amount: amount, batch: batch)
  }
}

/// A due day passed without care, on purpose.
public struct TaskSkipped: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// The day that was skipped.
  public let due: Day

  public init(kind: TaskKind, task: TaskID? = nil, due: Day) {
    self.kind = kind
    self.task = task
    self.due = due
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    due = try fields.required("due", .day) { $0.due }
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.optional("task", .id()) { $0.task }
  }
}

/// A task was postponed; the schedule stays as it is.
public struct TaskSnoozed: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task that is meant, where one is.
  public let task: TaskID?
  /// The settled day on which the postponed task rests; `nil` where
  /// nothing was settled yet.
  public let settled: Day?
  /// The day until which it is postponed.
  public let until: Day

  public init(kind: TaskKind, task: TaskID? = nil, settled: Day?, until: Day) {
    self.kind = kind
    self.task = task
    self.settled = settled
    self.until = until
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.optional("task", .id()) { $0.task }
    until = try fields.required("until", .day) { $0.until }
    settled = try fields.nullable("settled", .day, .suppliedNullable) {
      $0.settled
    }
  }
}
