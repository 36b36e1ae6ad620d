public import JournalEvents
public import JournalTime

/// The days on which a schedule comes round when each time is kept (rule 9):
/// *D* + interval(*D*), in active months, again and again.
///
/// The days ascend; *D* itself is not among them.
public struct ScheduleRepetition: Sequence, IteratorProtocol, Sendable {
  private let calendar: CareCalendar
  private let schedule: ScheduleSet
  private let last: Day
  private var day: Day

  /// Repeats `schedule` after it was kept on `day`, through `last`.
  public init(
    of schedule: ScheduleSet, after day: Day, through last: Day,
    in calendar: CareCalendar
  ) {
    self.calendar = calendar
    self.schedule = schedule
    self.last = last
    self.day = day
  }

  /// The next of the days.
  public mutating func next() -> Day? {
    let interval = calendar.interval(of: schedule, on: day)
    let next = calendar.activeDay(
      from: day.advanced(by: interval.days), months: schedule.activeMonths)
    // Arithmetic stops at the last day there is.
    guard next > day, next <= last else { return nil }
    day = next
    return next
  }
}
