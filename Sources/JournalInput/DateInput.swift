internal import JournalCare
package import JournalTime

/// A reader of typed days, instants and spans.
///
/// The reader uses no clock: the current day is a parameter. Ambiguous input is
/// refused, never guessed.
package enum DateInput {
  /// The direction of days without one: `monday`, `3d` and `1 dec` are in the
  /// past for given care, and in the future for due days.
  package enum Direction: Sendable {
    case past
    case future
  }

  /// The maximum span: a hundred years, in days.
  package static let longestSpan = 36_500

  /// Reads a day: `2026-03-01`, `today`, `monday`, `last friday`, `3d`,
  /// `in 10 days`, `2w ago`, `1 dec`, `25.12.2023`, `25.12.`.
  package static func day(
    _ text: String, today: Day, preferring direction: Direction = .future
  ) throws(DateInputError) -> Day {
    let phrase = DayPhrase(
      words: words(of: text), today: today, direction: direction)
    do throws(DateInputError.Problem) {
      if let day = try phrase.day() { return day }
    } catch {
      throw DateInputError(text, error)
    }
    throw DateInputError(text, .notADay)
  }

  /// Returns whether a text is a month rather than a day in it.
  package static func isMonth(_ text: String) -> Bool {
    let word = text.lowercased()
    return word.utf8.count == 7 && Day(word + "-01") != nil
      || MonthName.number(word) != nil
  }

  /// Reads a month: `2026-12`, `december` or `dec`, which mean the nearest
  /// within half a year, or a day in it; returns a day of the month.
  package static func month(
    _ text: String, today: Day
  ) throws(DateInputError) -> Day {
    let word = text.lowercased()
    if word.utf8.count == 7, let day = Day(word + "-01") { return day }
    if let month = MonthName.number(word) {
      let distance = (month - today.month + 17) % 12 - 5
      return CalendarMonth(of: today).advanced(by: distance).firstDay
    }
    if let day = try? day(text, today: today) { return day }
    throw DateInputError(text, .notAMonth)
  }

  /// Reads a number of days: `daily`, `weekly`, `7d`, `2 weeks`, `1m` (30
  /// days), `10`; from 1 to ``longestSpan``.
  package static func span(_ text: String) throws(DateInputError) -> Int {
    var words = words(of: text)
    let isEvery = words.count > 1 && words[0] == "every"
    if isEvery { words.removeFirst() }
    if isEvery, words.count == 2, ["other", "second"].contains(words[0]) {
      words[0] = "2"
    }
    let days =
      words.count == 1
      ? Frequency(named: words[0])?.days ?? Count.number(words[0][...]) : nil
    if let days = days ?? Count.days(words[...]) { return days }
    // `every week` means `every 1 week`.
    guard isEvery, words.count == 1, let days = Count.days(["a", words[0]])
    else { throw DateInputError(text, .notASpan) }
    return days
  }

  /// Returns the words of a text in lower case, without commas.
  static func words(of text: String) -> [String] {
    text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
  }
}

/// A reader of counts: `3d`, `3 days`, `a week`, `an hour`.
enum Count {
  /// Returns the number of days in `words`, from 1 to
  /// ``DateInput/longestSpan``; `nil` if there is none. A month has 30, as in a
  /// schedule.
  static func days(_ words: ArraySlice<String>) -> Int? {
    let days = count(
      words,
      in: [
        "d": 1, "day": 1, "days": 1, "w": 7, "wk": 7, "week": 7, "weeks": 7,
        "fortnight": 14, "fortnights": 14, "m": 30, "month": 30, "months": 30,
      ])
    return days.flatMap { $0 <= DateInput.longestSpan ? $0 : nil }
  }

  /// Returns the number of calendar months in `words`, where a year has twelve;
  /// `nil` if there is none.
  static func months(_ words: ArraySlice<String>) -> Int? {
    count(
      words,
      in: [
        "m": 1, "mo": 1, "month": 1, "months": 1, "y": 12, "year": 12,
        "years": 12,
      ])
  }

  /// Returns the number of minutes in `words`; `nil` if there is none.
  static func minutes(_ words: ArraySlice<String>) -> Int? {
    count(
      words,
      in: [
        "h": 60, "hour": 60, "hours": 60, "min": 1, "minute": 1, "minutes": 1,
      ])
  }

  private static func count(
    _ words: ArraySlice<String>, in units: [String: Int]
  ) -> Int? {
    guard let first = words.first, let last = words.last, words.count <= 2
    else { return nil }
    let isOneWord = words.count == 1
    let digits =
      isOneWord ? first.prefix { $0.isASCII && $0.isNumber } : first[...]
    let unit = isOneWord ? first.dropFirst(digits.count) : last[...]
    let isOne = !isOneWord && ["a", "an", "one"].contains(first)
    guard let count = isOne ? 1 : number(digits),
      let length = units[String(unit)]
    else { return nil }
    return count * length
  }

  /// Returns a plain decimal number from 1 to ``DateInput/longestSpan``; `Int`
  /// alone would accept a sign as well.
  static func number(_ digits: Substring) -> Int? {
    guard digits.isDecimal, let value = Int(digits),
      1...DateInput.longestSpan ~= value
    else { return nil }
    return value
  }
}

/// A reader of the names of months and the numbers of their days.
package enum MonthName {
  /// The full names, in lower case.
  package static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
  ]

  /// Returns the number of a month, 1 for January, for three or more letters of
  /// its name in lower case.
  package static func number(_ word: String) -> Int? {
    if word == "sept" { return 9 }
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  /// Returns 1 to 31 for `1`, `01` or `1st`, even if the month lacks that day.
  static func dayNumber(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard (1...2).contains(digits.count), let day = Int(digits),
      1...31 ~= day,
      ["", "st", "nd", "rd", "th", "."].contains(word.dropFirst(digits.count))
    else { return nil }
    return day
  }
}

extension StringProtocol {
  /// A Boolean value that indicates whether the text has only ASCII digits.
  var isDecimal: Bool { utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}

extension DateInput {
  /// Returns the days of a word: those of a month such as `2026-03`, or a
  /// single day; `nil` if invalid.
  package static func pastDays(
    _ text: String, today: Day
  ) -> ClosedRange<Day>? {
    if text.utf8.count == 7, let first = Day(text + "-01") {
      let next = CalendarMonth(of: first).advanced(by: 1)
      return first...max(first, next.firstDay.advanced(by: -1))
    }
    let day = try? day(text, today: today, preferring: .past)
    return day.map { $0...$0 }
  }

  /// Reads the first and the last day of a time away, which is to come.
  package static func stay(
    from first: String, to last: String, today: Day
  ) throws -> ClosedRange<Day> {
    let first = try day(first, today: today)
    let last = try day(last, today: today)
    guard first <= last else {
      throw InputError("the first day, \(first), is after the last, \(last)")
    }
    guard today.distance(to: last) <= greatestLookAhead else {
      throw InputError("\(last) is more than ten years ahead")
    }
    return first...last
  }

  /// The greatest number of days to look ahead: ten years.
  private static let greatestLookAhead = 3_653

  /// Reads the days of a report.
  ///
  /// - Parameters:
  ///   - first: The first day as typed; by default `defaultFirst` computes it
  ///     from the last.
  ///   - last: The last day as typed; today by default.
  ///   - today: The current day.
  ///   - defaultFirst: Returns the default first day.
  /// - Returns: The days.
  /// - Throws: ``DateInputError``, or ``InputError`` for days in the wrong
  ///   order or in the future.
  package static func period(
    from first: String?, to last: String?, today: Day,
    defaultFirst: (Day) -> Day
  ) throws -> ClosedRange<Day> {
    func day(_ text: String) throws -> Day {
      try DateInput.day(text, today: today, preferring: .past)
    }
    let last = try last.map(day) ?? today
    let first = try first.map(day) ?? defaultFirst(last)
    guard first <= last else {
      throw InputError("the first day, \(first), is after the last, \(last)")
    }
    guard last <= today else {
      throw InputError(
        "\(last) is still to come; nothing can be audited after today")
    }
    return first...last
  }
}
