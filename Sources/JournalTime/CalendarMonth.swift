/// A month of the Gregorian calendar, as "2026-03".
public struct CalendarMonth: Hashable, Sendable {
  /// 1 to 9999.
  public let year: Int
  /// 1 to 12.
  public let month: Int

  /// The month in which `day` lies.
  public init(of day: Day) {
    (year, month, _) = day.components
  }

  private init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// The month `count` months later, or earlier if negative.
  ///
  /// - precondition: It lies between the years 1 and 9999.
  public func advanced(by count: Int) -> CalendarMonth {
    let number = year * 12 + month - 1 + count
    precondition(12..<120_000 ~= number)
    return CalendarMonth(year: number / 12, month: number % 12 + 1)
  }

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
