public import JournalCare
public import JournalEvents
public import JournalTime

/// The rules by which a household is reminded of its tasks: on which days, at
/// what time, and of what.
public struct ReminderRules: Sendable, Hashable {
  /// The form of messages.
  public enum Form: String, CaseIterable, Sendable {
    /// One message for all that is to be said.
    case digest
    /// A message for each task.
    case single
  }

  /// A Boolean value that indicates whether anybody is reminded.
  public var isOn = true
  /// The time of day of reminders.
  public var time = ReminderRules.usualTime
  /// The number of days by which a reminder precedes the due day.
  public var daysBefore = 0
  /// The times of day at which nothing is said.
  public var quietHours: TimeSpan?
  /// The ISO 8601 weekdays on which something is said; Monday is 1.
  public var weekdays = Set(1...7)
  /// The form of messages.
  public var form = Form.digest
  /// The greatest number of further reminders of an overdue task, one a day.
  public var repeats = 0
  /// The kinds of care of which nobody is reminded.
  public var silentKinds: Set<TaskKind> = []
  /// The plants of which nobody is reminded.
  public var silentPlants: Set<PlantID> = []
  /// The days of a holiday, on which nothing is said.
  public var pause: ClosedRange<Day>?

  /// The time of reminders if neither they nor tasks have one.
  public static let usualTime = TimeOfDay(minutesSinceMidnight: 8 * 60)

  /// Creates rules with their defaults.
  public init() {}

  /// Creates the rules of a journal's settings.
  public init(_ settings: JournalSettings) {
    isOn = settings.givesReminders
    time =
      settings.reminderTime ?? settings.preferredTime ?? Self.usualTime
    daysBefore = settings.reminderDays
    quietHours = settings.reminderQuietHours
    weekdays = settings.reminderWeekdays
    form = settings.remindsOfEachTask ? .single : .digest
    repeats = settings.reminderRepeats
    silentKinds = settings.reminderSilentKinds
    silentPlants = settings.reminderSilentPlants
    pause = settings.reminderPause
  }

  /// Returns whether `task` of a plant is one to be reminded of.
  public func admits(_ kind: TaskKind, of plant: PlantID) -> Bool {
    !silentKinds.contains(kind) && !silentPlants.contains(plant)
  }

  /// Returns whether something may be said on `day`.
  func admits(_ day: Day) -> Bool {
    weekdays.contains(day.weekday) && !(pause?.contains(day) ?? false)
  }

  /// Returns whether something may be said at `time` of `day`.
  func admits(_ day: Day, at time: TimeOfDay) -> Bool {
    admits(day) && !(quietHours?.contains(time) ?? false)
  }

  /// The time of reminders, after quiet hours in which it may lie.
  private var spokenTime: TimeOfDay {
    guard let quietHours, quietHours.contains(time) else { return time }
    return quietHours.end
  }

  /// A Boolean value that indicates whether quiet hours move a day's reminder
  /// past midnight.
  private var movesToNextDay: Bool { spokenTime < time }

  /// Returns the time at which what is due on `day` is said first: on the first
  /// admitted day that is not before the due day less the days before; `nil`
  /// if there is none within a year.
  public func moment(
    ofTaskDue due: Day, in zone: TimeZoneRules
  ) -> Instant? {
    moment(from: due.advanced(by: -daysBefore), in: zone)
  }

  /// Returns the first moment of reminders on `day` or later.
  func moment(from day: Day, in zone: TimeZoneRules) -> Instant? {
    guard isOn else { return nil }
    for offset in 0..<366 {
      let asked = day.advanced(by: offset)
      let spoken = movesToNextDay ? asked.advanced(by: 1) : asked
      guard admits(spoken) else { continue }
      return zone.instant(of: spoken, at: spokenTime).instant
    }
    return nil
  }
}
