public import JournalCare
public import JournalEvents
public import JournalTime

/// The rules by which a household is reminded of its tasks: on which days, at
/// what time, and of what.
public struct ReminderRules: Sendable, Hashable {
  /// The form of messages.
  public enum Form: String, CaseIterable, Sendable {
    /// A single message for all tasks.
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
  /// The kinds of care without reminders.
  public var silentKinds: Set<TaskKind> = []
  /// The plants without reminders.
  public var silentPlants: Set<PlantID> = []
  /// The days of a holiday, on which nothing is said.
  public var pause: ClosedRange<Day>?

  /// The time of reminders if neither they nor tasks have one.
  public static let usualTime = TimeOfDay(minutesSinceMidnight: 8 * 60)

  /// The greatest number of days before.
  public static let mostDaysBefore = 30

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

  /// Returns the moment at which a reminder is said next on a channel; `nil` if
  /// it is not said there any more.
  func moment(
    of reminder: Reminder, given: GivenReminders, after now: Instant,
    in zone: TimeZoneRules
  ) -> Instant? {
    guard isOn else { return nil }
    guard let last = given[reminder.key] else {
      return moment(ofTaskDue: reminder.due, in: zone)
        .flatMap { admitted(from: max($0, now), in: zone) }
    }
    if let again = last.again {
      return admitted(from: max(again, now), in: zone)
    }
    guard last.count <= repeats else { return nil }
    return moment(
      onDayFrom: max(last.day, reminder.due).advanced(by: 1), in: zone
    ).flatMap { admitted(from: max($0, now), in: zone) }
  }

  /// Returns the first moment that is not before this one and at which something
  /// may be said; `nil` if there is none within a year.
  private func admitted(
    from moment: Instant, in zone: TimeZoneRules
  ) -> Instant? {
    let first = zone.localDay(of: moment)
    var time = zone.timeOfDay(of: moment)
    if admits(first, at: time) { return moment }
    for offset in 0..<366 {
      let day = first.advanced(by: offset)
      if offset > 0 { time = TimeOfDay(minutesSinceMidnight: 0) }
      guard admits(day) else { continue }
      if let quietHours, quietHours.contains(time) {
        // They may end on the next day.
        guard time < quietHours.end else { continue }
        time = quietHours.end
      }
      return zone.instant(of: day, at: time).instant
    }
    return nil
  }

  /// Returns why nothing may be said at a moment; `nil` if it may.
  func silence(
    at moment: Instant, in zone: TimeZoneRules
  ) -> ReminderSilence? {
    let day = zone.localDay(of: moment)
    if !isOn { return .off }
    if let pause, pause.contains(day) { return .pause(until: pause.upperBound) }
    if !weekdays.contains(day.weekday) { return .weekday }
    if let quietHours, quietHours.contains(zone.timeOfDay(of: moment)) {
      return .quietHours(until: quietHours.end)
    }
    return nil
  }

  /// Returns the first moment at which what is due on `day` may be said.
  private func moment(from day: Day, in zone: TimeZoneRules) -> Instant? {
    moment(onDayFrom: movesToNextDay ? day.advanced(by: 1) : day, in: zone)
  }

  /// Returns the moment of reminders on the first admitted day from `day` on;
  /// quiet hours may have moved it there from the day before.
  func moment(onDayFrom day: Day, in zone: TimeZoneRules) -> Instant? {
    guard isOn else { return nil }
    for offset in 0..<366 {
      let spoken = day.advanced(by: offset)
      guard admits(spoken) else { continue }
      return zone.instant(of: spoken, at: spokenTime).instant
    }
    return nil
  }
}
