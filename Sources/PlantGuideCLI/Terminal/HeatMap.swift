internal import JournalTime

/// Days as a grid of letters: a column for each week, a row for each weekday.
///
/// Letters rather than shades, so that no meaning hangs on colour and every
/// terminal can show them.
struct HeatMap {
  /// What a day is marked with.
  struct Mark: Sendable {
    let letter: Character
    let style: Style
  }

  /// The days shown.
  let period: ClosedRange<Day>
  /// The marks; days without one get a dot.
  let marks: [Day: Mark]

  private static let weekdays = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]
  private static let margin = 4

  /// The lines, as many weeks of the period's end as fit.
  func lines(for terminal: Terminal) -> [String] {
    let last = period.upperBound
    let monday = last.advanced(by: 1 - last.weekday)
    let weeks = min(
      period.lowerBound.distance(to: monday) / 7 + 2,
      terminal.width - Self.margin, 54)
    let mondays = (0..<max(1, weeks)).reversed().map {
      monday.advanced(by: -7 * $0)
    }.filter { $0.advanced(by: 6) >= period.lowerBound }
    return [header(mondays)]
      + (0..<7).map { row(of: $0, mondays, terminal) }
  }

  private func row(
    of weekday: Int, _ mondays: [Day], _ terminal: Terminal
  ) -> String {
    var line = Self.weekdays[weekday] + " "
    for monday in mondays {
      let day = monday.advanced(by: weekday)
      if let mark = marks[day], period.contains(day) {
        line += terminal.styled(String(mark.letter), mark.style)
      } else {
        line += period.contains(day) ? "." : " "
      }
    }
    return line
  }

  /// The months above the weeks in which they begin, where there is room.
  private func header(_ mondays: [Day]) -> String {
    var line = String(repeating: " ", count: Self.margin)
    // The first week may begin before the period, in another month.
    let firstDays = mondays.map { max($0, period.lowerBound) }
    for (index, day) in firstDays.enumerated() {
      let isFirst = index == 0 || firstDays[index - 1].month != day.month
      let column = Self.margin + index
      guard isFirst, line.utf8.count <= column,
        column + 3 <= Self.margin + mondays.count
      else { continue }
      line += String(repeating: " ", count: column - line.utf8.count)
      line += day.monthName.prefix(3) + " "
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Day {
  /// The English name of the month.
  var monthName: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July",
      "August", "September", "October", "November", "December",
    ]
    return names[month - 1]
  }
}
