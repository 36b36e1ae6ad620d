internal import JournalEvents

/// A frequency of care in everyday words.
///
/// This is the only table between words and days, used by typed schedules,
/// filters, catalogue profiles and JSON. Each word has a number of days.
/// Intervals have the name of the word closest by ratio, so that every interval
/// has exactly one name.
///
/// | word | days | intervals |
/// |---|---|---|
/// | daily | 1 | 1 |
/// | everyOtherDay | 2 | 2 |
/// | twiceWeekly | 3 | 3 and 4 |
/// | weekly | 7 | 5 to 9 |
/// | biweekly | 14 | 10 to 20 |
/// | monthly | 30 | 21 to 51 |
/// | quarterly | 90 | 52 to 127 |
/// | biannually | 182 | 128 and more |
public enum Frequency: String, CaseIterable, Sendable {
  /// Every day.
  case daily
  /// Every second day.
  case everyOtherDay
  /// Every three or four days.
  case twiceWeekly
  /// Every week.
  case weekly
  /// Every second week.
  case biweekly
  /// Every month.
  case monthly
  /// Every three months.
  case quarterly
  /// Every six months.
  case biannually

  /// Creates the frequency of an interval in days.
  public init(everyDays days: Int) {
    self =
      Self.allCases.first { days <= $0.intervals.upperBound } ?? .biannually
  }

  /// Creates the frequency with this name, in any case.
  public init?(named name: String) {
    let folded = name.lowercased()
    guard
      let named = Self.allCases.first(where: {
        $0.rawValue.lowercased() == folded
      })
    else { return nil }
    self = named
  }

  /// The interval, in days, that the word sets in a schedule.
  public var days: Int {
    switch self {
    case .daily: 1
    case .everyOtherDay: 2
    case .twiceWeekly: 3
    case .weekly: 7
    case .biweekly: 14
    case .monthly: 30
    case .quarterly: 90
    case .biannually: 182
    }
  }

  /// The intervals, in days, that have this name.
  public var intervals: ClosedRange<Int> {
    switch self {
    case .daily: 1...1
    case .everyOtherDay: 2...2
    case .twiceWeekly: 3...4
    case .weekly: 5...9
    case .biweekly: 10...20
    case .monthly: 21...51
    case .quarterly: 52...127
    case .biannually: 128...ScheduleSet.maximumInterval
    }
  }
}
