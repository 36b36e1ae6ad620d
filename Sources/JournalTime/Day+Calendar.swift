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
    // Positive for every day there is, so plain division rounds down.
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

  /// Days since 1970-01-01 of a date that need not lie within the range of
  /// `Day`; `year` is 0 or later, and the month and day exist.
  static func number(year: Int, month: Int, day: Int) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    // Only January and February of year 0 lie before the first era.
    let era = marchYear < 0 ? -1 : marchYear / 400
    let yearOfEra = marchYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra =
      yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * daysPerEra + dayOfEra - epochInEras)
  }

  /// Tells whether `year` has a 29th of February.
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
