internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let scheduleShow = Command(
    definition: CommandDefinition(
      path: ["schedule", "show"],
      summary: "Show the schedules of plants, or of all",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.reading,
      examples: [
        "plantguide schedule show Monty",
        "plantguide schedule show --room Kitchen",
      ], section: .care)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      mayBeEmpty: true)
    let shown = try context.read(
      ScheduleReading(context: context, selection: selection))
    if context.wantsJSON {
      try context.printJSON { writer in
        writer.object { writer in
          writer.member("schedules") { writer in
            writer.array { writer in
              for row in shown { writer.schedule(row.view) }
            }
          }
        }
      }
    }
    guard !shown.isEmpty || !selection.hasFilter else {
      throw NothingMatched(reason: "none of these plants has a schedule")
    }
    guard !context.wantsJSON else { return }
    guard !shown.isEmpty else {
      return try context.print(
        "no schedules; set one: plantguide schedule set PLANT watering --every 7d"
      )
    }
    var table = Table([
      .init("PLANT"), .init("KIND"), .init("LAST", dropOrder: 1),
      .init("NEXT"), .init("SCHEDULE", dropOrder: 2),
    ])
    for row in shown.sorted(by: { $0.name < $1.name }) {
      table.add([
        .init(row.name), .init(row.view.schedule.kind.name),
        .init(row.view.lastDone?.description ?? "never"),
        .init(row.view.nextDue?.description ?? "-", row.dueStyle),
        .init(row.view.schedule.text(in: row.units)),
      ])
    }
    try context.print(table)
  }
}

private struct ScheduleReading: CommandContext.Reading {
  let context: CommandContext
  let selection: PlantChoice

  struct Row {
    let name: String
    let view: ScheduleView
    let today: Day
    let units: MeasurementUnits

    var dueStyle: Style {
      guard let due = view.nextDue else { return .plain }
      return due < today ? .overdue : due == today ? .due : .plain
    }
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> [Row] {
    guard !selection.isEmpty else {
      var rows: [Row] = []
      try snapshot.forEachPlant { id, plant in
        if plant.isPresent { rows += self.rows(id, plant, snapshot) }
        return true
      }
      return rows
    }
    return try snapshot.plants(selection)
      .flatMap { id in
        try snapshot.plant(id).map {
          rows(id, $0, snapshot)
        } ?? []
      }
  }

  private func rows(
    _ id: PlantID, _ plant: PlantState,
    _ snapshot: borrowing Snapshot
  ) -> [Row] {
    plant.cares.compactMap { care in
      ScheduleView(care, of: plant, plant: id, in: snapshot.calendar)
        .map {
          Row(
            name: plant.displayName, view: $0, today: snapshot.today,
            units: snapshot.settings.units)
        }
    }
  }
}
