public import JournalEvents
public import JournalTime

/// An open task: at most one per plant and scheduled kind, and the one-off
/// tasks.
public struct OpenTask: Hashable, Sendable {
  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task's id; `nil` for a scheduled task.
  public let task: TaskID?
  /// The due day, snooze included; on a page of rounds, the day of its round.
  public private(set) var due: Day
  /// The due day, snooze included, no matter what is gathered with it.
  public let ownDue: Day
  /// The day to which the task was last postponed, if a snooze is in force.
  public let snoozedUntil: Day?
  /// The number of times it was postponed.
  public let snoozeCount: Int
  /// The time of day, if the schedule has one.
  public private(set) var time: TimeOfDay?
  /// The time of day of tasks that have none of their own.
  private var usualTime: TimeOfDay?
  /// The time of day, unless it is the usual one.
  public var unusualTime: TimeOfDay? { time == usualTime ? nil : time }
  /// The schedule's base interval; `nil` for a one-off task.
  public let intervalDays: Int?
  /// The first day on which care settles the task; `nil` for any day.
  public let settlesFrom: Day?
  /// The title of a one-off task, if the kind is not enough.
  public let title: String?
  /// The rhythm of a repeating one-off task; `nil` for a single one.
  public let every: TaskRhythm?
  /// The first day to which grouping may move the task (rule 7): its due day
  /// less a quarter of the base interval, but not before care settles it. `nil`
  /// for all tasks except scheduled waterings.
  public let gathersFrom: Day?

  /// Creates a task from its stored form.
  public init(
    kind: TaskKind, task: TaskID?, due: Day, snoozedUntil: Day?,
    snoozeCount: Int, time: TimeOfDay?, intervalDays: Int?,
    settlesFrom: Day? = nil, title: String? = nil, every: TaskRhythm? = nil
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    ownDue = due
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

  /// Creates the task that an explanation results in.
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

  /// Returns whether a snooze is in force that ends after `today`.
  public func isSnoozed(on today: Day) -> Bool {
    snoozedUntil.map { $0 > today } ?? false
  }

  /// A Boolean value that indicates whether a snooze determines the due day,
  /// rather than ending before the task is due anyway.
  public var isPostponed: Bool { snoozedUntil == due }

  /// Returns the task as shown: on a group day, at the preferred time if it has
  /// no time of its own.
  public func shown(on day: Day, at preferredTime: TimeOfDay?) -> OpenTask {
    var task = self
    task.due = day
    task.usualTime = preferredTime
    task.time = time ?? preferredTime
    return task
  }
}

/// The facts that help to do a task.
public struct TaskFacts: Sendable, Hashable {
  /// The amount to give, in its stored form.
  public let amount: String?
  /// The local day of the last care of this kind.
  public let lastGiven: Day?
  /// The note on the one-off task or the schedule.
  public let remark: String?
  /// The note on the current snooze.
  public let snoozeRemark: String?

  /// Empty facts.
  public static let none = TaskFacts()

  /// Creates facts from their stored form.
  public init(
    amount: String? = nil, lastGiven: Day? = nil, remark: String? = nil,
    snoozeRemark: String? = nil
  ) {
    self.amount = amount
    self.lastGiven = lastGiven
    self.remark = remark
    self.snoozeRemark = snoozeRemark
  }

  init(of task: OpenTask, _ plant: PlantState, in calendar: CareCalendar) {
    // A task with a title is independent of other tasks of its kind.
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

  /// The facts of the task's next repetition, when a snooze is over.
  package var repeated: TaskFacts { TaskFacts(amount: amount, remark: remark) }
}

/// An open task with all that a list of tasks shows, so that listing it reads
/// no plant.
public struct DueEntry: Sendable, Hashable {
  /// The plant; `StreamID.home` for a task without a plant.
  public let plant: PlantID
  /// The task.
  public private(set) var task: OpenTask
  /// The display name of the plant; for a task of the home, its title.
  public let plantName: String
  /// The plant's own room, which may be deleted.
  public let room: RoomID?
  /// The other facts to show.
  public let facts: TaskFacts

  /// Creates an entry of a plant's open task.
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
  /// Returns the open tasks of a plant by kind, one-off tasks last.
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

  /// Returns the entry with its task as shown; see ``OpenTask/shown(on:at:)``.
  package func shown(on day: Day, at preferredTime: TimeOfDay?) -> DueEntry {
    var entry = self
    entry.task = task.shown(on: day, at: preferredTime)
    return entry
  }
}
