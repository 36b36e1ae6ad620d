internal import ErrorKit
internal import JournalFormats
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let statsCare = Command(
    definition: CommandDefinition(
      path: ["stats", "care"],
      summary: "Show what care a collection got, and how it fared",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options
        + AuditedPeriod.options(since: "the first of the last twelve months")
        + [.limit] + GlobalOptions.reading,
      examples: [
        "plantguide stats care",
        "plantguide stats care --room Kitchen --since 2026-06-01",
      ],
      discussion: """
        Plants that left are counted for the days they were here, but not \
        those entered by mistake. Care on time is what 'plantguide audit' \
        calls so, by the settings of today. A bar or a block shows a number's share of the greatest in \
        its row or column; a dot is none.

        Care in 30 days tells what a plant took in the period. What is planned \
        tells how often its schedules come round, on average over the year \
        to come. At most ten plants are shown; --limit changes that.
        """, section: .events)
  ) { context in
    let limit = try context.arguments[.limit]
    let arguments = context.arguments
    let choice = try PlantChoice(
      arguments.positional, of: context, includesRemoved: true,
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
