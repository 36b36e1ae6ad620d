internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit

extension Command {
  static let upcoming = Command(
    definition: CommandDefinition(
      path: ["upcoming"],
      summary: "Show the tasks of the coming days",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + [.lookAhead] + GlobalOptions.reading,
      remembering: KeptOptions(
        TaskFilter.options + [.lookAhead], replacing: [PlantChoice.options]),
      examples: [
        "plantguide upcoming", "plantguide upcoming --days 14 --remember",
        "plantguide upcoming --days 30",
      ],
      discussion: """
        You see the next seven days, or as many as you give with --days. Later \
        rounds of a schedule assume that you do every task on its day.
        """,
      section: .views)
  ) { context in
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let length =
      try context.arguments[.lookAhead] ?? UpcomingView.week
    let view = try context.read { try $0.upcomingView(filter, length: length) }
    if context.wantsJSON {
      try context.printJSON { $0.object { $0.upcoming(view) } }
    } else if !view.isMatchless {
      try context.printUpcoming(view)
    }
    guard !view.isMatchless else {
      throw NothingMatched(reason: "no plant or task matches")
    }
  }
}

extension OptionDefinition {
  static let lookAhead = Option(
    "days", value: "COUNT",
    help: "How many days, beginning with tomorrow",
    expects: "a whole number from 1 to \(UpcomingView.greatestLength)"
  ) { text in
    Int(text).flatMap { 1...UpcomingView.greatestLength ~= $0 ? $0 : nil }
  }
}

extension CommandContext {
  fileprivate mutating func printUpcoming(_ view: UpcomingView) throws {
    if try view.today != today() {
      // Otherwise the year of the days would be unknown.
      let day = view.today.words(on: try today())
      try print(terminal.styled("After \(day):", .heading))
    }
    guard !view.days.isEmpty else { return try print(view.emptyWords) }
    var table = TaskTable(for: terminal, on: view.today, in: view.units)
    table.hasRooms = true
    table.table.isApart = false
    table.add(view)
    try print(table.table)
  }
}
