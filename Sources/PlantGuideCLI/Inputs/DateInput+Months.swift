internal import JournalTime

extension DateInput {
  /// Reads a month: `2026-12`, `december` or `dec`, which is the nearest
  /// within half a year, or a day in it; gives a day of it.
  static func month(
    _ text: String, today: Day
  ) throws(DateInputError) -> Day {
    let word = text.lowercased()
    if word.utf8.count == 7, let day = Day(word + "-01") { return day }
    if let month = MonthName.number(word) {
      let distance = (month - today.month + 17) % 12 - 5
      let months = today.year * 12 + today.month - 1 + distance
      if let day = Day(year: months / 12, month: months % 12 + 1, day: 1) {
        return day
      }
    }
    if let day = try? day(text, today: today, preferring: .past) { return day }
    throw DateInputError(text, .notAMonth)
  }
}
