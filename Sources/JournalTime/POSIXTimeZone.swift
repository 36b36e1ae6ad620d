/// A yearly rule for daylight time, as a POSIX `TZ` variable or the footer of a
/// TZif file states it: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct POSIXTimeZone: Hashable, Sendable {
  /// Seconds east of UTC outside daylight time.
  let standardOffset: Int

  /// The daylight time, if the zone has one.
  let daylight: Daylight?

  /// The start, end and offset of daylight time.
  struct Daylight: Hashable, Sendable {
    /// Seconds east of UTC.
    let offset: Int
    /// The start, by the clock of standard time.
    let start: Change
    /// The end, by the clock of daylight time.
    let end: Change
  }

  /// A time of a day of each year.
  struct Change: Hashable, Sendable {
    let day: DayRule
    /// Seconds from the day's midnight, up to a week before or after.
    let time: Int
  }

  /// The ways to specify a day of each year.
  enum DayRule: Hashable, Sendable {
    /// `Jn`: the n-th day, 1 to 365, of a year without a 29th of February.
    case julian(Int)
    /// `n`: the day n days, 0 to 365, after the 1st of January.
    case ordinal(Int)
    /// `Mm.w.d`: the w-th weekday d, 0 being Sunday, of month m; 5 is the last.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// Seconds east of UTC at a time in seconds since 1970.
  func offset(at seconds: Int64) -> Int {
    guard let daylight else { return standardOffset }
    // Standard time unless a change says otherwise. If an end and the next
    // start coincide, daylight time lasts all year.
    var latestStart = Int64.min
    var latestEnd = Int64.min + 1
    for year in Self.years(around: seconds) {
      let (start, end) = changes(daylight, in: year)
      if start <= seconds { latestStart = start }
      if end <= seconds { latestEnd = end }
    }
    return latestStart >= latestEnd ? daylight.offset : standardOffset
  }

  /// The first change after a time in seconds since 1970; `nil` without
  /// daylight time, and after the year 9999.
  func nextTransition(after seconds: Int64) -> Int64? {
    guard let daylight else { return nil }
    var next: Int64?
    for year in Self.years(around: seconds) {
      let (start, end) = changes(daylight, in: year)
      for change in [start, end] where change > seconds {
        next = min(next ?? change, change)
      }
    }
    return next
  }

  /// The seconds since 1970 at which daylight time begins and ends.
  private func changes(
    _ daylight: Daylight,
    in year: Int
  ) -> (start: Int64, end: Int64) {
    (
      daylight.start.localSeconds(in: year) - Int64(standardOffset),
      daylight.end.localSeconds(in: year) - Int64(daylight.offset)
    )
  }

  /// The year of a time and its neighbours: a change may leave its day by a
  /// week, and an offset applies too, so it can cross New Year.
  private static func years(around seconds: Int64) -> ClosedRange<Int> {
    let year = Instant.day(ofSeconds: seconds).year
    return year - 1...year + 1
  }
}

extension POSIXTimeZone.Change {
  /// The change in `year` as seconds since 1970 on its local clock.
  func localSeconds(in year: Int) -> Int64 {
    day.number(in: year) * secondsPerDay + Int64(time)
  }
}

extension POSIXTimeZone.DayRule {
  /// The day in `year`, 0 or later, as days since 1970-01-01.
  func number(in year: Int) -> Int64 {
    let newYear = Day.number(year: year, month: 1, day: 1)
    switch self {
    case .julian(let day):
      let leapDays = Day.isLeap(year) && day >= 60 ? 1 : 0
      return newYear + Int64(day - 1 + leapDays)
    case .ordinal(let days):
      return newYear + Int64(days)
    case .weekday(let month, let week, let weekday):
      let first = Day.number(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, day 4 of the weeks counted here.
      let firstWeekday = Int((first + 4).flooredDivision(by: 7).remainder)
      var days = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if days >= Day.length(ofMonth: month, year: year) { days -= 7 }
      return first + Int64(days)
    }
  }
}
