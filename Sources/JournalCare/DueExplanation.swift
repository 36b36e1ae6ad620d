public import JournalEvents
public import JournalTime

/// Why an open task is due when it is, step by step (rules 1 to 6).
///
/// Every due day is read off one of these, so what is explained is what is
/// done. Grouping (rule 7) depends on other plants and the day of the view;
/// see ``WateringGroups``.
public struct DueExplanation: Hashable, Sendable {
  /// What a due day follows from.
  public enum Basis: Hashable, Sendable {
    /// The schedule's own first day, on or after which nothing is settled.
    case startOn(Day)
    /// The greatest settled day, on which care was given.
    case care(Day)
    /// The greatest settled day, up to which tasks were skipped.
    case skip(Day)
    /// The day the plant was added, nothing being settled.
    case added(Day)
    /// The day the schedule was first set since it was last cleared, nothing
    /// being settled; where it is the day the plant was added, too, this.
    case scheduled(Day)
    /// The day of a reminder of photos.
    case reminder(Day)
    /// The fixed day of a one-off task.
    case fixed(Day)
    /// The first of the days of a task that repeats, counted from `first`,
    /// that comes after what is settled.
    case repeated(Day, first: Day, after: Day)

    /// The day itself.
    public var day: Day {
      switch self {
      case .startOn(let day), .care(let day), .skip(let day), .added(let day),
        .scheduled(let day), .reminder(let day), .fixed(let day),
        .repeated(let day, _, _):
        day
      }
    }

    /// The first day on which care settles the task: care before `startOn`
    /// does not count, nor moves anything on the day that is counted from or
    /// before it. `nil` for a one-off task, which any care may settle.
    public var settlesFrom: Day? {
      switch self {
      case .startOn(let day): day
      case .care(let day), .skip(let day), .added(let day),
        .scheduled(let day):
        day.advanced(by: 1)
      case .reminder, .fixed, .repeated: nil
      }
    }

    /// Whether it is a due day, to which no interval is added.
    public var isDue: Bool {
      switch self {
      case .startOn, .reminder, .fixed, .repeated: true
      case .care, .skip, .added, .scheduled: false
      }
    }
  }

  /// The kind of care.
  public let kind: TaskKind
  /// The one-off task's id; `nil` for a scheduled one.
  public let task: TaskID?
  /// What a one-off task is called, where the kind does not say it.
  public var title: String?
  /// How often a one-off task comes round; `nil` for once.
  public var every: TaskRhythm?
  /// The schedule in force; `nil` for a one-off task.
  public let schedule: ScheduleSet?
  /// When the schedule was first set since it was last cleared.
  public let scheduledSince: Instant?
  /// What the day follows from (rules 2 and 3).
  public let basis: Basis
  /// The interval that is added to it (rule 1); `nil` where the basis is the
  /// due day itself.
  public let interval: CareInterval?
  /// The first active day on or after the basis and the interval (rule 4).
  public let activeDay: Day
  /// The snooze in force (rule 5).
  public let snooze: Snooze?

  /// The basis and the interval, whether or not that day's month is active.
  public var countedDay: Day {
    interval.map { basis.day.advanced(by: $0.days) } ?? basis.day
  }

  /// The day the task is due.
  public var due: Day { max(activeDay, snooze?.until ?? activeDay) }
  /// The snooze in force where it moves the task: one that ends by the day on
  /// which the task is due anyway shows nowhere.
  public var delay: Snooze? {
    snooze.flatMap { $0.until > activeDay ? $0 : nil }
  }
}
