internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let calendar = Command(
    definition: CommandDefinition(
      path: ["calendar"],
      summary: "Show a month with what was done and what is due",
      arguments: [
        ArgumentDefinition(
          name: "MONTH", isOptional: true, completion: .month,
          help: "2026-12, december or a day in it; this month by default")
      ],
      options: TaskFilter.options + GlobalOptions.reading,
      examples: [
        "plantguide calendar", "plantguide calendar 2026-12 --room Kitchen",
      ],
      discussion:
        "Care counts on the day it was given, as far as it was noted down "
        + "within 31 days of the month.",
      section: .views)
  ) { context in
    let filter = try TaskFilter([String](), of: context)
    let month = context.arguments.positional.first.map { text in
      Timed<Day> { try DateInput.month(text, today: $0.today) }
    }
    let view = try context.read { try $0.monthView(of: month, filter) }
    if context.wantsJSON {
      try context.printJSON { $0.month(view) }
    } else {
      let printer = MonthPrinter(view: view)
      for line in printer.lines(for: context.terminal) {
        try context.print(line)
      }
    }
    guard
      !view.counts.isEmpty
        || !context.arguments.containsAny(of: TaskFilter.options)
    else { throw NothingMatched(reason: "nothing of this month matches") }
  }
}

/// Draws a month: a row of days, and under it what they hold.
private struct MonthPrinter {
  let view: MonthView

  private static let weekdays = [
    "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun",
  ]

  func lines(for terminal: Terminal) -> [String] {
    let width = min(max(terminal.width / 7, 5), 9)
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
      lines.append(row(week, width) { mark(on: $0, width, terminal) })
      let next = monday.advanced(by: 7)
      // Arithmetic stops at the last day there is.
      guard next > monday else { break }
      monday = next
    }
    let weeks = lines.map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    return weeks + ["oN done   *N due   !N overdue"]
  }

  /// The cells of a week, each with its text at the right.
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
    return (text, terminal.styled(text, day == view.today ? .bold : .plain))
  }

  /// What a day holds, the most pressing first, as far as it fits.
  private func mark(
    on day: Day, _ width: Int, _ terminal: Terminal
  ) -> (text: String, styled: String) {
    guard let count = view.counts[day] else { return ("", "") }
    let parts: [(letter: String, number: Int, style: Style)] = [
      ("!", count.overdue, .overdue), ("*", count.due, .due),
      ("o", count.done, .done),
    ]
    var text = ""
    var styled = ""
    for part in parts where part.number > 0 {
      let mark = part.letter + (part.number < 1000 ? "\(part.number)" : ">1k")
      guard text.isEmpty || text.utf8.count + mark.utf8.count < width else {
        break
      }
      text += mark
      styled += terminal.styled(mark, part.style)
    }
    return (text, styled)
  }
}
