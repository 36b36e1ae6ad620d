internal import JournalTime

/// Reads days, instants and spans as people type them.
///
/// Nothing here reads a clock: what day it is comes in as a value.
enum DateInput {
  /// Which way a weekday's name points.
  enum Direction: Sendable {
    case past
    case future
  }

  /// A span is at most a hundred years.
  static let longestSpan = 36_500

  /// Reads a day: `2026-03-01`, `today`, `yesterday`, `tomorrow`, a weekday,
  /// `3d` or `2w` from today, `3d ago`.
  ///
  /// A weekday is the last or next such day, never today itself.
  static func day(
    _ text: String, today: Day, preferring direction: Direction = .future
  ) throws(DateInputError) -> Day {
    let words = text.lowercased().split(separator: " ")
    let first = words.first.map(String.init) ?? ""
    if words.count == 1 {
      if let day = Day(first) ?? named(first, today, direction) { return day }
      if let days = unitSpan(first) { return today.advanced(by: days) }
    } else if words.count == 2, words[1] == "ago", let days = unitSpan(first) {
      return today.advanced(by: -days)
    }
    throw .notADay(text)
  }

  /// Reads a number of days: `daily`, `weekly`, `7d`, `2w`, `1m` (30 days),
  /// `10`; from 1 to ``longestSpan``.
  static func span(_ text: String) throws(DateInputError) -> Int {
    let word = text.lowercased()
    guard let days = spanWords[word] ?? unitSpan(word) ?? number(word[...])
    else { throw .notASpan(text) }
    return days
  }

  private static let spanWords = [
    "daily": 1, "everyotherday": 2, "twiceweekly": 3, "weekly": 7,
    "biweekly": 14, "monthly": 30, "quarterly": 90, "biannually": 182,
  ]

  private static func named(
    _ word: String, _ today: Day, _ direction: Direction
  ) -> Day? {
    switch word {
    case "today": return today
    case "yesterday": return today.advanced(by: -1)
    case "tomorrow": return today.advanced(by: 1)
    default: break
    }
    guard let weekday = weekday(word) else { return nil }
    switch direction {
    case .future:
      return today.advanced(by: (weekday - today.weekday + 6) % 7 + 1)
    case .past:
      return today.advanced(by: -((today.weekday - weekday + 6) % 7 + 1))
    }
  }

  /// 1 for Monday; three letters of the name are enough.
  private static func weekday(_ word: String) -> Int? {
    let names = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
      "sunday",
    ]
    guard word.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
  }

  /// The days of `3d`, `2w`, `1m`.
  private static func unitSpan(_ word: String) -> Int? {
    let units: [Character: Int] = ["d": 1, "w": 7, "m": 30]
    guard let letter = word.last, let unit = units[letter],
      let count = number(word.dropLast()), count * unit <= longestSpan
    else { return nil }
    return count * unit
  }

  /// A plain decimal number from 1 to ``longestSpan``; `Int` alone would take
  /// a sign too.
  private static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let value = Int(digits), 1...longestSpan ~= value
    else { return nil }
    return value
  }
}

extension String {
  /// Whether it is `YYYY-MM-DD` of a day that exists.
  var isRealDate: Bool { Day(self) != nil }
}
