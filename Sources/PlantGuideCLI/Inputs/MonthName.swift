internal import JournalTime
internal import TerminalKit

/// Reads the names of months and the numbers of their days.
enum MonthName {
  /// The whole names, in lower case.
  static let names = [
    "january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december",
  ]

  /// 1 for January; three letters of the name, in lower case, are enough.
  static func number(_ word: String) -> Int? {
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

extension Day {
  /// The English name of the month.
  var monthName: String {
    let name = MonthName.names[month - 1]
    return name.prefix(1).uppercased() + name.dropFirst()
  }
}
