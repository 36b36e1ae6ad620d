internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

extension Command {
  static let snooze = Command(
    definition: CommandDefinition(
      path: ["snooze"],
      summary: "Postpone a task; the schedule stays as it is",
      arguments: [
        ArgumentDefinition(name: "PLANT", help: "The plant"),
        ArgumentDefinition(name: "KIND", help: "The kind of care"),
        ArgumentDefinition(
          name: "SPAN", help: "3d, 1w, 2w, 1m (30 days) or a date"),
      ],
      options: [.task] + OptionDefinition.writing,
      examples: [
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty watering 2026-12-01",
      ])
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let text = context.arguments.positional[2]
    let until = try DateInput.day(text, today: today, preferring: .future)
    guard until > today else {
      throw UsageError(
        "a task cannot be snoozed until \(until): that is not after today",
        hint: "write a later day, or a span such as 3d")
    }
    try context.postpone("snoozed", at: at) { kind, task in
      .snooze(kind, task: task, until: until, settled: .current)
    }
  }

  static let skip = Command(
    definition: CommandDefinition(
      path: ["skip"],
      summary: "Let a due day pass without care; the next one follows",
      arguments: [
        ArgumentDefinition(name: "PLANT", help: "The plant"),
        ArgumentDefinition(name: "KIND", help: "The kind of care"),
      ],
      options: [
        .task,
        OptionDefinition(
          name: "due", value: "DAY",
          help: "The day that is skipped; the open task's by default"),
      ] + OptionDefinition.writing,
      examples: ["plantguide skip Monty watering"])
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let due = try context.arguments.value("due").map {
      try DateInput.day($0, today: today, preferring: .future)
    }
    try context.postpone("skipped", at: at) { kind, task in
      .skip(kind, task: task, due: due)
    }
  }
}

extension OptionDefinition {
  fileprivate static let task = OptionDefinition(
    name: "task", value: "ID", help: "The one-off task that is meant")
}

extension CommandContext {
  /// Carries out a command on the task that the arguments name.
  fileprivate mutating func postpone(
    _ participle: String, at: OffsetInstant,
    _ command: (TaskKind, TaskID?) -> PlantCommand
  ) throws {
    let kind = try KindInput.kind(arguments.positional[1])
    let note = try arguments.value("note").map(NameInput.note)
    let task = try arguments.value("task").map { text in
      guard let task = TaskID(text) else {
        throw UsageError.badValue(
          option: "task", value: text, expectation: "a task's id (a UUID)")
      }
      return task
    }
    let context = self
    let written = try write { session, report, journal, transaction in
      let id = try context.plant(
        context.arguments.positional[0], in: journal, transaction)
      let before = try session.projector.plant(id, in: transaction)
      let task = try task ?? before.onlyTask(of: kind)
      guard
        session.calendar.openTasks(of: before).contains(where: {
          $0.kind == kind && $0.task == task
        })
      else {
        throw CareError.nothingDue(
          kind, plant: id, name: before.displayName)
      }
      try session.beginAction(in: transaction)
      try session.perform(
        command(kind, task), on: id, at: at, note: note, in: transaction)
      _ = try session.endAction(in: transaction)
      let plant = try session.projector.plant(id, in: transaction)
      let open = session.calendar.openTasks(of: plant).first {
        $0.kind == kind && $0.task == task
      }
      var line =
        "\(participle) \(kind) of \(SafeText.shown(plant.displayName)) (\(ShortID.text(of: id)))"
      if let open { line += ", due \(open.due)" }
      report.lines.append(line)
    }
    try report(written)
  }
}

extension PlantState {
  /// The one-off task that a kind alone means: the only open one where the
  /// kind has no schedule; `nil` for the scheduled task.
  func onlyTask(of kind: TaskKind) throws -> TaskID? {
    guard care(kind)?.schedule == nil else { return nil }
    let open = oneOffTasks.filter { $0.kind == kind }
    guard open.count > 1 else { return open.first?.id }
    throw UsageError(
      "'\(displayName)' has \(open.count) open tasks of kind \(kind)",
      hint: "say which one with --task: "
        + open.map { "\($0.id) (due \($0.due))" }.joined(separator: ", "))
  }
}
