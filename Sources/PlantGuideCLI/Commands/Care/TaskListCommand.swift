internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let taskList = Command(
    definition: CommandDefinition(
      path: ["task", "list"],
      summary: "List the open one-off tasks, the soonest first",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.reading,
      examples: ["plantguide task list", "plantguide task list Monty"],
      section: .care)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true,
      mayBeEmpty: true)
    let tasks = try context.read(
      TaskReading(context: context, selection: selection))
    if context.wantsJSON {
      try context.printJSON { writer in
        writer.object { writer in
          writer.member("tasks") { $0.tasks(tasks) }
        }
      }
    }
    guard !tasks.isEmpty || !selection.hasFilter else {
      throw NothingMatched(reason: "none of these plants has such a task")
    }
    guard !context.wantsJSON else { return }
    guard !tasks.isEmpty else {
      return try context.print(
        "No open tasks. Plan one: plantguide task add PLANT KIND --due DAY")
    }
    var table = Table([
      .init("ID"), .init("KIND"), .init("PLANT"), .init("DUE"), .init(),
    ])
    for task in tasks { table.add(task.row) }
    try context.print(table)
  }
}

private struct TaskReading: CommandContext.Reading {
  let context: CommandContext
  let selection: PlantChoice

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> [TodayView.Task] {
    var entries = try snapshot.oneOffTasks()
    if selection.hasFilter || !selection.names.isEmpty {
      let plants = Set(
        try snapshot.plants(selection))
      entries.removeAll { !plants.contains($0.plant) }
    }
    return entries.map { entry in
      TodayView.Task(
        entry: entry,
        overdueDays: max(entry.task.due.distance(to: snapshot.today), 0))
    }
  }
}

extension TodayView.Task {
  fileprivate var row: [String] {
    let task = entry.task
    let remarks = [
      overdueDays > 0 ? "\(overdueDays)d overdue" : nil,
      task.snoozedUntil.map { "snoozed until \($0)" },
    ]
    return [
      task.task.map { ShortID.text(of: $0) } ?? "", task.kind.name,
      "\(entry.plantName) (\(ShortID.text(of: entry.plant)))",
      task.due.description,
      remarks.compactMap(\.self).joined(separator: ", "),
    ]
  }
}
