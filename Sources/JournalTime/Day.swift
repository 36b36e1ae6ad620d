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

  /// The day `number` days after 1970-01-01, or the nearest valid day.
  public init(number: Int32) {
    self.number = min(max(number, Self.lowestNumber), Self.highestNumber)
  }

  /// The day `number` days after 1970-01-01, or the nearest valid day.
  init(clamping number: Int64) {
    self.init(number: Int32(clamping: number))
  }

  /// The day with these components, or `nil` if the calendar has none.
  ///
  /// `year` is 1 to 9999, `month` 1 to 12, `day` 1 to the month's length.
  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...31 ~= day,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(
      clamping: Self.number(year: year, month: month, day: day))
  }

  /// The day `days` later, or earlier if negative, limited to the first and
  /// last day.
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

  /// Reads exactly `YYYY-MM-DD`; `nil` for other text.
  public init?(_ text: String) {
    self.init(utf8: text.utf8.span.bytes)
  }

  /// Reads exactly `YYYY-MM-DD` in ASCII; `nil` for other text.
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

// The conversions follow Howard Hinnant, "chrono-Compatible Low-Level Date
// Algorithms": years are counted from March, so that the leap day comes last
// and the lengths of the months before it are a straight line; 400 such years,
// an era, always have the same number of days.

private let daysPerEra = 146_097

/// Days from 0000-03-01, where the first era begins, to 1970-01-01.
private let epochInEras = 719_468

extension Day {
  /// The year (1 to 9999), month (1 to 12) and day of the month (1 to 31).
  public var components: (year: Int, month: Int, day: Int) {
    // Positive for every day, so plain division rounds down.
    let (era, dayOfEra) = (Int(number) + epochInEras)
      .quotientAndRemainder(dividingBy: daysPerEra)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096)
      / 365
    let dayOfYear =
      dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }

  /// The year, 1 to 9999.
  public var year: Int { components.year }

  /// The month, 1 to 12.
  public var month: Int { components.month }

  /// The day of the month, 1 to 31.
  public var day: Int { components.day }

  /// The number of days in the day's month.
  public var lengthOfMonth: Int {
    let (year, month, _) = components
    return Self.length(ofMonth: month, year: year)
  }

  /// Days since 1970-01-01 of a date that may be outside the range of `Day`;
  /// `year` is 0 or later, and the month and day exist.
  static func number(year: Int, month: Int, day: Int) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    // Only January and February of year 0 precede the first era.
    let era = marchYear < 0 ? -1 : marchYear / 400
    let yearOfEra = marchYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra =
      yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * daysPerEra + dayOfEra - epochInEras)
  }

  /// Returns whether `year` has a 29th of February.
  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days in a month, 1 to 12, of a year.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
