/// Reads numbers of days: `3d`, `3 days`, `a week`.
enum DayCount {
  /// The days that `words` count, from 1 to ``DateInput/longestSpan``; `nil`
  /// where they count none.
  static func days(_ words: ArraySlice<String>) -> Int? {
    guard let first = words.first else { return nil }
    switch words.count {
    case 1:
      let digits = first.prefix { $0.isASCII && $0.isNumber }
      return days(number(digits), String(first.dropFirst(digits.count)))
    case 2:
      let count =
        first == "a" || first == "one" ? 1 : number(first[...])
      return days(count, words[words.startIndex + 1])
    default: return nil
    }
  }

  /// A plain decimal number from 1 to ``DateInput/longestSpan``; `Int` alone
  /// would take a sign too.
  static func number(_ digits: Substring) -> Int? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
      let value = Int(digits), 1...DateInput.longestSpan ~= value
    else { return nil }
    return value
  }

  private static func days(_ count: Int?, _ unit: String) -> Int? {
    guard let count, let length = units[unit],
      count * length <= DateInput.longestSpan
    else { return nil }
    return count * length
  }

  /// How many days each unit has; a month is 30, as in a schedule.
  private static let units = [
    "d": 1, "day": 1, "days": 1, "w": 7, "wk": 7, "week": 7, "weeks": 7,
    "m": 30, "month": 30, "months": 30,
  ]
}
