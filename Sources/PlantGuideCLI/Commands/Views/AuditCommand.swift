internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let audit = Command(
    definition: CommandDefinition(
      path: ["audit"],
      summary: "Hold the care that was given against the schedules",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.onlyKind]
        + AuditedPeriod.options(since: "a year ago") + GlobalOptions.reading,
      examples: [
        "plantguide audit Monty",
        "plantguide audit --room Kitchen --kind watering --since 2026-01-01",
      ],
      discussion: """
        GIVEN counts the days with care. Care that comes half an interval or \
        more before its due day, or before the schedule's first day, is extra: \
        given, but not asked for. Other care is on time until the day on which \
        the task was due just then, snoozes and --grace included, and late \
        after it.

        MISSED counts the due days that passed without care: that of the open \
        task once its grace is over, and those of the intervals that went by \
        after it. Care answers the open task, late as it is; a snooze, a skip \
        or a new schedule does not, so what was missed stays missed.

        ASKED is what was on time, late, missed or skipped in time. ON TIME is \
        the share of that, skips left out. GAP is the most days from one care \
        to the next, from the last one before the period and, while a task \
        waits, to the period's end. STREAK is how often in a row care was on \
        time, and the longest such row.

        Past days are judged by the settings of today: time zone, hemisphere \
        and adjustForSeason.

        One plant alone is drawn as a year of days besides.
        """, section: .events)
  ) { context in
    let shown = try context.read(AuditReading(context: context))
    if context.wantsJSON {
      try context.printJSON { $0.audit(shown.view) }
    } else {
      try AuditPrinter(shown: shown).print(in: &context)
    }
    let isMatchless = shown.view.plants.allSatisfy(\.kinds.isEmpty)
    guard !isMatchless || !context.arguments.contains(.onlyKind) else {
      throw NothingMatched(reason: "no such care was scheduled or given")
    }
  }
}

private struct AuditReading: CommandContext.Reading {
  let context: CommandContext

  struct Result {
    let view: AuditView
    /// This home's writers.
    let ownWriters: Set<WriterID>
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Result {
    let arguments = context.arguments
    let own =
      try snapshot.journal.meta(in: snapshot.transaction)?.ownWriters ?? []
    return Result(
      view: try AuditView(
        of: try plants(snapshot), snapshot,
        kind: try arguments[.onlyKind],
        period: try AuditedPeriod.days(arguments, today: snapshot.today) {
          $0.advanced(by: -364)
        }, today: snapshot.today, grace: try AuditedPeriod.grace(arguments)),
      ownWriters: Set(own))
  }

  private func plants(
    _ snapshot: borrowing Snapshot
  ) throws -> [PlantID] {
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      mayBeEmpty: true)
    guard selection.names.isEmpty else {
      return try snapshot.plants(selection)
    }
    let matches = try snapshot.filter(of: selection)
    var plants: [PlantID] = []
    try snapshot.forEachPlant { id, plant in
      if plant.isPresent, matches(plant) { plants.append(id) }
      return true
    }
    guard !plants.isEmpty || !selection.hasFilter else {
      throw NothingMatched(reason: "no plant matches")
    }
    return plants
  }
}

/// Shows an audit to a person.
private struct AuditPrinter {
  let shown: AuditReading.Result

  func print(in context: inout CommandContext) throws {
    let view = shown.view
    try context.print(
      context.terminal.styled(
        "Care from \(view.period.lowerBound) to \(view.period.upperBound)",
        .heading))
    var table = Table([
      .init("PLANT"), .init("KIND"), .init("ASKED", alignment: .right),
      .init("GIVEN", alignment: .right), .init("ON TIME", alignment: .right),
      .init("MISSED", alignment: .right),
      .init("MEAN LATE", alignment: .right),
      .init("WORST", alignment: .right), .init("GAP", alignment: .right),
      .init("STREAK", alignment: .right),
    ])
    for plant in view.plants.sorted(by: Self.isBefore) {
      for audit in plant.kinds { table.add(row(audit, of: plant)) }
    }
    guard !table.rows.isEmpty else {
      return try context.print("No care was scheduled or given.")
    }
    try context.print(table)
    guard view.plants.count == 1 else { return }
    try printRecorders(of: view.plants[0], in: &context)
    for audit in view.plants[0].kinds { try printDays(of: audit, in: &context) }
  }

  /// People look for names, not for ids.
  private static func isBefore(
    _ left: AuditView.Plant, _ right: AuditView.Plant
  ) -> Bool {
    let names = (left.state.displayName, right.state.displayName)
    return names.0 == names.1
      ? left.id < right.id
      : names.0.utf8.lexicographicallyPrecedes(names.1.utf8)
  }

  private func row(
    _ audit: CareAudit, of plant: AuditView.Plant
  ) -> [Table.Cell] {
    let share = audit.onTimeShare
    return [
      .init("\(plant.state.displayName) (\(ShortID.text(of: plant.id)))"),
      .init(audit.kind.name), .init("\(audit.expectedCount)"),
      .init("\(audit.given.count)"),
      .init(share.map(Percentage.text) ?? "-"),
      .init(
        "\(audit.missed.count)", audit.missed.isEmpty ? .plain : .overdue),
      .init(audit.meanLateness.map { Tenths.text($0) + "d" } ?? "-"),
      .init(audit.worstLateness.map { "\($0)d" } ?? "-"),
      .init(audit.longestGap.map { "\($0)d" } ?? "-"),
      .init("\(audit.currentStreak) of \(audit.bestStreak)"),
    ]
  }

  private func printRecorders(
    of plant: AuditView.Plant, in context: inout CommandContext
  ) throws {
    var counts: [WriterID: Int] = [:]
    for recorder in plant.kinds.flatMap(\.recorders) {
      counts[recorder.writer, default: 0] += recorder.count
    }
    guard !counts.isEmpty else { return }
    let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let texts = sorted.map { writer, count in
      let id = String(writer.description.prefix(4))
      let name = shown.view.writerNames[writer].map(SafeText.shown)
      let own = shown.ownWriters.contains(writer) ? ", this home" : ""
      return "\(name.map { "\($0) (\(id))" } ?? id)\(own): \(count)"
    }
    try context.print("recorded by " + texts.joined(separator: "; "))
  }

  private func printDays(
    of audit: CareAudit, in context: inout CommandContext
  ) throws {
    var marks: [Day: HeatMap.Mark] = [:]
    for day in audit.missed { marks[day] = .init(letter: "!", style: .overdue) }
    for day in audit.skipped { marks[day] = .init(letter: "s", style: .dim) }
    for care in audit.given {
      let isLate = care.lateness.map { $0 > audit.grace } ?? false
      marks[care.day] = .init(
        letter: isLate ? "L" : "o", style: isLate ? .due : .bold)
    }
    try context.print()
    try context.print(context.terminal.styled(audit.kind.name, .heading))
    let period = shown.view.period
    let first = max(
      period.lowerBound,
      period.upperBound.advanced(by: 1 - HeatMap.mostDays))
    let days = (0...first.distance(to: period.upperBound)).map { index in
      let day = first.advanced(by: index)
      return HeatMap.Day(
        mark: marks[day], month: String(day.monthName.prefix(3)))
    }
    let map = HeatMap(days, firstWeekday: first.weekday)
    for line in map.lines(for: context.terminal) { try context.print(line) }
    try context.print("o given   L late   s skipped   ! missed   . no care")
  }
}
