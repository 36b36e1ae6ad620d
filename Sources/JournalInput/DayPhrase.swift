internal import JournalTime

/// A day in words, relative to the current day.
struct DayPhrase {
  /// The words, in lower case.
  let words: [String]
  let today: Day
  /// The direction of days without one.
  let direction: DateInput.Direction

  /// Returns the day; `nil` if the words contain none.
  ///
  /// - Throws: ``DateInputError/Problem`` for a day that is ambiguous or does
  ///   not exist.
  func day() throws(DateInputError.Problem) -> Day? {
    let words = words.count > 1 ? Self.withoutPreposition(words) : words[...]
    if let date = try date(words) { return date }
    if let day = named(words) ?? weekday(words) ?? counted(words) {
      return day
    }
    return try monthDay(words)
  }

  /// Removes a preposition, as in `until saturday`; the option already says
  /// what the day is for.
  private static func withoutPreposition(
    _ words: [String]
  ) -> ArraySlice<String> {
    let prepositions: Set = [
      "on", "by", "until", "till", "since", "from", "the",
    ]
    return words.drop { prepositions.contains($0) }
  }
}

extension DayPhrase {
  /// Returns the day of words that include the year; `nil` if they do not.
  static func writtenDay(
    _ words: [String]
  ) throws(DateInputError.Problem) -> Day? {
    guard words.count != 1 else {
      if let numbers = NumericDate(words[0]) { return try numbers.day() }
      let parts = words[0].split { "-/".contains($0) }.map(String.init)
      return parts.count == 3 ? try writtenDay(parts) : nil
    }
    return try monthDay(words[...], nearest: nil)
  }

  /// Returns the day of `2026-12-01` or `1.12.2026`, alone or after its
  /// weekday, as in the headings of views.
  private func date(_ words: ArraySlice<String>) throws(DateInputError.Problem)
    -> Day?
  {
    guard let text = words.last, let numbers = NumericDate(text) else {
      return nil
    }
    guard words.count == 1 || weekdayNumber(words.first) != nil,
      words.count <= 2
    else { return nil }
    let pointed = try numbers.pointed(text, today: today, direction)
    guard let day = pointed ?? Day(text) else {
      throw numbers.problem(today: today, direction)
    }
    guard words.count == 2 else { return day }
    guard weekdayNumber(words.first) == day.weekday else {
      throw .otherWeekday(day)
    }
    return day
  }

  private func named(_ words: ArraySlice<String>) -> Day? {
    switch words.joined(separator: " ") {
    case "today": today
    case "yesterday": today.advanced(by: -1)
    case "tomorrow": today.advanced(by: 1)
    case "day after tomorrow": today.advanced(by: 2)
    case "day before yesterday": today.advanced(by: -2)
    case "next week": today.advanced(by: 7)
    case "last week": today.advanced(by: -7)
    default: nil
    }
  }

  /// Returns the nearest such weekday in the direction, never today.
  private func weekday(_ words: ArraySlice<String>) -> Day? {
    guard let weekday = weekdayNumber(words.last) else { return nil }
    let direction: DateInput.Direction
    switch (words.count, words.first) {
    case (1, _): direction = self.direction
    case (2, "next"): direction = .future
    case (2, "last"): direction = .past
    default: return nil
    }
    return switch direction {
    case .future:
      today.advanced(by: (weekday - today.weekday + 6) % 7 + 1)
    case .past:
      today.advanced(by: -((today.weekday - weekday + 6) % 7 + 1))
    }
  }

  /// Returns the number of a weekday, 1 for Monday, for three or more letters
  /// of its name.
  private func weekdayNumber(_ word: String?) -> Int? {
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
      "sunday",
    ]
    guard let word, word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  /// Returns the day of `3d`, `in 10 days`, `10 days ago`, `2w from now`.
  private func counted(_ words: ArraySlice<String>) -> Day? {
    if words.first == "in" {
      return Count.days(words.dropFirst()).map(today.advanced(by:))
    }
    if words.last == "ago" {
      return Count.days(words.dropLast()).map { today.advanced(by: -$0) }
    }
    if words.suffix(2) == ["from", "now"] {
      return Count.days(words.dropLast(2)).map(today.advanced(by:))
    }
    return Count.days(words).map { days in
      today.advanced(by: direction == .future ? days : -days)
    }
  }

  /// Returns the day of `1 dec`, `dec 1` or `1st of december`, with or without
  /// the year. Without it, the nearest in the direction counts, today included.
  /// After a weekday, as in views, this year's day counts if it has that
  /// weekday.
  private func monthDay(
    _ words: ArraySlice<String>
  ) throws(DateInputError.Problem) -> Day? {
    guard words.count > 2, let weekday = weekdayNumber(words.first) else {
      return try Self.monthDay(words) { $0.nearest(to: today, direction) }
    }
    let day = try Self.monthDay(words.dropFirst()) { date in
      let day = Day(year: today.year, month: date.month, day: date.day)
      return day?.weekday == weekday ? day : date.nearest(to: today, direction)
    }
    if let day, day.weekday != weekday { throw .otherWeekday(day) }
    return day
  }

  /// - `nearest`: Returns the day meant by a date without its year, or `nil`.
  private static func monthDay(
    _ words: ArraySlice<String>, nearest: ((YearlessDate) -> Day?)?
  ) throws(DateInputError.Problem) -> Day? {
    let words = words.filter { $0 != "of" }
    guard (2...3).contains(words.count) else { return nil }
    let isMonthFirst = MonthName.number(words[0]) != nil
    guard let month = MonthName.number(words[isMonthFirst ? 0 : 1]),
      let day = MonthName.dayNumber(words[isMonthFirst ? 1 : 0])
    else { return nil }
    guard words.count == 3 else {
      guard let nearest else { return nil }
      guard let found = nearest(YearlessDate(month: month, day: day)) else {
        throw .impossible
      }
      return found
    }
    guard words[2].utf8.count == 4, let year = Int(words[2]) else {
      return nil
    }
    guard let found = Day(year: year, month: month, day: day) else {
      throw .impossible
    }
    return found
  }
}
