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
  public let due: Day
  /// Until when it was last postponed, where a snooze is in force.
  public let snoozedUntil: Day?
  /// How often it was postponed.
  public let snoozeCount: Int
  /// The time of day, where the schedule has one.
  public let time: TimeOfDay?
  /// The schedule's base interval; `nil` for a one-off task.
  public let intervalDays: Int?

  /// Creates a task as it is stored.
  public init(
    kind: TaskKind, task: TaskID?, due: Day, snoozedUntil: Day?,
    snoozeCount: Int, time: TimeOfDay?, intervalDays: Int?
  ) {
    self.kind = kind
    self.task = task
    self.due = due
    self.snoozedUntil = snoozedUntil
    self.snoozeCount = snoozeCount
    self.time = time
    self.intervalDays = intervalDays
  }

  /// Creates a task whose due day a snooze may move (rule 5).
  init(
    kind: TaskKind, task: TaskID?, unsnoozedDue: Day, snooze: Snooze?,
    time: TimeOfDay?, intervalDays: Int?
  ) {
    self.init(
      kind: kind, task: task,
      due: max(unsnoozedDue, snooze?.until ?? unsnoozedDue),
      snoozedUntil: snooze?.until, snoozeCount: snooze?.count ?? 0,
      time: time, intervalDays: intervalDays)
  }
}
