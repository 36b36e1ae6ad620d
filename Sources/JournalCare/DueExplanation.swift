public import JournalEvents
public import JournalTime

/// The explanation of an open task's due day, step by step (rules 1 to 6).
///
/// Every due day is read from an explanation, so that both always agree.
/// Grouping (rule 7) depends on other plants and the day of the view; see
/// ``WateringRounds``.
public struct DueExplanation: Hashable, Sendable {
  /// The day from which a due day is counted.
  public enum Basis: Hashable, Sendable {
    /// The schedule's own first day, if no day from then on is settled.
    case startOn(Day)
    /// The greatest settled day, on which care was given.
    case care(Day)
    /// The greatest settled day, through which tasks were skipped.
    case skip(Day)
    /// The day on which the plant was added, if no day is settled.
    case added(Day)
    /// The day on which the schedule was first set after it was last cleared,
    /// if no day is settled. It takes precedence over an equal day of addition.
    case scheduled(Day)
    /// The day of a photo reminder.
    case reminder(Day)
    /// The fixed day of a one-off task.
    case fixed(Day)
    /// The first due day of a repeating task after the settled day, in the
    /// series that starts at `first`.
    case repeated(Day, first: Day, after: Day)

    /// The basis's day.
    public var day: Day {
      switch self {
      case .startOn(let day), .care(let day), .skip(let day), .added(let day),
        .scheduled(let day), .reminder(let day), .fixed(let day),
        .repeated(let day, _, _):
        day
      }
    }

    /// The first day on which care settles the task. Care before `startOn`, or
    /// on or before the basis's day, does not count. `nil` for a one-off task,
    /// which care on any day may settle.
    public var settlesFrom: Day? {
      switch self {
      case .startOn(let day): day
      case .care(let day), .skip(let day), .added(let day),
        .scheduled(let day):
        day.advanced(by: 1)
      case .reminder, .fixed, .repeated: nil
      }
    }

    /// A Boolean value that indicates whether the day is itself the due day,
    /// without an interval.
    public var isDue: Bool {
      switch self {
      case .startOn, .reminder, .fixed, .repeated: true
      case .care, .skip, .added, .scheduled: false
      }
    }
  }

  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task's id; `nil` for a scheduled task.
  public let task: TaskID?
  /// The title of a one-off task, if the kind is not enough.
  public var title: String?
  /// The rhythm of a repeating one-off task; `nil` for a single one.
  public var every: TaskRhythm?
  /// The current schedule; `nil` for a one-off task.
  public let schedule: ScheduleSet?
  /// The time at which the schedule was first set after it was last cleared.
  public let scheduledSince: Instant?
  /// The day to count from (rules 2 and 3).
  public let basis: Basis
  /// The interval after the basis (rule 1); `nil` if the basis is the due day.
  public let interval: CareInterval?
  /// The first active day on or after the counted day (rule 4).
  public let activeDay: Day
  /// The current snooze (rule 5).
  public let snooze: Snooze?

  /// The basis plus the interval, whether or not that day's month is active.
  public var countedDay: Day {
    interval.map { basis.day.advanced(by: $0.days) } ?? basis.day
  }

  /// The due day of the task.
  public var due: Day { max(activeDay, snooze?.until ?? activeDay) }
  /// The snooze, if it moves the task. A snooze that ends by the day on which
  /// the task is due anyway is not shown.
  public var delay: Snooze? {
    snooze.flatMap { $0.until > activeDay ? $0 : nil }
  }
}
