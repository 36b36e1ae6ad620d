internal import Encodings
public import JournalTime

/// The interval of a repeating task: a number of days, or of calendar months.
public enum TaskRhythm: Hashable, Sendable {
  /// A number of days.
  case days(Int)
  /// A number of months.
  case months(Int)

  /// The maximum number of months, equal to the longest interval.
  public static let mostMonths = 1_200

  /// Creates a rhythm from a text such as "14d" or "3mo"; `nil` if invalid.
  public init?(_ text: String) {
    let number = text.prefix { ("0"..."9").contains($0) }
    guard let count = Int(number), number.first != "0" else { return nil }
    switch text.dropFirst(number.count) {
    case "d" where count <= ScheduleSet.maximumInterval: self = .days(count)
    case "mo" where count <= Self.mostMonths: self = .months(count)
    default: return nil
    }
  }

  /// Returns the first day after `day` of a series that starts on `first`;
  /// `nil` if the calendar ends before.
  ///
  /// Every day is computed from `first`. A monthly task that starts on 31
  /// January is due on the last day of shorter months, and on 31 March again.
  public func day(of first: Day, after day: Day) -> Day? {
    guard day >= first else { return first }
    switch self {
    case .days(let days):
      let rounds = first.distance(to: day) / days + 1
      let next = first.advanced(by: rounds * days)
      // The addition stops at the last day of the calendar.
      return next > day ? next : nil
    case .months(let months):
      let (from, to) = (first.components, day.components)
      let passed = (to.year - from.year) * 12 + to.month - from.month
      let rounds = passed / months
      return [rounds, rounds + 1].lazy.compactMap {
        Self.day($0 * months, monthsAfter: first)
      }.first { $0 > day }
    }
  }

  /// Returns the day with the same number, or the last of a shorter month.
  private static func day(_ months: Int, monthsAfter first: Day) -> Day? {
    let (year, month, number) = first.components
    let total = year * 12 + month - 1 + months
    guard
      let start = Day(year: total / 12, month: total % 12 + 1, day: 1)
    else { return nil }
    return start.advanced(by: min(number, start.lengthOfMonth) - 1)
  }
}

extension TaskRhythm: CustomStringConvertible {
  /// The text, such as "14d" or "3mo".
  public var description: String {
    switch self {
    case .days(let count): "\(count)d"
    case .months(let count): "\(count)mo"
    }
  }
}

extension TaskRhythm: TextualValue {
  static var form: FieldForm { .rhythm }
  static var example: TaskRhythm { .days(14) }

  init?(utf8 bytes: RawSpan) {
    guard let text = String(checking: bytes) else { return nil }
    self.init(text)
  }
}
