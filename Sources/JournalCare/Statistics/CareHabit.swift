public import JournalEvents
public import JournalTime

/// The frequency of one kind of care, and the interval that fits it.
///
/// The numbers are robust: a forgotten entry, or two weeks away, moves neither
/// the median nor the mean of the middle half by much.
public struct CareHabit: Hashable, Sendable {
  /// The least number of intervals that a suggestion takes.
  public static let leastIntervals = 4

  /// The kind of care.
  public let kind: TaskKind
  /// The season for which the schedule has its own interval; `nil` for the base
  /// interval.
  public let season: Season?
  /// The interval in force, in days; `nil` if no schedule asks for the care.
  public let present: Int?
  /// The day of the schedule's latest relevant change; care before it does not
  /// count. `nil` if there was none.
  public let changedOn: Day?
  /// The days from one care to the next, ascending.
  public private(set) var intervals: [Int] = []
  /// The number of times that a schedule asked for the care that ended these
  /// intervals.
  public private(set) var asked = 0
  /// The days by which that care came late, ascending, if it did.
  public private(set) var lateness: [Int] = []

  private init(_ audit: CareAudit, _ season: Season?, present: Int?) {
    kind = audit.kind
    changedOn = audit.rescheduledOn
    self.season = season
    self.present = present
  }

  /// The habits of one kind of care: that of the base interval, then one for
  /// each season for which `schedule` has its own interval.
  ///
  /// An interval counts for the season in which it began, as in rule 1. An
  /// interval is left out if it touches a month in which nothing becomes due or
  /// in which the plant was away, as it says nothing about the frequency of
  /// care, and also if it began before the schedule's last change.
  ///
  /// - Parameters:
  ///   - audit: The care that was given.
  ///   - schedule: The schedule in force; `nil` for none.
  ///   - calendar: The conversion of instants to days.
  /// - Returns: The habits, at least one; if there are intervals, only those
  ///   that have some.
  public static func all(
    in audit: CareAudit, _ schedule: ScheduleSet?, _ calendar: CareCalendar
  ) -> [CareHabit] {
    var base = CareHabit(audit, nil, present: schedule?.intervalDays)
    var seasonal: [Season: CareHabit] = [:]
    for (before, care) in zip(audit.given, audit.given.dropFirst()) {
      let days = before.day...care.day
      guard audit.rescheduledOn.map({ $0 <= before.day }) ?? true,
        !audit.departures.contains(where: days.contains),
        schedule.map({ $0.isActive(throughout: days) }) ?? true
      else { continue }
      let interval = schedule.map { calendar.interval(of: $0, on: before.day) }
      guard let season = interval?.season else {
        base.count(days, care, grace: audit.grace)
        continue
      }
      seasonal[
        season,
        default: CareHabit(audit, season, present: interval?.days)
      ].count(days, care, grace: audit.grace)
    }
    let isBaseUsed = !base.intervals.isEmpty || seasonal.isEmpty
    let habits =
      (isBaseUsed ? [base] : []) + Season.allCases.compactMap { seasonal[$0] }
    return habits.map { habit in
      var habit = habit
      habit.intervals.sort()
      habit.lateness.sort()
      return habit
    }
  }

  private mutating func count(
    _ days: ClosedRange<Day>, _ care: CareAudit.Given, grace: Int
  ) {
    intervals.append(days.lowerBound.distance(to: days.upperBound))
    guard let late = care.lateness else { return }
    asked += 1
    if late > grace { lateness.append(late) }
  }

  /// The number of intervals that a suggestion still needs.
  public var missing: Int { max(0, Self.leastIntervals - intervals.count) }

  /// The middle interval, or the mean of the two in the middle; `nil` for none.
  public var median: Double? { intervals.median }

  /// The intervals without the longest and the shortest quarter.
  private var middle: ArraySlice<Int> {
    intervals.dropFirst(intervals.count / 4).dropLast(intervals.count / 4)
  }

  /// The shortest and the longest interval of the middle half; `nil` for none.
  public var usual: ClosedRange<Int>? {
    guard let first = middle.first, let last = middle.last else { return nil }
    return first...last
  }

  /// The mean of the middle half of the intervals; `nil` for none.
  public var mean: Double? {
    middle.isEmpty
      ? nil : Double(middle.reduce(0, +)) / Double(middle.count)
  }

  /// The number of days by which late care usually comes late, at least half of
  /// the time; `nil` if none is late.
  public var usualLateness: Int? {
    lateness.median.map { Int($0.rounded()) }
  }

  /// The interval that fits, in days, regardless of the schedule: the median,
  /// with halves rounded up. `nil` if too few intervals are known.
  public var fitting: Int? {
    guard missing == 0, let median else { return nil }
    return min(Int(median.rounded()), ScheduleSet.maximumInterval)
  }

  /// The interval to set, in days; `nil` if too few are known, or if the
  /// schedule's differs by less than a tenth.
  public var suggestion: Int? {
    guard let present, let fitting else { return fitting }
    return 10 * abs(fitting - present) < present ? nil : fitting
  }
}

extension [Int] {
  /// The median of sorted numbers.
  fileprivate var median: Double? {
    guard !isEmpty else { return nil }
    return Double(self[count / 2] + self[(count - 1) / 2]) / 2
  }
}

extension ScheduleSet {
  /// Returns whether care may become due on each of some days.
  fileprivate func isActive(throughout days: ClosedRange<Day>) -> Bool {
    activeMonths == .all
      || CalendarMonth.all(in: days).allSatisfy {
        activeMonths.contains($0.month)
      }
  }
}
