internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

extension Command {
  static let scheduleShow = Command(
    definition: CommandDefinition(
      path: ["schedule", "show"],
      summary: "Show the schedules of some plants, or of all",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.reading,
      examples: [
        "plantguide schedule show Monty",
        "plantguide schedule show --room Kitchen",
      ], section: .care)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      followsMerges: true,
      mayBeEmpty: true)
    let shown = try context.read { try $0.schedules(of: selection) }
    if context.wantsJSON {
      try context.printJSONObject { writer in
        writer.list("schedules", shown.rows) { $0.schedule($1.view) }
      }
    }
    guard !shown.rows.isEmpty || !selection.hasFilter else {
      throw NothingMatched(reason: "none of these plants has a schedule")
    }
    guard !context.wantsJSON else { return }
    guard !shown.rows.isEmpty else {
      return try context.print(
        "no schedules; set one: plantguide schedule set PLANT watering --every 7d"
      )
    }
    var table = Table([
      .name("PLANT"), .init("KIND", narrowest: 12, excess: .wrapped),
      .init("LAST", narrowest: 15, dropOrder: 2), .init("NEXT", narrowest: 15),
      .init(
        "SCHEDULE", narrowest: 16, dropOrder: 1, movesBelow: true,
        excess: .wrapped),
    ])
    for row in shown.rowsByName {
      table.add([
        .init(row.name), .init(row.view.schedule.kind.words),
        .init(row.view.lastDone?.words(on: shown.today) ?? "never"),
        .init(
          row.view.nextDue?.words(on: shown.today) ?? "-",
          row.dueStyle(on: shown.today)),
        .init(row.view.schedule.text(in: shown.units, on: shown.today)),
      ])
    }
    try context.print(table)
  }
}

extension ScheduleList.Row {
  fileprivate func dueStyle(on today: Day) -> Style {
    view.nextDue.map {
      .standing(of: $0, on: today, isPostponed: false)
    } ?? .plain
  }
}
