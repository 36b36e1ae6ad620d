/// A day of the Gregorian calendar, without a time or a zone.
///
/// Days run from 0001-01-01 to 9999-12-31, the years that RFC 3339 can write.
/// Arithmetic stops at these ends instead of overflowing.
///
///     let due = Day("2026-11-21")?.advanced(by: 7)  // 2026-11-28
public struct Day: Hashable, Sendable {
  /// Days since 1970-01-01, negative before.
  public let number: Int32

  /// The first day, 0001-01-01.
  public static let earliest = Day(number: lowestNumber)

  /// The last day, 9999-12-31.
  public static let latest = Day(number: highestNumber)

  private static let lowestNumber: Int32 = -719_162
  private static let highestNumber: Int32 = 2_932_896

  /// The day `number` days after 1970-01-01, or the nearest there is.
  public init(number: Int32) {
    self.number = min(max(number, Self.lowestNumber), Self.highestNumber)
  }

  /// The day `number` days after 1970-01-01, or the nearest there is.
  init(clamping number: Int64) {
    self.init(number: Int32(clamping: number))
  }

  /// The day with these components, or nil if the calendar has none.
  ///
  /// `year` is 1 to 9999, `month` 1 to 12, `day` 1 to the month's length.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= day,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(
      clamping: Self.number(year: year, month: month, day: day))
  }

  /// The day `days` later, or earlier if negative; the first or last day if it
  /// lies beyond.
  public func advanced(by days: Int) -> Day {
    let (sum, overflow) = Int64(number).addingReportingOverflow(Int64(days))
    return overflow
      ? (days < 0 ? .earliest : .latest) : Day(clamping: sum)
  }

  /// The number of days from this day to `other`, negative if `other` is
  /// earlier.
  public func distance(to other: Day) -> Int {
    Int(other.number) - Int(number)
  }

  /// The day of the week as ISO 8601 counts: 1 is Monday, 7 is Sunday.
  public var weekday: Int {
    // 0001-01-01 was a Monday in the proleptic calendar.
    Int(number - Self.lowestNumber) % 7 + 1
  }
}

extension Day: Comparable {
  /// Orders days by time.
  public static func < (left: Day, right: Day) -> Bool {
    left.number < right.number
  }
}

extension Day: CustomStringConvertible {
  /// The day as `YYYY-MM-DD`.
  public var description: String {
    ASCIIWriter.text(capacity: 10) { $0.append(self) }
  }

  /// Reads exactly `YYYY-MM-DD`, or gives nil.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span.bytes)
  }

  /// Reads exactly `YYYY-MM-DD` in ASCII, or gives nil.
  public init?(utf8 bytes: RawSpan) {
    guard bytes.byteCount == 10,
      let century = bytes.twoDigits(at: 0),
      let yearOfCentury = bytes.twoDigits(at: 2), bytes.holds("-", at: 4),
      let month = bytes.twoDigits(at: 5), bytes.holds("-", at: 7),
      let day = bytes.twoDigits(at: 8)
    else { return nil }
    self.init(year: century * 100 + yearOfCentury, month: month, day: day)
  }
}
