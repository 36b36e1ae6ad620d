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
        PlantSelection.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
        ArgumentDefinition(
          name: "SPAN", completion: .span,
          help: "3d, 1w, 2w, 1m (30 days) or a date"),
      ],
      options: PlantSelection.options + [.task] + OptionDefinition.writing,
      examples: [
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty watering 2026-12-01",
        "plantguide snooze --room Kitchen watering 1w --yes",
      ], section: .care)
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let text = context.arguments.positional.last ?? ""
    let until = try DateInput.day(text, today: today, preferring: .future)
    guard until > today else {
      throw UsageError(
        "a task cannot be snoozed until \(until): that is not after today",
        hint: "write a later day, or a span such as 3d")
    }
    try context.postpone(Deed("snooze", "snoozed"), at: at, trailing: 2) {
      kind, task in
      .snooze(kind, task: task, until: until, settled: .current)
    }
  }

  static let skip = Command(
    definition: CommandDefinition(
      path: ["skip"],
      summary: "Let a due day pass without care; the next one follows",
      arguments: [
        PlantSelection.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: PlantSelection.options + [
        .task,
        OptionDefinition(
          name: "due", value: "DAY", completion: .day,
          help: "The day that is skipped; the open task's by default"),
      ] + OptionDefinition.writing,
      examples: ["plantguide skip Monty watering"], section: .care)
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let due = try context.arguments.value("due").map {
      try DateInput.day($0, today: today, preferring: .future)
    }
    try context.postpone(Deed("skip", "skipped"), at: at, trailing: 1) {
      kind, task in
      .skip(kind, task: task, due: due)
    }
  }
}

extension OptionDefinition {
  fileprivate static let task = OptionDefinition(
    name: "task", value: "ID", completion: .task,
    help: "The one-off task that is meant")
}

extension CommandContext {
  /// Carries out a command on the tasks that the arguments name: plants, then
  /// the kind of care, then what else makes up `trailing` arguments.
  fileprivate mutating func postpone(
    _ deed: Deed, at: OffsetInstant, trailing: Int,
    _ command: (TaskKind, TaskID?) -> PlantCommand
  ) throws {
    let names = arguments.positional.dropLast(trailing)
    let kind = try kind(arguments.positional[names.count], after: names)
    let selection = try PlantSelection(names, of: self)
    let note = try arguments.value("note").map(NameInput.note)
    let taskName = arguments.value("task")
    try confirm(selection, kind)
    let context = self
    let written = try write { session, report, journal, transaction in
      try session.beginAction(in: transaction)
      for id in try selection.plants(context, in: journal, transaction) {
        let before = try session.projector.plant(id, in: transaction)
        let task =
          try taskName.map { try before.openTask(named: $0).id }
          ?? before.onlyTask(of: kind)
        guard session.calendar.hasTask(of: before, kind, task) else {
          // Who names a plant should hear that nothing is due.
          if selection.hasFilter { continue }
          throw CareError.nothingDue(
            kind, plant: id, name: before.displayName)
        }
        try session.perform(
          command(kind, task), on: id, at: at, note: note, in: transaction)
        let plant = try session.projector.plant(id, in: transaction)
        let open = session.calendar.openTasks(of: plant).first {
          $0.kind == kind && $0.task == task
        }
        var line = "\(kind) of \(plant.shownName(id))"
        if let open {
          line += ", due \(open.due)"
          if let until = open.snoozedUntil, until < open.due {
            line += ", which is after \(until) anyway"
          }
        }
        report.add(deed, line)
      }
      guard !report.lines.isEmpty else {
        throw NothingMatched(reason: "none of these plants has such a task")
      }
      _ = try session.endAction(in: transaction)
    }
    try report(written)
  }

  private func confirm(
    _ selection: PlantSelection, _ kind: TaskKind
  ) throws {
    let journal = try openJournal(.readOnly)
    let count = try journal.read { transaction in
      try selection.plants(self, in: journal, transaction).count
    }
    try confirmBatch(count, "Postpone \(kind) of up to \(count) plants?")
  }
}

extension CareCalendar {
  fileprivate func hasTask(
    of plant: PlantState, _ kind: TaskKind, _ task: TaskID?
  ) -> Bool {
    openTasks(of: plant).contains { $0.kind == kind && $0.task == task }
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
        + open.map { "\(ShortID.text(of: $0.id)) (due \($0.due))" }.joined(
          separator: ", "))
  }
}
