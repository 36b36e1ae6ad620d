internal import Encodings
public import JournalTime

/// How often a task comes round: after so many days, or so many months of the
/// calendar.
public enum TaskRhythm: Hashable, Sendable {
  case days(Int)
  case months(Int)

  /// The most months: as long as the longest interval.
  public static let mostMonths = 1_200

  /// Creates a rhythm of its text: "14d", "3mo"; `nil` for any other.
  public init?(_ text: String) {
    let number = text.prefix { ("0"..."9").contains($0) }
    guard let count = Int(number), number.first != "0" else { return nil }
    switch text.dropFirst(number.count) {
    case "d" where count <= ScheduleSet.maximumInterval: self = .days(count)
    case "mo" where count <= Self.mostMonths: self = .months(count)
    default: return nil
    }
  }

  /// The first of the days `first`, and on from there in this rhythm, that
  /// comes after `day`; `nil` where the calendar ends before.
  ///
  /// All are counted from `first`: of a task that begins on 31 January and
  /// comes round each month, the last days of shorter months stand in, and
  /// March has its 31st again.
  public func day(of first: Day, after day: Day) -> Day? {
    guard day >= first else { return first }
    switch self {
    case .days(let days):
      let rounds = first.distance(to: day) / days + 1
      let next = first.advanced(by: rounds * days)
      // Arithmetic stops at the last day there is.
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

  /// The day of the same number, or the last of a month that is too short.
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
  /// The text: "14d", "3mo".
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
