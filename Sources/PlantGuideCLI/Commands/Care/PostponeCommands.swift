internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let snooze = Command(
    definition: CommandDefinition(
      path: ["snooze"],
      summary: "Postpone a task; the schedule stays as it is",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
        ArgumentDefinition(
          name: "SPAN", completion: .span,
          help: "3d, 1w, 2w, 1m (30 days) or a date"),
      ],
      options: PlantChoice.options + [.task] + OptionDefinition.writing,
      examples: [
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty watering 2026-12-01",
        "plantguide snooze --room Kitchen watering 1w --yes",
      ],
      discussion: """
        A span counts from today, or from the day of --at. Who names a plant \
        postpones its task whenever it is due; who chooses plants by an option \
        postpones what is due before the day given.
        """, section: .care, isWriting: true)
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let start = zone.localDay(of: at.instant)
    let text = context.arguments.positional.last ?? ""
    let until = try DateInput.day(text, today: start, preferring: .future)
    guard until > start else {
      let isNow = start == zone.localDay(of: try context.now())
      throw UsageError(
        "a task cannot be snoozed until \(until): that is not after "
          + (isNow ? "today" : "\(start), the day of --at"),
        hint: "write a later day, or a span such as 3d")
    }
    try context.postpone(
      Deed("snooze", "snoozed"), at: at, trailing: 2,
      through: until.advanced(by: -1)
    ) { shown in
      .snooze(shown.kind, task: shown.task, until: until, settled: .current)
    }
  }

  static let skip = Command(
    definition: CommandDefinition(
      path: ["skip"],
      summary: "Let a due day pass without care; the next one follows",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: PlantChoice.options + [
        .task, .due,
      ] + OptionDefinition.writing,
      examples: ["plantguide skip Monty watering"],
      discussion: """
        The next due day is one interval after the day that is skipped; where \
        the task is overdue, one interval after the day of the skip. Where \
        waterings are gathered, the day that is skipped is the common day, as \
        'plantguide today' shows it. A day before the task is due cannot be \
        skipped. Who names a plant skips its next task, whenever it is due; \
        who chooses plants by an option skips what is due by today, or by the \
        day of --due.
        """, section: .care, isWriting: true)
  ) { context in
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let today = zone.localDay(of: try context.now())
    let due = try context.arguments[.due].map {
      try DateInput.day($0, today: today, preferring: .future)
    }
    try context.postpone(
      Deed("skip", "skipped"), at: at, trailing: 1, through: due ?? today
    ) { shown in
      // A one-off task ends, whatever day is named.
      if let due, due < shown.day, shown.task == nil {
        throw CareError.notDueYet(
          shown.kind, name: shown.plantName, on: due, due: shown.day)
      }
      return .skip(shown.kind, task: shown.task, due: due ?? shown.day)
    }
  }
}

extension OptionDefinition {
  fileprivate static let due = Option(
    "due", value: "DAY", completion: .day,
    help: "The day that is skipped; that of the open task by default")
  fileprivate static let task = Option(
    "task", value: "ID", completion: .task,
    help: "The one-off task that is meant")
}

extension CommandContext {
  /// Carries out a command on the tasks that the arguments name: plants, then
  /// the kind of care, then what else makes up `trailing` arguments. The
  /// command is told which task it is.
  ///
  /// - `last`: The last day of tasks that options choose; of a plant that is
  ///   named, the task is meant whenever it is due.
  fileprivate mutating func postpone(
    _ deed: Deed, at: OffsetInstant, trailing: Int, through last: Day,
    _ command: (ShownTask) throws -> PlantCommand
  ) throws {
    let names = arguments.positional.dropLast(trailing)
    let kind = try kind(arguments.positional[names.count], after: names)
    let selection = try PlantChoice(names, of: self)
    let note = try arguments[.note]
    let taskName = try arguments[.task]
    try confirm(selection, kind)
    let context = self
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      try session.beginAction()
      let plants = try snapshot.plants(selection)
      // Each change may move the others' common day, so they are looked at
      // before the first.
      let shown = try ShownTasks(
        of: plants, on: session.calendar.zone.localDay(of: try context.now()),
        in: snapshot)
      for id in plants {
        let before = try session.plant(id)
        let task =
          try taskName.map { try before.openTask(named: $0).id }
          ?? before.onlyTask(of: kind)
        guard let day = shown.day(of: id, kind, task) else {
          // Who names a plant should hear that nothing is due.
          if selection.hasFilter { continue }
          throw CareError.nothingDue(
            kind, plant: id, name: before.displayName)
        }
        if selection.hasFilter, day > last { continue }
        let target = ShownTask(
          kind: kind, task: task, day: day, plantName: before.displayName)
        try session.perform(
          try command(target), on: id, at: at, note: note)
        let plant = try session.plant(id)
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
        throw NothingMatched(
          reason: "none of these plants has such a task due by \(last)",
          remedy: "name a plant to mean its next task, whenever it is due")
      }
      _ = try session.endAction()
    }
    try report(written)
  }

  private func confirm(
    _ selection: PlantChoice, _ kind: TaskKind
  ) throws {
    let count = try read { snapshot in
      try snapshot.plants(selection).count
    }
    try confirmBatch(count, "Postpone \(kind) of up to \(count) plants?")
  }
}

/// A task that is to be postponed.
private struct ShownTask {
  let kind: TaskKind
  /// The one-off task; `nil` for the scheduled one.
  let task: TaskID?
  /// The day on which it is shown.
  let day: Day
  let plantName: String
}

/// The days on which the open tasks of some plants are shown.
private struct ShownTasks {
  private let entries: [PlantID: [DueEntry]]

  init(
    of plants: [PlantID], on today: Day, in snapshot: borrowing Snapshot
  ) throws {
    var entries: [PlantID: [DueEntry]] = [:]
    for id in plants {
      guard let plant = try snapshot.plant(id) else { continue }
      entries[id] = try snapshot.openTasks(
        of: id, plant, on: today)
    }
    self.entries = entries
  }

  /// The day of a task; `nil` where it is not open.
  func day(of plant: PlantID, _ kind: TaskKind, _ task: TaskID?) -> Day? {
    entries[plant]?.first { $0.task.kind == kind && $0.task.task == task }?
      .task.due
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
