internal import JournalTime

/// Reads days, instants and spans as people write them.
///
/// Nothing here reads a clock: what day it is comes in as a value. What could
/// mean two things is refused, never guessed.
enum DateInput {
  /// Which way a day points that does not say so itself: `monday`, `3d` and
  /// `1 dec` lie behind where care was given, and ahead where it is due.
  enum Direction: Sendable {
    case past
    case future
  }

  /// A span is at most a hundred years.
  static let longestSpan = 36_500

  /// Reads a day: `2026-03-01`, `today`, `monday`, `last friday`, `3d`,
  /// `in 10 days`, `2w ago`, `1 dec`.
  static func day(
    _ text: String, today: Day, preferring direction: Direction = .future
  ) throws(DateInputError) -> Day {
    let phrase = DayPhrase(
      words: words(of: text), today: today, direction: direction)
    do throws(DayPhrase.Refusal) {
      if let day = try phrase.day() { return day }
    } catch {
      throw DateInputError(text, error.problem)
    }
    throw DateInputError(text, .notADay)
  }

  /// Reads a number of days: `daily`, `weekly`, `7d`, `2 weeks`, `1m` (30
  /// days), `10`; from 1 to ``longestSpan``.
  static func span(_ text: String) throws(DateInputError) -> Int {
    var words = words(of: text)
    if words.count > 1, words[0] == "every" { words.removeFirst() }
    let days =
      words.count == 1
      ? spanWords[words[0]] ?? DayCount.number(words[0][...]) : nil
    guard let days = days ?? DayCount.days(words[...]) else {
      throw DateInputError(text, .notASpan)
    }
    return days
  }

  /// The words of a text, without case and the commas between them.
  static func words(of text: String) -> [String] {
    text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
  }

  private static let spanWords = [
    "daily": 1, "everyotherday": 2, "twiceweekly": 3, "weekly": 7,
    "biweekly": 14, "monthly": 30, "quarterly": 90, "biannually": 182,
  ]
}
