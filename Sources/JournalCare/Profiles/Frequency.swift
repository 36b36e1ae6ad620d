internal import JournalEvents

/// How often care is given, in the words that people use for it.
///
/// This is the one table between words and days: schedules that are typed,
/// filters, profiles of the catalogue and JSON all go by it. Each word has a
/// number of days, and the intervals that are nearer to it by ratio than to any
/// other bear its name, so that every interval has exactly one.
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
  case daily
  case everyOtherDay
  case twiceWeekly
  case weekly
  case biweekly
  case monthly
  case quarterly
  case biannually

  /// The frequency of an interval in days.
  public init(everyDays days: Int) {
    self =
      Self.allCases.first { days <= $0.intervals.upperBound } ?? .biannually
  }

  /// The frequency of a name, in any case.
  public init?(named name: String) {
    let folded = name.lowercased()
    guard
      let named = Self.allCases.first(where: {
        $0.rawValue.lowercased() == folded
      })
    else { return nil }
    self = named
  }

  /// The days that the word stands for where a schedule is set.
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

  /// The intervals in days that are called so.
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
