public import JournalEvents
public import JournalTime

/// The half of the earth, which determines when seasons begin.
public enum Hemisphere: String, CaseIterable, Sendable {
  /// North of the equator, where winter begins in December.
  case northern
  /// South of the equator, where winter begins in June.
  case southern
}

/// The time zone and the settings that turn instants into days and determine
/// due days.
///
/// The current settings govern all days, including past ones. A calendar is a
/// value, made again whenever a setting changes.
public struct CareCalendar: Sendable, Hashable {
  /// The journal's time zone.
  public let zone: TimeZoneRules
  /// The hemisphere, which determines when winter is.
  public let hemisphere: Hemisphere
  /// A Boolean value that indicates whether seasonal intervals are used.
  public let adjustsForSeason: Bool

  /// Creates a calendar of a zone and a hemisphere.
  public init(
    zone: TimeZoneRules, hemisphere: Hemisphere = .northern,
    adjustsForSeason: Bool = true
  ) {
    self.zone = zone
    self.hemisphere = hemisphere
    self.adjustsForSeason = adjustsForSeason
  }

  /// Returns the meteorological season of `day`: northern winter is December to
  /// February.
  public func season(of day: Day) -> Season {
    let quarter = day.month % 12 / 3
    return Self.seasonsFromDecember[
      (quarter + (hemisphere == .northern ? 0 : 2)) % 4]
  }

  private static let seasonsFromDecember: [Season] = [
    .winter, .spring, .summer, .autumn,
  ]

  /// Returns the interval from `day` to the next due day, by rule 1.
  public func interval(of schedule: ScheduleSet, on day: Day) -> CareInterval {
    if adjustsForSeason, !schedule.seasonalIntervalDays.isEmpty {
      let season = season(of: day)
      if let days = schedule.seasonalIntervalDays[season] {
        return CareInterval(days: days, season: season)
      }
    }
    return CareInterval(days: schedule.intervalDays, season: nil)
  }

  /// Returns `day`, or the first day of the next active month if its own month
  /// is not active (rule 4).
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

/// An interval between two times of care.
public struct CareInterval: Hashable, Sendable {
  /// The number of days.
  public let days: Int
  /// The season that the interval belongs to; `nil` for the base interval.
  public let season: Season?
}

/// The due days of a schedule if each is kept (rule 9): *D* + interval(*D*), in
/// active months, repeatedly.
///
/// The days ascend and do not include *D* itself.
public struct ScheduleRepetition: Sequence, IteratorProtocol, Sendable {
  private let calendar: CareCalendar
  private let schedule: ScheduleSet
  private let last: Day
  private var day: Day

  /// Creates the due days of `schedule` through `last`, if care is given on
  /// `day`.
  public init(
    of schedule: ScheduleSet, after day: Day, through last: Day,
    in calendar: CareCalendar
  ) {
    self.calendar = calendar
    self.schedule = schedule
    self.last = last
    self.day = day
  }

  /// Returns the next due day.
  public mutating func next() -> Day? {
    let interval = calendar.interval(of: schedule, on: day)
    let next = calendar.activeDay(
      from: day.advanced(by: interval.days), months: schedule.activeMonths)
    // The addition stops at the last day of the calendar.
    guard next > day, next <= last else { return nil }
    day = next
    return next
  }
}
