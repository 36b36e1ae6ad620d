/// A month of the Gregorian calendar, as "2026-03".
public struct CalendarMonth: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int
}

extension CalendarMonth {
  /// The month that contains `day`.
  public init(of day: Day) {
    let (year, month, _) = day.components
    self.init(year: year, month: month)
  }

  /// The month `count` months later, or earlier if negative, limited to the
  /// first and last month.
  public func advanced(by count: Int) -> CalendarMonth {
    let (sum, overflow) = (year * 12 + month - 1)
      .addingReportingOverflow(count)
    let number = overflow ? (count < 0 ? Int.min : Int.max) : sum
    let nearest = min(max(number, Self.first), Self.last)
    return CalendarMonth(year: nearest / 12, month: nearest % 12 + 1)
  }

  // The months of the years 1 to 9999, counted from the year 0.
  private static let first = 12
  private static let last = 9_999 * 12 + 11

  /// The months that `days` touch, in order.
  public static func all(in days: ClosedRange<Day>) -> [CalendarMonth] {
    let first = CalendarMonth(of: days.lowerBound)
    let last = CalendarMonth(of: days.upperBound)
    let count = (last.year - first.year) * 12 + last.month - first.month
    return (0...count).map { first.advanced(by: $0) }
  }

  /// The first day.
  public var firstDay: Day {
    // The range of both parts makes it a day.
    Day(year: year, month: month, day: 1) ?? .earliest
  }
}

extension CalendarMonth: Comparable {
  /// Compares by time.
  public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }
}

extension CalendarMonth: CustomStringConvertible {
  /// Year and month: "2026-03".
  public var description: String { String(firstDay.description.prefix(7)) }
}
