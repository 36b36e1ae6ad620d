public import JournalEvents
public import JournalTime

/// How often care of one kind is given, and the interval that fits that.
///
/// The numbers are robust: an entry that was forgotten, or two weeks away, move
/// neither the median nor the mean of the middle half by much.
public struct CareHabit: Hashable, Sendable {
  /// How many intervals a suggestion takes at least.
  public static let leastIntervals = 4

  /// The kind of care.
  public let kind: TaskKind
  /// The season of which the schedule has an interval of its own; `nil` for
  /// the base interval.
  public let season: Season?
  /// The interval in force, in days; `nil` where no schedule asks for the care.
  public let present: Int?
  /// The day on which the schedule was changed last, of those that count; care
  /// before it does not. `nil` where it was not changed.
  public let changedOn: Day?
  /// The days from one care to the next, ascending.
  public private(set) var intervals: [Int] = []
  /// How often a schedule asked for the care that ended these intervals.
  public private(set) var asked = 0
  /// The days by which that care came late, ascending, where it did.
  public private(set) var lateness: [Int] = []

  private init(_ audit: CareAudit, _ season: Season?, present: Int?) {
    kind = audit.kind
    changedOn = audit.rescheduledOn
    self.season = season
    self.present = present
  }

  /// The habits of one kind of care: that of the base interval, then one for
  /// each season of which `schedule` has an interval of its own.
  ///
  /// An interval counts for the season in which it began, as rule 1 has it.
  /// One that touches a month in which nothing falls due, or in which the plant
  /// was away, says nothing about how often care is given, and is left out; so
  /// is one that began before the schedule's last change.
  ///
  /// - Parameters:
  ///   - audit: The care that was given.
  ///   - schedule: The schedule in force; `nil` for none.
  ///   - calendar: How instants become days.
  /// - Returns: The habits, one at least; where there are intervals, only those
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

  /// How many intervals are missing for a suggestion.
  public var missing: Int { max(0, Self.leastIntervals - intervals.count) }

  /// The middle one of the intervals, or between the two in the middle; `nil`
  /// for none.
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

  /// By how many days late care comes late, half of the times at least; `nil`
  /// where none does.
  public var usualLateness: Int? {
    lateness.median.map { Int($0.rounded()) }
  }

  /// The interval that fits, in days, whatever the schedule says: the median,
  /// the longer one of two. `nil` where too few intervals are known.
  public var fitting: Int? {
    guard missing == 0, let median else { return nil }
    return min(Int(median.rounded()), ScheduleSet.maximumInterval)
  }

  /// The interval to set, in days; `nil` where too few are known, and where the
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
  /// Whether care may fall due on each of some days.
  fileprivate func isActive(throughout days: ClosedRange<Day>) -> Bool {
    activeMonths == .all
      || CalendarMonth.all(in: days).allSatisfy {
        activeMonths.contains($0.month)
      }
  }
}
