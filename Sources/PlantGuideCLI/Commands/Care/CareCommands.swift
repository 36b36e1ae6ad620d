internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  private static let options: [OptionDefinition] =
    PlantChoice.options + [
      .due, .amount,
    ] + OptionDefinition.writing

  /// Records care of any kind.
  static let done = Command(
    definition: CommandDefinition(
      path: ["done"],
      summary: "Record care of any kind",
      arguments: [PlantChoice.argument],
      options: [
        .kind, .task,
      ] + options,
      examples: [
        "plantguide done Monty --kind pestControl",
        "plantguide done --due --yes",
      ], section: .care, isWriting: true)
  ) { context in
    let kind = try context.arguments[.kind].map(context.careKind)
    let task = try context.arguments[.task]
    try CareBatch(kind: kind, task: task, deed: nil).run(&context)
  }

  /// The command of a verb that names a kind of care.
  static func verb(
    _ name: String, _ kind: TaskKind, _ participle: String
  ) -> Command {
    Command(
      definition: CommandDefinition(
        path: [name],
        summary: "Record that plants were \(participle)",
        arguments: [PlantChoice.argument],
        options: options,
        examples: [
          "plantguide \(name) Monty --at yesterday",
          "plantguide \(name) --room Kitchen --yes",
        ], section: .care, isWriting: true)
    ) { context in
      try CareBatch(kind: kind, task: nil, deed: Deed(name, participle))
        .run(&context)
    }
  }
}

extension OptionDefinition {
  static let amount = Option(
    "amount", value: "AMOUNT", completion: .amount,
    help: "light, moderate, thorough, soak, 250ml or 8floz")
  fileprivate static let due = Flag(
    "due", help: "Every plant whose task is due or overdue")
  fileprivate static let kind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "The kind of care; with --due, all kinds by default")
  fileprivate static let task = Option(
    "task", value: "ID", completion: .task,
    help: "The one-off task that is done")
}

/// Care of one or many plants, recorded as one action.
private struct CareBatch {
  let kind: TaskKind?
  /// What names the one-off task that is done.
  let task: String?
  /// What the command is called; `nil` where it takes any kind.
  let deed: Deed?

  /// One plant's care.
  private struct Item: Hashable {
    let plant: PlantID
    let kind: TaskKind
    let task: TaskID?
  }

  func run(_ context: inout CommandContext) throws {
    let at = try context.at(in: try context.inputZone())
    let selection = try self.selection(context)
    try confirm(selection, context)
    let amount = try context.amount()
    let note = try context.arguments[.note]
    let chosen = context
    let report = try context.write { session, report in
      let snapshot = try session.snapshot()
      let items = try self.items(selection, chosen, snapshot)
      guard !items.isEmpty else {
        report.lines.append("nothing is due")
        return
      }
      try session.beginAction()
      for item in items {
        let body = TaskCompleted(
          kind: item.kind, task: item.task, amount: amount,
          batch: items.count > 1 ? batch(selection, chosen) : nil)
        try session.perform(
          .complete(body), on: item.plant, at: at, note: note)
        let plant = try session.plant(item.plant)
        report.add(
          deed ?? Deed("do \(item.kind):", "done \(item.kind):"),
          outcome(of: item, plant, session.calendar))
      }
      report.lines += try notes(onTasksBeside: items, &session)
      _ = try session.endAction()
      if at.instant > session.now {
        report.lines.append("note: \(at) is in the future")
      }
    }
    try context.report(report)
  }

  private func selection(_ context: CommandContext) throws -> PlantChoice {
    let arguments = context.arguments
    let isDue = arguments[.due]
    let selection = try PlantChoice(
      arguments.positional, of: context, mayBeEmpty: isDue)
    guard !isDue || selection.names.isEmpty else {
      throw UsageError(
        "plants are named and chosen with --due at once",
        hint: "either name plants or choose them, but not both",
        usage: context.command.usage)
    }
    guard kind != nil || isDue || task != nil else {
      throw UsageError(
        "say which care was given: --kind watering, or 'plantguide water'")
    }
    return selection
  }

  /// Counts first, outside of the transaction: nobody else should wait for
  /// an answer. What is written is selected anew, and reported.
  private func confirm(
    _ selection: PlantChoice, _ context: CommandContext
  ) throws {
    let named = selection.names.count
    guard named == 0 || named > CommandContext.mostUnasked else { return }
    let count = try context.read { snapshot in
      try items(selection, context, snapshot).count
    }
    let word = kind.map { "\($0) of" } ?? "care of"
    try context.confirmBatch(count, "Record \(word) \(count) plants?")
  }

  private func items(
    _ selection: PlantChoice, _ context: CommandContext,
    _ snapshot: borrowing Snapshot
  ) throws -> [Item] {
    if let task {
      return [try taskItem(task, selection, context, snapshot)]
    }
    guard !context.arguments[.due] else {
      return try dueItems(selection, context, snapshot)
    }
    return try snapshot.plants(selection).map { id in
      let kind = kind ?? .watering
      // A kind alone may mean a one-off task only where its plant is named.
      let plant =
        selection.hasFilter
        ? nil : try snapshot.plant(id)
      return Item(plant: id, kind: kind, task: try plant?.onlyTask(of: kind))
    }
  }

  private func taskItem(
    _ text: String, _ selection: PlantChoice, _ context: CommandContext,
    _ snapshot: borrowing Snapshot
  ) throws -> Item {
    guard selection.names.count == 1 else {
      throw UsageError("--task needs the one plant that it belongs to")
    }
    let id = try snapshot.plant(named: selection.names[0], context.naming())
    let plant = try snapshot.plant(id)
    guard let open = try plant?.openTask(named: text) else {
      throw CareError.unknownPlant(id)
    }
    return Item(plant: id, kind: open.kind, task: open.id)
  }

  /// The tasks due by today, of the plants that the filters choose.
  private func dueItems(
    _ selection: PlantChoice, _ context: CommandContext,
    _ snapshot: borrowing Snapshot
  ) throws -> [Item] {
    let matches = try snapshot.filter(of: selection)
    let today = snapshot.calendar.zone.localDay(of: try context.now())
    // Filters that choose no plant at all are a slip, and not a day off.
    if selection.hasFilter {
      _ = try snapshot.plants(selection)
    }
    return try snapshot.openTasks(
      through: today, on: today
    ).compactMap { entry in
      guard kind == nil || entry.task.kind == kind else { return nil }
      if selection.hasFilter {
        guard let plant = try snapshot.plant(entry.plant),
          matches(plant)
        else { return nil }
      }
      return Item(
        plant: entry.plant, kind: entry.task.kind, task: entry.task.task)
    }
  }

  /// What to say of one-off tasks of the same kinds that are due and stay
  /// open: care of a kind settles its schedule, but ends no task of its own.
  private func notes(
    onTasksBeside items: [Item], _ session: inout ActionSession
  ) throws -> [String] {
    let today = session.calendar.zone.localDay(of: session.now)
    var seen: Set<Item> = []
    var notes: [String] = []
    for item in items {
      let cared = Item(plant: item.plant, kind: item.kind, task: nil)
      guard seen.insert(cared).inserted else { continue }
      let plant = try session.plant(item.plant)
      for open in session.calendar.openTasks(of: plant)
      where open.kind == item.kind && open.due <= today {
        guard let task = open.task else { continue }
        notes.append(
          "note: the one-off \(open.kind) of \(plant.shownName(item.plant)), "
            + "due \(open.due), is still open; "
            + "'plantguide task done \(ShortID.text(of: task))' ends it")
      }
    }
    return notes
  }

  private func batch(
    _ selection: PlantChoice, _ context: CommandContext
  ) -> String {
    guard context.arguments[.due] else { return selection.batchText }
    return selection.hasFilter ? "\(selection.batchText), due" : "due"
  }

  private func outcome(
    of item: Item, _ plant: PlantState, _ calendar: CareCalendar
  ) -> String {
    var line = plant.shownName(item.plant)
    if item.task != nil { line += ", one-off task" }
    if let care = plant.care(item.kind),
      let next = calendar.openTask(of: care, in: plant)
    {
      line += ", next due \(next.due)"
    }
    return line
  }
}
