internal import Encodings
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
  static let audit = Command(
    definition: CommandDefinition(
      path: ["audit"],
      summary: "Compare the care you gave with the schedules",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.onlyKind, .recordedBy]
        + AuditedPeriod.options(since: "a year ago") + GlobalOptions.reading,
      examples: [
        "plantguide audit Monty",
        "plantguide audit --room Kitchen --kind watering --since 2026-01-01",
        "plantguide audit --grace 2",
      ],
      discussion: """
        GIVEN counts days with care. Care is extra if it comes half an \
        interval or more early, or before the schedule begins. Other care is on time until its due \
        day, with snoozes and --grace, and late after it.

        MISSED counts due days that passed without care. Late care answers the \
        open task. A snooze, a skip or a new schedule does not undo a missed \
        day. ASKED is on time, late, missed and skipped in time. ON TIME is \
        the share on time, without skips. GAP is the longest time without care \
        in days. STREAK is the present and the longest row of care on time.

        The worst plants come first. One plant alone also gets a chart of the \
        year. --writer counts one person's care; then nothing is missed or \
        skipped. Today's settings apply to past days.
        """,
      section: .events)
  ) { context in
    let arguments = context.arguments
    let (names, named) = try context.plantsAndKnownKind(arguments.positional)
    let choice = try PlantChoice(
      names, of: context, includesRemoved: true,
      followsMerges: true, mayBeEmpty: true)
    let kind = try arguments[.onlyKind] ?? named
    let grace = try AuditedPeriod.grace(arguments)
    let period = TypedPeriod {
      try AuditedPeriod.days(arguments, today: $0.today) {
        $0.advanced(by: -364)
      }
    }
    let writer = try arguments[.recordedBy]
    let view = try context.read {
      try $0.auditView(
        choice, kind: kind, period: period, grace: grace, writer: writer)
    }
    if context.wantsJSON {
      try context.printJSON { $0.audit(view) }
    } else {
      try AuditPrinter(view: view).print(in: &context)
    }
    let isMatchless = view.plants.allSatisfy(\.kinds.isEmpty)
    guard !isMatchless || kind == nil && writer == nil else {
      throw NothingMatched(reason: "no such care was scheduled or given")
    }
  }
}

/// Shows an audit to a person.
private struct AuditPrinter {
  let view: AuditView

  func print(in context: inout CommandContext) throws {
    try context.print(
      context.terminal.styled(
        "Care from \(view.period.words(on: try context.today()))", .heading))
    let rows = view.worstFirst
    let shares = view.shares(of: rows.map(\.audit))
    let isShared = view.hasOthers && !shares.isEmpty
    var columns: [Table.Column] = [
      .name("PLANT"), .init("KIND", narrowest: 12),
      .init("ASKED", alignment: .right, dropOrder: 2),
      .init("GIVEN", alignment: .right, dropOrder: 1),
      .init("ON TIME", alignment: .right), .init("MISSED", alignment: .right),
      .init("MEAN LATE", alignment: .right, dropOrder: 4),
      .init("WORST", alignment: .right, dropOrder: 3),
      .init("GAP", alignment: .right, dropOrder: 6),
      .init("STREAK", alignment: .right, dropOrder: 5),
    ]
    if isShared { columns.append(.init("WHO", dropOrder: 7)) }
    columns.append(.init("ID", dropOrder: 8))
    var table = Table(columns)
    let isNarrow = context.terminal.isTerminal && context.terminal.width < 50
    for (plant, audit) in rows {
      let who = isShared ? [Table.Cell(view.givers(of: audit))] : []
      let id = Table.Cell(ShortID.text(of: plant.id), .identifier)
      // On a narrow terminal "watering" would be cut, and "water" is not.
      let kind = isNarrow ? audit.kind.verb : audit.kind.words
      table.add(row(audit, kind, of: plant) + who + [id])
    }
    guard !table.rows.isEmpty else {
      return try context.print("No care was scheduled or given.")
    }
    try context.print(table)
    if isShared {
      try context.print()
      try context.print(people(shares))
    }
    guard view.plants.count == 1 else { return }
    if !isShared, let recorders = AuditView.recorders(of: shares) {
      try context.print("recorded by " + recorders)
    }
    for audit in view.plants[0].kinds where audit.expectedCount > 0 {
      try printDays(of: audit, in: &context)
    }
  }

  private func row(
    _ audit: CareAudit, _ kind: String, of plant: AuditView.Plant
  ) -> [Table.Cell] {
    let share = audit.onTimeShare
    return [
      .init(plant.state.displayName), .init(kind),
      .init("\(audit.expectedCount)"),
      .init("\(audit.given.count)"),
      .init(share.map(Phrase.percent) ?? "-"),
      .init(
        "\(audit.missed.count)", audit.missed.isEmpty ? .plain : .overdue),
      .init(audit.meanLateness.map { Phrase.tenths($0) + "d" } ?? "-"),
      .init(audit.worstLateness.map { "\($0)d" } ?? "-"),
      .init(audit.longestGap.map { "\($0)d" } ?? "-"),
      .init("\(audit.currentStreak) of \(audit.bestStreak)"),
    ]
  }

  /// A line for each person, and for each device of people with several.
  private func people(_ shares: [AuditView.Share]) -> Table {
    var table = Table([.init("WHO"), .init("GIVEN", alignment: .right)])
    for share in shares {
      table.add([share.name, "\(share.count)"])
      guard share.person != nil else { continue }
      for (recorder, count) in share.devices {
        let own = recorder.isOwn ? ", this home" : ""
        let device =
          WriterName(device: recorder.name?.device).shown ?? recorder.shown
        table.add([
          .init("  \(device)\(own)", .dim), .init("\(count)", .dim),
        ])
      }
    }
    return table
  }

  private func printDays(
    of audit: CareAudit, in context: inout CommandContext
  ) throws {
    let marks = audit.outcomes.mapValues(\.mark)
    try context.print()
    try context.print(context.terminal.styled(audit.kind.words, .heading))
    let period = view.period
    let first = max(
      period.lowerBound,
      period.upperBound.advanced(by: 1 - HeatMap.mostDays))
    let days = (0...first.distance(to: period.upperBound)).map { index in
      let day = first.advanced(by: index)
      return (mark: marks[day], month: String(day.monthName.prefix(3)))
    }
    let map = HeatMap(days, firstWeekday: first.weekday)
    for line in map.lines(for: context.terminal) { try context.print(line) }
    let legend = CareAudit.Outcome.allCases.map { "\($0.mark.0) \($0.words)" }
    try context.print((legend + [". no care"]).joined(by: "   "))
  }
}

extension CareAudit.Outcome {
  /// The sign of a day in a chart.
  fileprivate var mark: HeatMap.Mark {
    switch self {
    case .given: ("o", .bold)
    case .late: ("L", .due)
    case .skipped: ("s", .dim)
    case .missed: ("!", .overdue)
    }
  }
}
