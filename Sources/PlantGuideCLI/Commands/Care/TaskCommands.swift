internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  fileprivate static let taskDay = Option(
    "due", value: "DAY", completion: .day,
    help: "The due day: tomorrow, saturday, 10d, 2026-12-01")
  fileprivate static let taskTitle = Option(
    "title", value: "TEXT", help: "The title; with it you can leave out KIND")
  fileprivate static let taskRhythm = Option(
    "every", value: "SPAN", completion: .interval,
    help: "Repeat it: 2w, monthly, 3mo, yearly; months of the calendar",
    expects: TaskRhythm.expectation
  ) { TaskRhythm(typed: $0) }
}

extension Command {
  static let taskAdd = Command(
    definition: CommandDefinition(
      path: ["task", "add"],
      summary: "Plan a task for a day, once or repeatedly",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", isOptional: true, completion: .kind,
          help: "The kind of care; with --title you can leave it out"),
      ],
      options: [.taskDay, .taskTitle, .taskRhythm] + PlantChoice.options
        + OptionDefinition.writing,
      examples: [
        "plantguide task add Monty repotting --due 2026-12-01",
        "plantguide task add Monty --title 'Check for mites' --due 2026-12-01 --every 2w",
        "plantguide task add --title 'Buy soil' --due tomorrow --every 3mo",
      ],
      discussion: """
        The task belongs to the plants that you name or select. With --title \
        and no plant, it belongs to the home.

        With --every, the task keeps the rhythm of its first day, as in a \
        calendar. If you do it late or early, the next day stays the same, and \
        missed days are not caught up. Here 1m, 1mo and monthly are a calendar \
        month, not 30 days as in schedules. If a month lacks the day, its last \
        day is used.

        You can give 'done', 'skip', 'snooze' and 'why' the title or words of \
        it instead of a plant. To end a repeating task, use 'plantguide task \
        remove'.
        """,
      section: .care, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let title = try arguments[.taskTitle]
    let nothingToDo = UsageError(
      "say what is to be done: a plant and a kind of care, or --title",
      usage: context.command.usage)
    guard title != nil || !arguments.positional.isEmpty else {
      throw nothingToDo
    }
    let (names, kind) = try context.plantsAndKind(arguments.positional[...])
    let plants = try PlantChoice(
      names, of: context, mayBeEmpty: title != nil)
    // A mistyped name is reported before missing arguments.
    if !names.isEmpty { _ = try context.journal.read { try $0.plants(plants) } }
    guard title != nil || kind != nil else { throw nothingToDo }
    guard let day = try arguments[.taskDay] else {
      throw UsageError(
        "say when it is due: --due tomorrow, --due 2026-12-01",
        usage: context.command.usage)
    }
    try context.confirm(plants)
    let request = TaskRequest(
      plants, kind: kind, title: title, due: .typed(day),
      every: try arguments[.taskRhythm], try context.occasion())
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
      summary: "Remove one-off tasks; history shows them as skipped",
      arguments: [taskArgument], options: OptionDefinition.writing,
      examples: ["plantguide task remove fkj12q"], section: .care,
      isWriting: true)
  ) { context in try context.endTasks(.dropped) }

  private static let taskArgument = ArgumentDefinition(
    name: "TASK", isRepeatable: true, completion: .task,
    help:
      "One-off tasks, by words of the title or by the id from 'task list'"
  )
}

extension CommandContext {
  fileprivate mutating func endTasks(_ end: TaskEndRequest.End) throws {
    let tasks = arguments.positional
    var request = TaskEndRequest(tasks, end, try occasion())
    request.agreed = agreedNames
    if end == .done {
      try confirmMoment { try journal.endTasks(request, .rehearse) }
    }
    try confirmBatch(
      tasks.count, "Change \(tasks.count) tasks\(try onItsDay())?")
    try report(try journal.endTasks(request, mode))
  }
}
