public import JournalEvents
public import JournalTime

/// Where seasons begin.
public enum Hemisphere: String, CaseIterable, Sendable {
  case northern
  case southern
}

/// The zone and the settings under which instants become days and days
/// become due.
///
/// Those in force govern all days, past ones too, so a calendar is a value
/// that is made again whenever a setting changes.
public struct CareCalendar: Sendable, Hashable {
  /// The journal's time zone.
  public let zone: TimeZoneRules
  /// Which half of the year is winter.
  public let hemisphere: Hemisphere
  /// Whether seasonal intervals are used.
  public let adjustsForSeason: Bool

  public init(
    zone: TimeZoneRules, hemisphere: Hemisphere = .northern,
    adjustsForSeason: Bool = true
  ) {
    self.zone = zone
    self.hemisphere = hemisphere
    self.adjustsForSeason = adjustsForSeason
  }

  /// The meteorological season of `day`: northern winter is December to
  /// February.
  public func season(of day: Day) -> Season {
    let quarter = day.month % 12 / 3
    return Self.seasonsFromDecember[
      (quarter + (hemisphere == .northern ? 0 : 2)) % 4]
  }

  private static let seasonsFromDecember: [Season] = [
    .winter, .spring, .summer, .autumn,
  ]

  /// The days from `day` to the next time, by rule 1.
  public func interval(of schedule: ScheduleSet, on day: Day) -> CareInterval {
    if adjustsForSeason, !schedule.seasonalIntervalDays.isEmpty {
      let season = season(of: day)
      if let days = schedule.seasonalIntervalDays[season] {
        return CareInterval(days: days, season: season)
      }
    }
    return CareInterval(days: schedule.intervalDays, season: nil)
  }

  /// `day`, or the first day of the next active month where its own is not
  /// active (rule 4).
  public func activeDay(from day: Day, months: MonthSet) -> Day {
    var (year, month, _) = day.components
    guard !months.contains(month) else { return day }
    repeat {
      month = month % 12 + 1
      if month == 1 { year += 1 }
    } while !months.contains(month)
    return Day(year: year, month: month, day: 1) ?? .latest
  }
}

/// The days from one time of care to the next.
public struct CareInterval: Hashable, Sendable {
  /// How many days.
  public let days: Int
  /// The season whose interval it is; `nil` for the base interval.
  public let season: Season?
}

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
