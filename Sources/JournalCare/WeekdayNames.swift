internal import JournalTime

/// ISO 8601 weekdays as settings have them: "Wed,Sat". Monday is 1.
enum WeekdayNames {
  static let names = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]

  static func text(of days: Set<Int>) -> String {
    days.sorted().map { names[$0 - 1] }.joined(separator: ",")
  }

  /// Returns the weekdays of a stored text; `nil` if it is written another way.
  static func days(of text: String) -> Set<Int>? {
    days(typed: text).flatMap { self.text(of: $0) == text ? $0 : nil }
  }

  /// Returns the weekdays in a text, each abbreviated to three letters or more.
  static func days(typed text: String) -> Set<Int>? {
    var days: Set<Int> = []
    for word in text.lowercased().split(whereSeparator: { ", ".contains($0) })
    where word != "and" {
      guard word.utf8.count >= 3,
        let index = names.firstIndex(where: { word.hasPrefix($0.lowercased()) }
        ),
        Day(number: Int32(index - 3)).weekdayName.lowercased().hasPrefix(word)
      else { return nil }
      days.insert(index + 1)
    }
    return days.isEmpty ? nil : days
  }
}
