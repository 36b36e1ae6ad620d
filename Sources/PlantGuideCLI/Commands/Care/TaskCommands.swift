internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let taskAdd = Command(
    definition: CommandDefinition(
      path: ["task", "add"],
      summary: "Plan care once, for a day",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: [.due] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide task add Monty repotting --due 2026-12-01"],
      section: .care, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let zone = try context.inputZone()
    let today = zone.localDay(of: try context.now())
    let at = try context.at(in: zone)
    let kind = try context.careKind(arguments.positional.last ?? "")
    guard let text = try arguments[.due] else {
      throw UsageError(
        "say when it is due: --due tomorrow, --due 2026-12-01",
        usage: context.command.usage)
    }
    let due = try DateInput.day(text, today: today, preferring: .future)
    let note = try arguments[.note]
    let selection = try PlantChoice(
      arguments.positional.dropLast(), of: context)
    try context.confirm(selection)
    let chosen = context
    let written = try context.write { session, report in
      let snapshot = try session.snapshot()
      try session.beginAction()
      for id in try snapshot.plants(selection) {
        let task: TaskID = session.randomness.id()
        let body = TaskAdded(kind: kind, task: task, due: due)
        try session.perform(
          .addTask(body), on: id, at: at, note: note)
        let plant = try session.plant(id)
        let shortID = ShortID.text(of: task)
        report.made.append(
          .init(
            type: "task", id: task.description, shortID: shortID, name: nil))
        report.add(
          Deed("plan", "planned"),
          "\(kind) of \(plant.shownName(id)), due \(due), task \(shortID)")
      }
      _ = try session.endAction()
    }
    try context.report(written)
  }

  static let taskDone = Command(
    definition: CommandDefinition(
      path: ["task", "done"],
      summary: "Record that one-off tasks are done",
      arguments: [taskArgument], options: OptionDefinition.writing,
      examples: ["plantguide task done 26q511"], section: .care, isWriting: true
    )
  ) { context in
    try context.endTasks(Deed("do", "done")) { entry in
      .complete(.init(kind: entry.task.kind, task: entry.task.task))
    }
  }

  static let taskRemove = Command(
    definition: CommandDefinition(
      path: ["task", "remove"],
      summary: "Drop one-off tasks; history shows them as skipped",
      arguments: [taskArgument], options: OptionDefinition.writing,
      examples: ["plantguide task remove fkj12q"], section: .care,
      isWriting: true)
  ) { context in
    try context.endTasks(Deed("drop", "dropped")) { entry in
      .skip(entry.task.kind, task: entry.task.task, due: entry.task.due)
    }
  }

  private static let taskArgument = ArgumentDefinition(
    name: "TASK", isRepeatable: true, completion: .task,
    help: "One-off tasks, by the id that 'task list' shows")
}

extension OptionDefinition {
  fileprivate static let due = Option(
    "due", value: "DAY", completion: .day,
    help: "The day: tomorrow, saturday, 10d, 2026-12-01")
}

extension CommandContext {
  /// Ends the one-off tasks that the arguments name, as one action.
  fileprivate mutating func endTasks(
    _ deed: Deed, _ command: (DueEntry) -> PlantCommand
  ) throws {
    let texts = arguments.positional
    let at = try at(in: try inputZone())
    let note = try arguments[.note]
    try confirmBatch(texts.count, "Change \(texts.count) tasks?")
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      let open = try snapshot.oneOffTasks()
      var tasks: [TaskID] = []
      for text in texts {
        let task = try TaskInput.task(
          text, among: open.compactMap(\.task.task), of: "the collection")
        if !tasks.contains(task) { tasks.append(task) }
      }
      try session.beginAction()
      for entry in open {
        guard let task = entry.task.task, tasks.contains(task) else { continue }
        try session.perform(
          command(entry), on: entry.plant, at: at, note: note)
        let plant = try session.plant(entry.plant)
        report.add(
          deed,
          "\(entry.task.kind) of \(plant.shownName(entry.plant)), "
            + "task \(ShortID.text(of: task))")
      }
      _ = try session.endAction()
    }
    try report(written)
  }
}
