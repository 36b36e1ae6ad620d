/// A grid of letters for days: a column for each week, a row for each weekday.
///
/// It uses letters instead of shades, so that no meaning depends on colour and
/// every terminal can show it.
package struct HeatMap {
  /// The letter and style that mark a day.
  package typealias Mark = (letter: Character, style: Style)
  /// A day's mark, or `nil` for a dot, and the three letters of its month.
  package typealias Day = (mark: Mark?, month: String)

  private let days: [Day]
  /// The number of days of the first week before the first day.
  private let offset: Int

  private static let mostWeeks = 54
  /// The greatest number of days that are shown.
  package static let mostDays = mostWeeks * 7

  private static let weekdays = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]
  private static let margin = 4

  /// - Parameters:
  ///   - days: Consecutive days.
  ///   - firstWeekday: The weekday of the first day, 1 for Monday.
  package init(_ days: [Day], firstWeekday: Int) {
    self.days = days
    offset = firstWeekday - 1
  }

  /// Returns the last weeks of the days, as many as fit, in lines.
  package func lines(for terminal: Terminal) -> [String] {
    let count = (offset + days.count + 6) / 7
    let fitting = min(terminal.width - Self.margin, Self.mostWeeks)
    let weeks = max(0, count - fitting)..<count
    return [header(weeks)] + (0..<7).map { row(of: $0, weeks, terminal) }
  }

  private func row(
    of weekday: Int, _ weeks: Range<Int>, _ terminal: Terminal
  ) -> String {
    var line = Self.weekdays[weekday] + " "
    for week in weeks {
      let index = week * 7 + weekday - offset
      if !days.indices.contains(index) {
        line += " "
      } else if let mark = days[index].mark {
        line += terminal.styled(String(mark.letter), mark.style)
      } else {
        line += "."
      }
    }
    return line
  }

  /// Returns the months' names above their first weeks, if there is space.
  private func header(_ weeks: Range<Int>) -> String {
    var line = String(repeating: " ", count: Self.margin)
    var last: String?
    for (index, week) in weeks.enumerated() {
      // The first week may begin in the month before the first day's.
      let month = days[max(week * 7 - offset, 0)].month
      let isFirst = month != last
      last = month
      let column = Self.margin + index
      guard isFirst, line.utf8.count <= column,
        column + 3 <= Self.margin + weeks.count
      else { continue }
      line += String(repeating: " ", count: column - line.utf8.count)
      line += month + " "
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
