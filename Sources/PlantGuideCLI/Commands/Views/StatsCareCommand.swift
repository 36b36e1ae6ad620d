internal import ErrorKit
internal import JournalFormats
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let statsCare = Command(
    definition: CommandDefinition(
      path: ["stats", "care"],
      summary: "Show the care your collection got, and how it fared",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options
        + AuditedPeriod.options(since: "the start of the last twelve months")
        + [.limit] + GlobalOptions.reading,
      examples: [
        "plantguide stats care",
        "plantguide stats care --room Kitchen --since 2026-06-01",
      ],
      discussion: """
        Without plants, the report covers all of them. Plants that left count \
        for the days they were here, except plants added by mistake. Care is \
        on time as in 'plantguide audit', by today's settings. A bar or a \
        block shows a number's share of the largest in its row or column; a \
        dot is none.

        IN 30 DAYS is the care that a plant got in the period, as an average \
        over 30 days. PLANNED is the care that its schedules plan, on average \
        over the following year. At most ten plants are shown; --limit \
        changes that.
        """, section: .events)
  ) { context in
    let limit = try context.arguments[.limit]
    let arguments = context.arguments
    let choice = try PlantChoice(
      arguments.positional, of: context, includesRemoved: true,
      followsMerges: true,
      mayBeEmpty: true)
    let grace = try AuditedPeriod.grace(arguments)
    let period = TypedPeriod {
      try AuditedPeriod.days(arguments, today: $0.today) { last in
        CalendarMonth(of: last).advanced(by: -11).firstDay
      }
    }
    let view = try context.read {
      try $0.careReport(choice, period: period, grace: grace)
    }
    guard !view.plants.isEmpty || choice.isEmpty else {
      throw NothingMatched(
        reason: "none of these plants was here then",
        remedy: "see 'plantguide list --removed' for those that left")
    }
    if try context.printedJSON({ $0.careReport(view) }) { return }
    try CareReportPrinter(view: view, terminal: context.terminal, limit: limit)
      .print(in: &context)
  }
}
