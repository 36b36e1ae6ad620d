internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let today = Command(
    definition: CommandDefinition(
      path: ["today"],
      summary: "Show what is to be done today",
      options: GlobalOptions.reading,
      examples: ["plantguide today", "plantguide today --as-of 2026-03-01"],
      section: .views)
  ) { context in
    let shown = try context.read(TodayReading())
    guard !context.wantsJSON else {
      return try context.printJSON { $0.today(shown.view, zone: shown.zone) }
    }
    try context.printToday(shown)
  }

  static let upcoming = Command(
    definition: CommandDefinition(
      path: ["upcoming"],
      summary: "Show what is due in the next 30 days (not computed yet)",
      options: GlobalOptions.reading, examples: ["plantguide upcoming"],
      section: .views)
  ) { context in
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { $0.member("upcoming") { $0.array { _ in } } }
      }
    }
    try context.print("The look-ahead is not computed by this version.")
    try context.print("'plantguide schedule show' lists the next due days.")
  }
}

private struct TodayReading: CommandContext.Reading {
  struct Result {
    let view: TodayView
    let zone: TimeZoneRules
    let hasPlants: Bool
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Result {
    let source = snapshot.source
    return Result(
      view: try TodayView(source, on: snapshot.today, in: transaction),
      zone: snapshot.zone,
      hasPlants: try source.count(of: .total, in: transaction) > 0)
  }
}

extension CommandContext {
  fileprivate mutating func printToday(_ shown: TodayReading.Result) throws {
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
    for room in view.today {
      let tasks = room.tasks.sorted { $0.entry.plantName < $1.entry.plantName }
      try section(SafeText.shown(room.name), .due, tasks) { task in
        task.entry.task.time.map { "at \($0)" } ?? ""
      }
    }
    if view.overdue.isEmpty && view.today.isEmpty {
      try print(terminal.styled("All caught up!", .done))
    }
    try printDone(shown)
    if !view.snoozed.isEmpty {
      let tasks = view.snoozed.sorted {
        ($0.entry.task.snoozedUntil ?? .earliest)
          < ($1.entry.task.snoozedUntil ?? .earliest)
      }
      try section("SNOOZED", .dim, tasks) { task in
        let until = task.entry.task.snoozedUntil.map(\.description) ?? ""
        let often = task.entry.task.snoozeCount >= 3 ? ", often snoozed" : ""
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
    var table = Table([
      .init(), .init(), .init(), .init(),
    ])
    for task in tasks {
      table.add([
        "  " + task.entry.task.kind.name,
        SafeText.shown(task.entry.plantName),
        ShortID.text(of: task.entry.plant), remark(task),
      ])
    }
    try print(table)
  }

  private mutating func printDone(_ shown: TodayReading.Result) throws {
    guard !shown.view.done.isEmpty else { return }
    try print()
    try print(terminal.styled("DONE", .done))
    var table = Table([
      .init(), .init(), .init(), .init(),
    ])
    for done in shown.view.done.sorted(by: { $0.at < $1.at }) {
      table.add([
        "  " + done.kind.name, SafeText.shown(done.plantName),
        ShortID.text(of: done.plant),
        "at \(shown.zone.timeOfDay(of: done.at))",
      ])
    }
    try print(table)
  }
}

extension Day {
  /// The English name of the weekday.
  var weekdayName: String {
    let names = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
      "Sunday",
    ]
    return names[weekday - 1]
  }
}
