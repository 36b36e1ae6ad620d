internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
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
    let view = try context.read(CareReportReading(context: context))
    guard !context.wantsJSON else {
      return try context.printJSON { $0.careReport(view) }
    }
    try CareReportPrinter(view: view, terminal: context.terminal, limit: limit)
      .print(in: &context)
  }
}

private struct CareReportReading: CommandContext.Reading {
  let context: CommandContext

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> CareReportView {
    let arguments = context.arguments
    let selection = try PlantChoice(
      arguments.positional, of: context, includesRemoved: true,
      mayBeEmpty: true)
    let named =
      try selection.names.isEmpty
      ? nil
      : Set(snapshot.plants(selection))
    let matches = try snapshot.filter(of: selection)
    let view = try CareReportView(
      snapshot,
      period: try AuditedPeriod.days(arguments, today: snapshot.today) { last in
        CalendarMonth(of: last).advanced(by: -11).firstDay
      },
      today: snapshot.today, grace: try AuditedPeriod.grace(arguments)
    ) { id, plant in named?.contains(id) ?? matches(plant) }
    guard !view.plants.isEmpty || selection.isEmpty else {
      throw NothingMatched(
        reason: "none of these plants was here then",
        remedy: "see 'plantguide list --removed' for those that left")
    }
    return view
  }
}
