public import JournalTime

/// A plant's schedule for a kind of care, which replaces the whole one before.
public struct ScheduleSet: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// Days from one time to the next, if no season says otherwise.
  public let intervalDays: Int
  /// Days from one time to the next in each season that differs.
  public let seasonalIntervalDays: SeasonalIntervals
  /// The months in which the care is given.
  public let activeMonths: MonthSet
  /// The amount: light, moderate, thorough, soak, or millilitres ("250ml").
  public let amount: String?
  /// The fertilizer.
  public let fertilizer: FertilizerType?
  /// The time of day.
  public let time: TimeOfDay?
  /// The first due day, until care settles it.
  public let startOn: Day?

  /// Creates a schedule of a kind of care.
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

  /// Creates the end of a schedule.
  public init(kind: TaskKind) {
    self.kind = kind
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    kind = try fields.required("kind", .kind) { $0.kind }
  }
}

/// A one-off task with a fixed due day, or the first of several.
public struct TaskAdded: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The task's id.
  public let task: TaskID
  /// The due day; of a task that repeats, the first.
  public let due: Day
  /// The rhythm of its repetition; `nil` for once.
  public let every: TaskRhythm?
  /// The title, if the kind does not say it.
  public let title: String?

  /// Creates a planned task.
  public init(
    kind: TaskKind, task: TaskID, due: Day, every: TaskRhythm? = nil,
    title: String? = nil
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    self.every = every
    self.title = title
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    due = try fields.required("due", .day) { $0.due }
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.required("task", .id(), .supplied) { $0.task }
    every = try fields.optional("every", .rhythm) { $0.every }
    title = try fields.optional("title", .name) { $0.title }
  }
}

/// Care was given, or its record is corrected.
public struct TaskCompleted: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task; `nil` for scheduled care.
  public let task: TaskID?
  /// The due day that is done of a task that repeats.
  public let due: Day?
  /// The title of the task, if it has one.
  public let title: String?
  /// The amount that was given.
  public let amount: String?
  /// The selection, if several plants were cared for at once.
  public let batch: String?
  /// The photo of the care.
  public let photo: PhotoID?
  /// The care in whose place this stands; `nil` for care of its own.
  public var amends: NamedEvent? { boxedAmends?.value }
  // Out of line: most events are of this type, and few amend one.
  private let boxedAmends: Boxed<NamedEvent>?

  /// Creates a record of care.
  public init(
    kind: TaskKind, task: TaskID? = nil, due: Day? = nil,
    title: String? = nil, amount: String? = nil, batch: String? = nil,
    photo: PhotoID? = nil, amends: NamedEvent? = nil
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    self.title = title
    self.amount = amount
    self.batch = batch
    self.photo = photo
    boxedAmends = amends.map { Boxed($0) }
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    // All at once, as most events are of this type: half of a value would be
    // copied.
    let due = try fields.optional("due", .day) { $0.due }
    let kind = try fields.required("kind", .kind) { $0.kind }
    let task = try fields.optional("task", .id()) { $0.task }
    let batch = try fields.optional("batch", .name) { $0.batch }
    let photo = try fields.optional("photo", .id()) { $0.photo }
    let title = try fields.optional("title", .name) { $0.title }
    let amends = try fields.optional("amends", .object()) { $0.amends }
    let amount = try fields.optional("amount", .amount) { $0.amount }
    self.init(
      kind: kind, task: task, due: due, title: title, amount: amount,
      batch: batch, photo: photo, amends: amends)
  }
}

/// A due day passed without care, on purpose.
public struct TaskSkipped: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task; `nil` for a scheduled one.
  public let task: TaskID?
  /// The day that was skipped; of a task that repeats, all up to it.
  public let due: Day
  /// The title of the task, if it has one.
  public let title: String?

  /// Creates a record of a task that was passed over.
  public init(
    kind: TaskKind, task: TaskID? = nil, due: Day, title: String? = nil
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    self.title = title
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    due = try fields.required("due", .day) { $0.due }
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.optional("task", .id()) { $0.task }
    title = try fields.optional("title", .name) { $0.title }
  }
}

/// A task was postponed; the schedule stays as it is.
public struct TaskSnoozed: FieldGroup, Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task; `nil` for a scheduled one.
  public let task: TaskID?
  /// The settled day on which the postponed task rests; `nil` if nothing was
  /// settled yet.
  public let settled: Day?
  /// The day until which it is postponed.
  public let until: Day
  /// The title of the task, if it has one.
  public let title: String?

  /// Creates a record of a task that was moved.
  public init(
    kind: TaskKind, task: TaskID? = nil, settled: Day?, until: Day,
    title: String? = nil
  ) {
    self.kind = kind
    self.task = task
    self.settled = settled
    self.until = until
    self.title = title
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    kind = try fields.required("kind", .kind) { $0.kind }
    task = try fields.optional("task", .id()) { $0.task }
    title = try fields.optional("title", .name) { $0.title }
    until = try fields.required("until", .day) { $0.until }
    settled = try fields.nullable("settled", .day, .suppliedNullable) {
      $0.settled
    }
  }
}
