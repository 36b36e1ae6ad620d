internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let upcoming = Command(
    definition: CommandDefinition(
      path: ["upcoming"],
      summary: "Show what the coming days bring",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + [.lookAhead] + GlobalOptions.reading,
      remembering: TaskFilter.options + [.lookAhead],
      examples: [
        "plantguide upcoming", "plantguide upcoming --days 30",
        "plantguide upcoming --days 14 --remember",
      ],
      discussion:
        "Seven days, unless --days says otherwise. Each schedule comes round "
        + "as if every task were done on its day.",
      section: .views)
  ) { context in
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let length =
      try context.arguments[.lookAhead] ?? UpcomingView.week
    let view = try context.read { try $0.upcomingView(filter, length: length) }
    let isMatchless =
      view.days.isEmpty && context.arguments.containsAny(of: TaskFilter.options)
    if context.wantsJSON {
      try context.printJSON { $0.object { $0.upcoming(view) } }
    } else if !isMatchless {
      try context.printUpcoming(view)
    }
    guard !isMatchless else {
      throw NothingMatched(reason: "no task of these days matches")
    }
  }
}

extension OptionDefinition {
  static let lookAhead = Option(
    "days", value: "COUNT",
    help: "How many days, tomorrow first",
    expects: "a whole number from 1 to \(UpcomingView.greatestLength)"
  ) { text in
    Int(text).flatMap { 1...UpcomingView.greatestLength ~= $0 ? $0 : nil }
  }
}

extension CommandContext {
  fileprivate mutating func printUpcoming(_ view: UpcomingView) throws {
    guard !view.days.isEmpty else {
      return try print("Nothing is due in these days.")
    }
    var table = TaskTable(for: terminal, on: view.today, in: view.units)
    table.hasRooms = true
    table.table.isApart = false
    table.add(view)
    try print(table.table)
  }
}
