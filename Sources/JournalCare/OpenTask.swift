public import JournalEvents
public import JournalTime

/// A task that waits to be done: at most one per plant and scheduled kind,
/// and the one-off tasks.
public struct OpenTask: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task's id; `nil` for a scheduled one.
  public let task: TaskID?
  /// The day on which it is due, snooze included.
  public private(set) var due: Day
  /// Until when it was last postponed, where a snooze is in force.
  public let snoozedUntil: Day?
  /// How often it was postponed.
  public let snoozeCount: Int
  /// The time of day, where the schedule has one.
  public private(set) var time: TimeOfDay?
  /// The time of day of tasks that have none of their own.
  private var usualTime: TimeOfDay?
  /// The time of day, unless it is the usual one.
  public var unusualTime: TimeOfDay? { time == usualTime ? nil : time }
  /// The schedule's base interval; `nil` for a one-off task.
  public let intervalDays: Int?
  /// The first day on which care settles it; `nil` where any day does.
  public let settlesFrom: Day?
  /// What a one-off task is called, where the kind does not say it.
  public let title: String?
  /// How often a one-off task comes round; `nil` for once.
  public let every: TaskRhythm?
  /// The first day on which it may be gathered with other waterings (rule 7):
  /// its own due day less a quarter of the base interval, but never a day on
  /// which care would not settle it. `nil` for all but scheduled waterings.
  public let gathersFrom: Day?

  /// Creates a task as it is stored.
  public init(
    kind: TaskKind, task: TaskID?, due: Day, snoozedUntil: Day?,
    snoozeCount: Int, time: TimeOfDay?, intervalDays: Int?,
    settlesFrom: Day? = nil, title: String? = nil, every: TaskRhythm? = nil
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    self.snoozedUntil = snoozedUntil
    self.snoozeCount = snoozeCount
    self.time = time
    self.intervalDays = intervalDays
    self.settlesFrom = settlesFrom
    self.title = title
    self.every = every
    gathersFrom =
      kind == .watering && task == nil
      ? intervalDays.map {
        max(due.advanced(by: -($0 / 4)), settlesFrom ?? .earliest)
      } : nil
  }

  /// Creates the task that an explanation leads to.
  public init(_ explanation: DueExplanation) {
    self.init(
      kind: explanation.kind, task: explanation.task, due: explanation.due,
      snoozedUntil: explanation.delay?.until,
      snoozeCount: explanation.delay?.count ?? 0,
      time: explanation.schedule?.time,
      intervalDays: explanation.schedule?.intervalDays,
      settlesFrom: explanation.basis.settlesFrom,
      title: explanation.title, every: explanation.every)
  }

  /// Whether a snooze is in force that ends after `today`.
  public func isSnoozed(on today: Day) -> Bool {
    snoozedUntil.map { $0 > today } ?? false
  }

  /// Whether a snooze decides its due day; not where the snooze ends before the
  /// task would have been due anyway.
  public var isPostponed: Bool { snoozedUntil == due }

  /// The task as it is shown: on a group day, at the preferred time where it
  /// has none of its own.
  public func shown(on day: Day, at preferredTime: TimeOfDay?) -> OpenTask {
    var task = self
    task.due = day
    task.usualTime = preferredTime
    task.time = time ?? preferredTime
    return task
  }
}

/// What the one who does a task wants to know of it.
public struct TaskFacts: Sendable, Hashable {
  /// How much is to be given, in its stored form.
  public let amount: String?
  /// The local day on which care of this kind was given last.
  public let lastGiven: Day?
  /// The remark on the one-off task or the schedule.
  public let remark: String?
  /// The remark on the snooze in force.
  public let snoozeRemark: String?

  /// Nothing is known.
  public static let none = TaskFacts()

  /// Creates facts as they are stored.
  public init(
    amount: String? = nil, lastGiven: Day? = nil, remark: String? = nil,
    snoozeRemark: String? = nil
  ) {
    self.amount = amount
    self.lastGiven = lastGiven
    self.remark = remark
    self.snoozeRemark = snoozeRemark
  }

  /// The facts of an open task of `plant`.
  init(of task: OpenTask, _ plant: PlantState, in calendar: CareCalendar) {
    // A task with a title is another thing than what else is of its kind.
    let care =
      task.title == nil
      ? plant.care(task.kind)
      : task.task.flatMap { plant.oneOffTask($0)?.rounds }
    let remarks = plant.details.remarks.first {
      $0.kind == task.kind && $0.task == task.task
    }
    self.init(
      amount: task.task == nil ? care?.schedule?.amount : nil,
      lastGiven: care?.lastCompleted.map(calendar.zone.localDay(of:)),
      remark: remarks?.own,
      snoozeRemark: remarks?.snooze.flatMap { remark in
        remark.until == task.snoozedUntil ? remark.text : nil
      })
  }

  /// The facts of the same task as it comes round after this one: a snooze
  /// is over by then.
  package var repeated: TaskFacts { TaskFacts(amount: amount, remark: remark) }
}

/// An open task with what a list of tasks shows, so that no plant need be
/// opened for it.
public struct DueEntry: Sendable, Hashable {
  /// The plant; `StreamID.home` for a task that is of none.
  public let plant: PlantID
  /// The task.
  public private(set) var task: OpenTask
  /// The name the plant is shown by; of a task of the home, its title.
  public let plantName: String
  /// The plant's own room, which may be one that cannot be seen.
  public let room: RoomID?
  /// What else is shown of the task.
  public let facts: TaskFacts

  public init(
    plant: PlantID, task: OpenTask, plantName: String, room: RoomID?,
    facts: TaskFacts = .none
  ) {
    self.plant = plant
    self.task = task
    self.plantName = plantName
    self.room = room
    self.facts = facts
  }
}

extension DueEntry {
  /// The open tasks of a plant, by kind and one-off tasks last.
  public static func all(
    of id: PlantID, _ plant: PlantState, in calendar: CareCalendar
  ) -> [DueEntry] {
    let tasks = calendar.openTasks(of: plant, id: id)
    let name = plant.displayName
    return tasks.map { task in
      DueEntry(
        plant: id, task: task,
        plantName: id == .home ? task.title ?? task.kind.name : name,
        room: plant.room,
        facts: TaskFacts(of: task, plant, in: calendar))
    }
  }

  /// The entry with its task as it is shown; see
  /// ``OpenTask/shown(on:at:)``.
  package func shown(on day: Day, at preferredTime: TimeOfDay?) -> DueEntry {
    var entry = self
    entry.task = task.shown(on: day, at: preferredTime)
    return entry
  }
}
