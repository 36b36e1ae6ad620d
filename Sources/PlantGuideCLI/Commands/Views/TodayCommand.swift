internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let today = Command(
    definition: CommandDefinition(
      path: ["today"],
      summary: "Show what is to be done today",
      arguments: [TaskFilter.argument],
      options: TaskFilter.options + OptionDefinition.parts
        + GlobalOptions.reading,
      examples: [
        "plantguide today", "plantguide today --room Kitchen --kind watering",
        "plantguide today --as-of 2026-03-01",
      ],
      discussion: """
        What was done counts once for each plant and kind of care: two \
        waterings of a plant on one day are one.
        """, section: .views)
  ) { context in
    let filter = try TaskFilter(context.arguments.positional, of: context)
    let parts = context.partsOfDay
    let shown = try context.read { try $0.todayView(filter, only: parts) }
    let isMatchless =
      shown.isEmpty
      && context.arguments.containsAny(
        of: TaskFilter.options + OptionDefinition.parts)
    if context.wantsJSON {
      try context.printJSON { $0.today(shown.view, zone: shown.zone) }
    } else if !isMatchless {
      try context.printToday(
        shown, isFiltered: !filter.isEmpty || !parts.isEmpty)
    }
    guard !isMatchless else {
      throw NothingMatched(
        reason: "no task of this day matches",
        remedy: "'plantguide today' shows the whole day")
    }
  }
}

extension OptionDefinition {
  /// The parts of the day that can be asked for alone.
  fileprivate static let parts: [OptionDefinition] = [overdue, snoozed]

  fileprivate static let overdue = Flag("overdue", help: "Only what is overdue")
  fileprivate static let snoozed = Flag("snoozed", help: "Only what is snoozed")
}

extension CommandContext {
  /// The parts of the day asked for; none for the whole day.
  fileprivate var partsOfDay: Set<TodayView.Part> {
    var parts: Set<TodayView.Part> = []
    if arguments[.overdue] { parts.insert(.overdue) }
    if arguments[.snoozed] { parts.insert(.snoozed) }
    return parts
  }

  fileprivate mutating func printToday(
    _ shown: TodayView.Page, isFiltered: Bool
  ) throws {
    let view = shown.view
    try print(
      terminal.styled("Today, \(view.day.weekdayName) \(view.day)", .heading))
    guard shown.hasPlants || view.total > 0 else {
      try print("No plants yet. Add one:")
      return try print(
        "  plantguide add \"Monstera deliciosa\" --name Monty --every 7d")
    }
    if view.total > 0 {
      let noun = view.total == 1 ? "task" : "tasks"
      try print("\(view.done.count) of \(view.total) \(noun) completed")
    }
    if !view.overdue.isEmpty {
      try section("OVERDUE", .overdue, view.overdue) { task in
        task.overdueDays == 1 ? "1 day ago" : "\(task.overdueDays) days ago"
      }
    }
    for room in shown.today {
      try section(SafeText.shown(room.name), .due, room.tasks) { task in
        task.task.time.map { "at \($0)" } ?? ""
      }
    }
    if view.overdue.isEmpty && view.today.isEmpty {
      if !isFiltered {
        try print(terminal.styled("All caught up!", .done))
      } else if shown.isEmpty {
        try print("Nothing to show; 'plantguide today' shows the whole day.")
      }
    }
    try printDone(shown)
    if !view.snoozed.isEmpty {
      try section("SNOOZED", .snoozed, shown.snoozed) { task in
        let until = task.task.snoozedUntil.map(\.description) ?? ""
        let often = task.task.snoozeCount >= 3 ? ", often snoozed" : ""
        return "until \(until)\(often)"
      }
    }
  }

  private mutating func section(
    _ title: String, _ style: Style, _ tasks: [TodayView.Task],
    _ remark: (TodayView.Task) -> String
  ) throws {
    try print()
    try print(terminal.styled(title, style))
    var table = Self.taskTable
    for task in tasks {
      table.add([
        .init("  " + task.task.kind.name), .init(task.plantName),
        .init(ShortID.text(of: task.plant), .identifier),
        .init(remark(task), style),
      ])
    }
    try print(table)
  }

  private mutating func printDone(_ shown: TodayView.Page) throws {
    guard !shown.view.done.isEmpty else { return }
    try print()
    try print(terminal.styled("DONE", .done))
    var table = Self.taskTable
    if shown.done.contains(where: { $0.recorder?.isOwn == false }) {
      table = Self.sharedTable
    }
    for done in shown.done {
      let other = done.recorder.flatMap { $0.isOwn ? nil : "by \($0.shown)" }
      table.add(
        [
          .init("  " + done.kind.name), .init(done.plantName),
          .init(ShortID.text(of: done.plant), .identifier),
          .init("at \(shown.zone.timeOfDay(of: done.at))", .done),
        ] + (other.map { [.init($0, .done)] } ?? []))
    }
    try print(table)
  }

  /// Kind, plant, short id and a remark.
  private static let taskTable = Table([
    .init(), .init(), .init(dropOrder: 1), .init(),
  ])

  /// The same, and who did it where that was another device.
  private static let sharedTable = Table([
    .init(), .init(), .init(dropOrder: 2), .init(),
    .init(narrowest: 24, dropOrder: 1),
  ])
}
