internal import Encodings
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let onThisDay = Command(
    definition: CommandDefinition(
      path: ["on-this-day"],
      summary: "Show what happened on this date in earlier years",
      arguments: [
        ArgumentDefinition(
          name: "DAY", isOptional: true, completion: .day,
          help: "The date; today by default")
      ],
      options: GlobalOptions.reading,
      examples: [
        "plantguide on-this-day", "plantguide on-this-day 2026-10-05",
      ],
      discussion: """
        Events appear on the day on which they happened, if you recorded them \
        within 31 days of it.
        """,
      section: .events)
  ) { context in
    let day = context.arguments.positional.first.map { text in
      Timed<Day> {
        try DateInput.day(text, today: $0.today, preferring: .past)
      }
    }
    let shown = try context.read { try $0.onThisDay(before: day) }
    if try context.printedJSON({ $0.years(shown, .commandLine) }) { return }
    guard !shown.years.isEmpty else {
      return try context.print(shown.emptyWords)
    }
    for (index, year) in shown.years.enumerated() {
      if index > 0 { try context.print() }
      try context.print(
        context.terminal.styled(shown.heading(of: year), .heading))
      for event in year.events {
        try context.print("  " + event.line(.commandLine))
      }
    }
  }
}
