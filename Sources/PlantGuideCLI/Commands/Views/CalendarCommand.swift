internal import Encodings
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let calendar = Command(
    definition: CommandDefinition(
      path: ["calendar"],
      summary: "Show a month or a day with the care that is done and due",
      arguments: [
        ArgumentDefinition(
          name: "MONTH", isOptional: true, completion: .month,
          help: "2026-12 or december, or a day such as saturday; "
            + "this month by default")
      ],
      options: TaskFilter.options + GlobalOptions.reading,
      examples: [
        "plantguide calendar", "plantguide calendar 2026-12 --room Kitchen",
        "plantguide calendar 2026-11-28",
      ],
      discussion: """
        Care appears on the day on which you gave it, if you recorded it \
        within 31 days of the month.
        """,
      section: .views)
  ) { context in
    let filter = try TaskFilter([String](), of: context)
    let text = context.arguments.positional.first
    let isEmpty: Bool
    if let text, !DateInput.isMonth(text) {
      let view = try context.read { snapshot in
        try snapshot.dayView(
          of: Timed { try DateInput.month(text, today: $0.today) }, filter)
      }
      isEmpty = view.isEmpty
      if context.wantsJSON {
        try context.printJSON { $0.day(view) }
      } else {
        try context.print(view)
      }
    } else {
      let month = text.map { text in
        Timed<Day> { try DateInput.month(text, today: $0.today) }
      }
      let view = try context.read { try $0.monthView(of: month, filter) }
      isEmpty = view.counts.isEmpty
      if context.wantsJSON {
        try context.printJSON { $0.month(view) }
      } else {
        let printer = MonthPrinter(view: view)
        for line in printer.lines(for: context.terminal) {
          try context.print(line)
        }
      }
    }
    guard
      try !isEmpty || filter.isEmpty
        || context.read({ try $0.canMatch(filter) })
    else {
      throw NothingMatched(reason: "no plant or task matches")
    }
  }
}

extension CommandContext {
  /// Prints the tasks and events of a day.
  fileprivate mutating func print(_ view: DayView) throws {
    try print(terminal.styled(view.heading, .heading))
    guard !view.isEmpty else { return try print(DayView.emptyWords) }
    var table = TaskTable(for: terminal, on: view.today, in: view.units)
    table.hasRooms = true
    if !view.overdue.isEmpty {
      table.add(heading: "OVERDUE", view.overdue.count, .overdue)
      for row in view.overdueRows { table.add(row) }
    }
    if !view.due.isEmpty {
      table.add(heading: "DUE", view.due.count, .due)
      for row in view.dueRows { table.add(row) }
    }
    if !view.done.isEmpty {
      table.add(heading: "DONE", view.done.count)
      for done in view.done { table.add(done, in: view.zone) }
    }
    try print(table.table)
  }
}

/// Draws a month: a row of days for each week, shaded by the number of their
/// entries, and the entries below.
private struct MonthPrinter {
  let view: MonthView

  private static let weekdays = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]

  /// The parts of a day, the most pressing first: a number of `MonthView`, and
  /// its word if there is room, otherwise a sign.
  private static let parts:
    [(
      count: @Sendable (MonthView.DayCount) -> Int, word: String,
      sign: String, style: Style
    )] = [
      ({ $0.overdue }, "late", "!", .overdue), ({ $0.due }, "due", "*", .due),
      ({ $0.done }, "done", "o", .done),
    ]

  func lines(for terminal: Terminal) -> [String] {
    let width = min(max(terminal.width / 7, 5), 11)
    let hasWords = width >= Self.widestText + 1
    let first = view.days.lowerBound
    var lines = [
      terminal.styled("\(first.monthName) \(first.year)", .heading),
      Self.weekdays.map { TextWidth.padded($0, to: width, alignment: .right) }
        .joined(),
    ]
    var monday = first.advanced(by: 1 - first.weekday)
    while monday <= view.days.upperBound {
      let week = (0..<7).map { monday.advanced(by: $0) }
      lines.append(row(week, width) { name(of: $0, terminal) })
      for part in Self.parts
      where week.contains(where: { count(part.count, on: $0) > 0 }) {
        lines.append(
          row(week, width) { day in
            let count = count(part.count, on: day)
            let number = count < 1000 ? "\(count)" : ">999"
            let text =
              hasWords ? "\(number) \(part.word)" : "\(part.sign)\(number)"
            return count > 0
              ? (text, terminal.styled(text, part.style)) : ("", "")
          })
      }
      lines.append("")
      let next = monday.advanced(by: 7)
      // Arithmetic stops at the last representable day.
      guard next > monday else { break }
      monday = next
    }
    return lines.map { String($0.trimmingEnd()) } + legend(hasWords, terminal)
  }

  /// The width of ">999 done".
  private static let widestText = 9

  private func count(
    _ count: (MonthView.DayCount) -> Int, on day: Day
  ) -> Int {
    guard view.days.contains(day) else { return 0 }
    return view.counts[day].map(count) ?? 0
  }

  private func legend(_ hasWords: Bool, _ terminal: Terminal) -> [String] {
    let signs = Self.parts.map {
      terminal.styled("\($0.sign)N", $0.style) + " \($0.word)"
    }
    let shades = terminal.drawing == .unicode ? ["░▒▓ fuller"] : []
    let legend = (hasWords ? [] : signs) + shades
    return legend.isEmpty ? [] : [legend.joined(by: "   ")]
  }

  /// Returns the cells of a week, each with its text at the right.
  private func row(
    _ week: [Day], _ width: Int, _ cell: (Day) -> (text: String, styled: String)
  ) -> String {
    week.map { day in
      guard view.days.contains(day) else {
        return String(repeating: " ", count: width)
      }
      let (text, styled) = cell(day)
      let blanks = max(width - TextWidth.columns(of: text), 0)
      return String(repeating: " ", count: blanks) + styled
    }.joined()
  }

  private func name(
    of day: Day, _ terminal: Terminal
  ) -> (text: String, styled: String) {
    let text = day == view.today ? "[\(day.day)]" : "\(day.day)"
    let shade = shade(of: day, terminal)
    return (
      shade + text,
      terminal.styled(shade, .dimAccent)
        + terminal.styled(text, day == view.today ? .bold : .plain)
    )
  }

  /// Returns the shade of a day, in thirds of the fullest day.
  private func shade(of day: Day, _ terminal: Terminal) -> String {
    let most = view.counts.values.map(\.total).max() ?? 0
    let total = view.counts[day]?.total ?? 0
    guard total > 0, terminal.drawing == .unicode else { return "" }
    return ["░", "▒", "▓"][(total * 3 - 1) / most]
  }
}

extension String {
  fileprivate func trimmingEnd() -> Substring {
    var end = self[...]
    while end.last == " " { end.removeLast() }
    return end
  }
}
