internal import JournalTime

/// A reader of typed times of day: `18:00`, `9:30`, `9am`, `noon`.
enum ClockPhrase {
  /// Returns the time in one word.
  ///
  /// - Throws: ``DateInputError/Problem`` for `midnight` and `12am`, which may
  ///   mean either end of the day.
  static func time(_ word: String) throws(DateInputError.Problem) -> TimeOfDay?
  {
    if word == "noon" { return TimeOfDay(hour: 12, minute: 0) }
    if word == "midnight" {
      throw .unclearTime
    }
    let half = ["am", "pm"].first { word.hasSuffix($0) }
    let clock = half == nil ? word[...] : word.dropLast(2)
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard let hour = parts.first.flatMap({ number($0, digits: 1...2) }),
      parts.count <= 2
    else { return nil }
    guard parts.count == 2 || half != nil else { return nil }
    guard
      let minute = parts.count == 2 ? number(parts[1], digits: 2...2) : 0
    else { return nil }
    guard let half else { return TimeOfDay(hour: hour, minute: minute) }
    guard 1...12 ~= hour else { return nil }
    guard half == "pm" || hour < 12 || minute > 0 else {
      throw .unclearTime
    }
    return TimeOfDay(
      hour: hour % 12 + (half == "pm" ? 12 : 0), minute: minute)
  }

  /// Separates a time at the end or the start of some words: `yesterday at
  /// 18:00`, `9 am monday`; the time is `nil` if there is none.
  static func split(
    _ words: [String]
  ) throws(DateInputError.Problem) -> (time: TimeOfDay?, rest: [String]) {
    let words = joiningHalves(words)
    if let last = words.last, let time = try time(last) {
      let rest = words.dropLast()
      return (time, Array(rest.last == "at" ? rest.dropLast() : rest))
    }
    let start = words.first == "at" ? words.dropFirst() : words[...]
    if let first = start.first, let time = try time(first) {
      return (time, Array(start.dropFirst()))
    }
    return (nil, words)
  }

  /// Joins `9 am` to one word.
  private static func joiningHalves(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      if word == "am" || word == "pm", let last = joined.last,
        last.prefix(1).isDecimal
      {
        joined[joined.count - 1] = last + word
      } else {
        joined.append(word)
      }
    }
    return joined
  }

  private static func number(
    _ text: Substring, digits: ClosedRange<Int>
  ) -> Int? {
    digits.contains(text.utf8.count) && text.isDecimal ? Int(text) : nil
  }
}
