internal import JournalActions
internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  fileprivate static let taskDay = Option(
    "due", value: "DAY", completion: .day,
    help: "The day: tomorrow, saturday, 10d, 2026-12-01")
}

extension Command {
  static let taskAdd = Command(
    definition: CommandDefinition(
      path: ["task", "add"],
      summary: "Plan care once, for a day",
      arguments: [PlantChoice.argument, .kind],
      options: [.taskDay] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide task add Monty repotting --due 2026-12-01"],
      section: .care, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let kind = try context.careKind(arguments.positional.last ?? "")
    guard let day = try arguments[.taskDay] else {
      throw UsageError(
        "say when it is due: --due tomorrow, --due 2026-12-01",
        usage: context.command.usage)
    }
    let plants = try PlantChoice(arguments.positional.dropLast(), of: context)
    try context.confirm(plants)
    let request = TaskRequest(
      plants, kind: kind, due: .typed(day), try context.occasion())
    try context.report(
      try context.journal.planTasks(request, context.mode))
  }

  static let taskDone = Command(
    definition: CommandDefinition(
      path: ["task", "done"],
      summary: "Record that one-off tasks are done",
      arguments: [taskArgument], options: OptionDefinition.writing,
      examples: ["plantguide task done 26q511"], section: .care,
      isWriting: true)
  ) { context in try context.endTasks(.done) }

  static let taskRemove = Command(
    definition: CommandDefinition(
      path: ["task", "remove"],
      summary: "Drop one-off tasks; history shows them as skipped",
      arguments: [taskArgument], options: OptionDefinition.writing,
      examples: ["plantguide task remove fkj12q"], section: .care,
      isWriting: true)
  ) { context in try context.endTasks(.dropped) }

  private static let taskArgument = ArgumentDefinition(
    name: "TASK", isRepeatable: true, completion: .task,
    help: "One-off tasks, by the id that 'task list' shows")
}

extension CommandContext {
  fileprivate mutating func endTasks(_ end: TaskEndRequest.End) throws {
    let tasks = arguments.positional
    try confirmBatch(tasks.count, "Change \(tasks.count) tasks?")
    let request = TaskEndRequest(
      tasks, end, try occasion())
    try report(try journal.endTasks(request, mode))
  }
}
