internal import JournalCare
package import JournalTime

/// Reads days, instants and spans as people write them.
///
/// Nothing here reads a clock: what day it is comes in as a value. What could
/// mean two things is refused, never guessed.
package enum DateInput {
  /// Which way a day points that does not say so itself: `monday`, `3d` and
  /// `1 dec` lie behind where care was given, and ahead where it is due.
  package enum Direction: Sendable {
    case past
    case future
  }

  /// A span is at most a hundred years.
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

  /// Whether a text names a month rather than a day in one.
  package static func isMonth(_ text: String) -> Bool {
    let word = text.lowercased()
    return word.utf8.count == 7 && Day(word + "-01") != nil
      || MonthName.number(word) != nil
  }

  /// Reads a month: `2026-12`, `december` or `dec`, which is the nearest
  /// within half a year, or a day in it; gives a day of it.
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
    // "every week" is "every 1 week".
    guard isEvery, words.count == 1, let days = Count.days(["a", words[0]])
    else { throw DateInputError(text, .notASpan) }
    return days
  }

  /// The words of a text, without case and the commas between them.
  static func words(of text: String) -> [String] {
    text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
  }
}

/// Counts of something: `3d`, `3 days`, `a week`, `an hour`.
enum Count {
  /// The days that `words` count, from 1 to ``DateInput/longestSpan``; `nil`
  /// where they count none. A month is 30, as in a schedule.
  static func days(_ words: ArraySlice<String>) -> Int? {
    let days = count(
      words,
      in: [
        "d": 1, "day": 1, "days": 1, "w": 7, "wk": 7, "week": 7, "weeks": 7,
        "fortnight": 14, "fortnights": 14, "m": 30, "month": 30, "months": 30,
      ])
    return days.flatMap { $0 <= DateInput.longestSpan ? $0 : nil }
  }

  /// The months of the calendar that `words` count, a year being twelve; `nil`
  /// where they count none.
  static func months(_ words: ArraySlice<String>) -> Int? {
    count(
      words,
      in: [
        "m": 1, "mo": 1, "month": 1, "months": 1, "y": 12, "year": 12,
        "years": 12,
      ])
  }

  /// The minutes that `words` count; `nil` where they count none.
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

  /// A plain decimal number from 1 to ``DateInput/longestSpan``; `Int` alone
  /// would take a sign too.
  static func number(_ digits: Substring) -> Int? {
    guard digits.isDecimal, let value = Int(digits),
      1...DateInput.longestSpan ~= value
    else { return nil }
    return value
  }
}

/// Reads the names of months and the numbers of their days.
package enum MonthName {
  /// The whole names, in lower case.
  package static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
  ]

  /// 1 for January; three letters of the name, in lower case, are enough.
  package static func number(_ word: String) -> Int? {
    if word == "sept" { return 9 }
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  /// 1 to 31 of `1`, `01`, `1st`; whether the month has that day is left open.
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
  /// Whether it has digits of ASCII alone.
  var isDecimal: Bool { utf8.allSatisfy { 0x30...0x39 ~= $0 } }
}

extension DateInput {
  /// The days that a word means: a month's, as `2026-03`, or one; `nil` where
  /// it means none.
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

  /// The days of a look back.
  ///
  /// - Parameters:
  ///   - first: The first, as it is typed; `defaultFirst` makes it of the last
  ///     where it is left out.
  ///   - last: The last; today where it is left out.
  ///   - today: The day that is today.
  ///   - defaultFirst: Makes the first.
  /// - Returns: The days.
  /// - Throws: ``DateInputError``, and ``InputError`` for days that are none
  ///   to look back on.
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
