extension Day {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
  ]
  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Sunday",
  ]

  // Cut once: a list of thousands of days would do little else.
  private static let shortMonths = months.map { String($0.prefix(3)) }
  private static let shortWeekdays = weekdays.map { String($0.prefix(3)) }

  /// The English name of the month.
  public var monthName: String { Self.months[month - 1] }

  /// The English name of the weekday.
  public var weekdayName: String { Self.weekdays[weekday - 1] }

  /// The day in words: `Mon 23 Nov`, with the year if it is not today's.
  public func words(on today: Day) -> String {
    let (year, month, number) = components
    let text =
      "\(Self.shortWeekdays[weekday - 1]) \(number) \(Self.shortMonths[month - 1])"
    return year == today.year ? text : "\(text) \(year)"
  }

  /// The day in words if `today` is given, otherwise in the form for programs.
  public func text(on today: Day?) -> String {
    today.map(words(on:)) ?? description
  }
}

extension TimeZoneRules {
  /// The day and the time in words: `Mon 23 Nov 18:20`.
  ///
  /// - Parameters:
  ///   - instant: The moment.
  ///   - today: Today.
  ///   - isAligned: Whether the times of one year are aligned below each other.
  /// - Returns: The words.
  public func words(
    of instant: Instant, on today: Day, isAligned: Bool = false
  ) -> String {
    let day = localDay(of: instant)
    let isShort = isAligned && day.day < 10
    return "\(day.words(on: today))\(isShort ? "  " : " ")"
      + timeOfDay(of: instant).description
  }
}

extension ClosedRange<Day> {
  /// The first and the last day in words.
  public func words(on today: Day) -> String {
    "\(lowerBound.words(on: today)) to \(upperBound.words(on: today))"
  }
}
