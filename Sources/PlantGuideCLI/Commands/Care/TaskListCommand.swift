internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import JournalTime
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
    let tasks = try context.read { try $0.oneOffTasks(of: selection) }
    if context.wantsJSON {
      try context.printJSON { $0.object { $0.tasks("tasks", tasks) } }
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

extension TodayView.Task {
  fileprivate var row: [String] {
    let remarks = [
      overdueDays > 0 ? "\(overdueDays)d overdue" : nil,
      task.snoozedUntil.map { "snoozed until \($0)" },
    ]
    return [
      task.task.map { ShortID.text(of: $0) } ?? "", task.kind.name,
      "\(plantName) (\(ShortID.text(of: plant)))",
      task.due.description,
      remarks.compactMap(\.self).joined(by: ", "),
    ]
  }
}
