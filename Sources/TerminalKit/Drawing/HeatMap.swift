/// Days as a grid of letters: a column for each week, a row for each weekday.
///
/// Letters rather than shades, so that no meaning hangs on colour and every
/// terminal can show them.
package struct HeatMap {
  /// What a day is marked with.
  package typealias Mark = (letter: Character, style: Style)
  /// One day: its mark, or `nil` for a dot, and the name of its month, in
  /// three letters.
  package typealias Day = (mark: Mark?, month: String)

  private let days: [Day]
  /// The days of the first week that come before the first.
  private let offset: Int

  private static let mostWeeks = 54
  /// More days than this are never shown.
  package static let mostDays = mostWeeks * 7

  private static let weekdays = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]
  private static let margin = 4

  /// - Parameters:
  ///   - days: One day after the other.
  ///   - firstWeekday: The weekday of the first, 1 for Monday.
  package init(_ days: [Day], firstWeekday: Int) {
    self.days = days
    offset = firstWeekday - 1
  }

  /// The lines, as many weeks of the days' end as fit.
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

  /// The months above the weeks in which they begin, where there is room.
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
