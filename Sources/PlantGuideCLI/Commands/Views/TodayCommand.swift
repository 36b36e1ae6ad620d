internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import JournalTime
internal import TerminalKit
internal import TextKit

extension Command {
  static let today = Command(
    definition: CommandDefinition(
      path: ["today"],
      summary: "Show what is to be done today",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + OptionDefinition.parts + [.doneToday]
        + OptionDefinition.orders + GlobalOptions.reading,
      examples: [
        "plantguide today", "plantguide today --room Kitchen --kind watering",
        "plantguide today --flat", "plantguide today --by kind",
        "plantguide today --as-of 2026-03-01",
      ],
      discussion: """
        Lists the rooms in your order and each plant once. Its line has all \
        due care, how late it is, and the remarks on the tasks. It also has \
        the day on which the first kind was last given.

        Two waterings of a plant on one day count once. The end names how many \
        plants have no schedule. --as-of leaves out what was recorded later, \
        and shows that day, or the day of --now.
        """, section: .views)
  ) { context in
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let parts = context.partsOfDay
    let order = try context.taskOrder
    let shown = try context.read {
      try $0.todayView(filter, only: parts, by: order)
    }
    if context.wantsJSON {
      try context.printJSON { $0.today(shown) }
    } else if !shown.isMatchless {
      try context.printToday(
        shown, by: order, isFiltered: !filter.isEmpty || !parts.isEmpty)
    }
    guard !shown.isMatchless else {
      throw NothingMatched(
        reason: filter.isEmpty
          ? "no task of this day matches" : "no plant or task matches",
        remedy: "'plantguide today' shows the whole day")
    }
  }

  static let agenda = Command(
    definition: CommandDefinition(
      path: ["agenda"],
      summary: "Show today and what the coming days bring",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + [.lookAhead, .doneToday]
        + OptionDefinition.orders
        + GlobalOptions.reading,
      examples: ["plantguide agenda", "plantguide agenda --days 2"],
      section: .views)
  ) { context in
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let order = try context.taskOrder
    let length = try context.arguments[.lookAhead] ?? UpcomingView.week
    let (shown, upcoming) = try context.read { snapshot in
      (
        try snapshot.todayView(filter, by: order),
        try snapshot.upcomingView(filter, length: length)
      )
    }
    let isMatchless = shown.isMatchless && upcoming.isMatchless
    if context.wantsJSON {
      try context.printJSONObject { writer in
        writer.member("today") { $0.today(shown) }
        writer.upcoming(upcoming)
      }
    } else if !isMatchless {
      try context.printToday(
        shown, by: order, isFiltered: !filter.isEmpty, upcoming: upcoming)
    }
    guard !isMatchless else {
      throw NothingMatched(reason: "no plant or task matches")
    }
  }
}

extension OptionDefinition {
  /// The parts of the day that can be asked for alone.
  fileprivate static let parts: [OptionDefinition] = [overdue, snoozed]

  /// The orders in which tasks can stand.
  fileprivate static let orders: [OptionDefinition] = [order, flat]

  fileprivate static let order = Option(
    "by", value: "WHAT", help: "Group by room (as always) or by kind",
    expects: "room or kind"
  ) { text in
    TaskRound.Order(rawValue: text).flatMap { $0 == .flat ? nil : $0 }
  }
  fileprivate static let flat = Flag(
    "flat", help: "One list, the most overdue first")

  fileprivate static let overdue = Flag("overdue", help: "Only what is overdue")
  fileprivate static let snoozed = Flag("snoozed", help: "Only what is snoozed")
  fileprivate static let doneToday = Flag(
    "done", help: "Every line of what was done, not only the first ten")
}

extension CommandContext {
  /// The parts of the day asked for; none for the whole day.
  fileprivate var partsOfDay: Set<TodayView.Part> {
    var parts: Set<TodayView.Part> = []
    if arguments[.overdue] { parts.insert(.overdue) }
    if arguments[.snoozed] { parts.insert(.snoozed) }
    return parts
  }

  /// In which order tasks are to be done.
  fileprivate var taskOrder: TaskRound.Order {
    get throws {
      let order = try arguments[.order]
      guard arguments[.flat] else { return order ?? .room }
      guard order == nil else {
        throw UsageError("--flat and --by are two orders", usage: command.usage)
      }
      return .flat
    }
  }

  fileprivate mutating func printToday(
    _ shown: TodayView.Page, by order: TaskRound.Order, isFiltered: Bool,
    upcoming: UpcomingView? = nil
  ) throws {
    let view = shown.view
    dueCount = view.overdue.count + view.todayCount
    try printGreeting(shown)
    if let asOf = shown.asOf {
      let day = shown.zone.localDay(of: asOf)
      let isThen = day == view.day
      try print(
        terminal.styled(
          "Only what was recorded by \(isThen ? "then" : day.words(on: view.day)) "
            + "counts\(isThen ? "" : "; days run to today").", .dim))
    }
    guard shown.hasPlants || !shown.isEmpty || shown.next != nil else {
      try print("No plants yet. Add one:")
      try print(
        "  plantguide add \"Monstera deliciosa\" --name Monty --every 7d")
      try print("Or take over those of a table:")
      return try print("  plantguide import csv plants.csv")
    }
    if shown.round.groups.isEmpty {
      if !isFiltered {
        try print(terminal.styled("All caught up!", .due))
        if let next = shown.nextWords { try print(next) }
      } else if shown.isEmpty, upcoming?.days.isEmpty ?? true {
        try print("Nothing to show; 'plantguide today' shows the whole day.")
      }
    } else if order != .flat {
      try printCounts(view)
    }
    var table = TaskTable(for: terminal, on: view.day, in: shown.units)
    table.hasRooms = order != .room
    table.add(shown.round.groups)
    if !view.done.isEmpty {
      table.add(heading: "DONE", view.done.count)
      let shownCount = arguments[.doneToday] ? shown.done.count : Self.mostDone
      for done in shown.done.prefix(shownCount) {
        table.add(done, in: shown.zone)
      }
      if shown.done.count > shownCount {
        table.fold(shown.done.count - shownCount, "today --done shows all")
      }
    }
    if !view.snoozed.isEmpty {
      table.add(heading: "SNOOZED", view.snoozed.count)
      for row in shown.snoozed { table.add(snoozed: row) }
    }
    if let upcoming { table.add(upcoming) }
    try print(table.table)
    guard let unscheduled = shown.unscheduledWords else { return }
    try print(
      terminal.styled("\(unscheduled): plantguide adopt --all", .dim))
  }

  /// The number of lines of done care after which the others are folded.
  private static let mostDone = 10

  /// Prints the end of the screen for a user who typed no command.
  mutating func printWayToHelp() throws {
    try print()
    if dueCount > 0, terminal.isTerminal, process.prompt.isInteractive {
      let tasks = Phrase.count(dueCount, "task")
      try print(
        terminal.styled(
          "\(tasks) \(dueCount == 1 ? "is" : "are") due: plantguide round",
          .hint))
    }
    try print(
      terminal.styled("'plantguide help' lists all commands.", .dim))
  }

  private mutating func printGreeting(_ shown: TodayView.Page) throws {
    let view = shown.view
    // The year is named if it is not the clock's.
    let day = view.day.words(on: shown.zone.localDay(of: journal.now))
    var line = "\(shown.greeting)! \(day)"
    guard view.total > 0 else {
      return try print(terminal.styled(line, .heading))
    }
    line += ": \(view.done.count) of \(view.total) done"
    let room = min(terminal.width - line.utf8.count - 1, 24)
    let progress = ProgressLine(
      share: Double(view.done.count) / Double(view.total))
    try print(
      terminal.styled(line, .heading)
        + (room < 6 ? "" : " " + progress.text(of: room, for: terminal)))
  }

  private mutating func printCounts(_ view: TodayView) throws {
    let counts: [(String, Int, Style)] = [
      ("OVERDUE", view.overdue.count, .overdue),
      ("TODAY", view.todayCount, .due),
    ]
    try print(
      counts.filter { $0.1 > 0 }
        .map { terminal.styled("\($0.0) (\($0.1))", $0.2) }
        .joined(by: "  "))
  }
}

extension TaskTable {
  /// Adds the days that come, each under its own heading.
  mutating func add(_ view: UpcomingView) {
    for day in view.days {
      add(
        heading: "\(day.date.words(on: view.today)), "
          + day.date.distance(from: view.today), day.tasks.count)
      for row in day.rows(in: view.rooms) { add(row) }
    }
  }
}
