internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  private static let options: [OptionDefinition] =
    [
      .room,
      OptionDefinition(
        name: "due", help: "Every plant whose task is due or overdue"),
      OptionDefinition(
        name: "amount", value: "AMOUNT",
        help: "light, moderate, thorough, soak or 250ml"),
    ] + OptionDefinition.writing

  /// Records care of any kind.
  static let done = Command(
    definition: CommandDefinition(
      path: ["done"],
      summary: "Record care of any kind",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isOptional: true, isRepeatable: true,
          help: "Plants, by name or short id")
      ],
      options: [
        OptionDefinition(
          name: "kind", short: "k", value: "KIND",
          help: "The kind of care; with --due, all kinds by default"),
        OptionDefinition(
          name: "task", value: "ID", help: "The one-off task that is done"),
      ] + options,
      examples: [
        "plantguide done Monty --kind pestControl",
        "plantguide done --due --yes",
      ])
  ) { context in
    let kind = try context.arguments.value("kind").map(KindInput.kind)
    try CareBatch(kind: kind, participle: nil).run(&context)
  }

  /// The command of a verb that names a kind of care.
  static func verb(
    _ name: String, _ kind: TaskKind, _ participle: String
  ) -> Command {
    Command(
      definition: CommandDefinition(
        path: [name],
        summary: "Record that plants were \(participle)",
        arguments: [
          ArgumentDefinition(
            name: "PLANT", isOptional: true, isRepeatable: true,
            help: "Plants, by name or short id")
        ],
        options: options,
        examples: [
          "plantguide \(name) Monty --at yesterday",
          "plantguide \(name) --room Kitchen --yes",
        ])
    ) { context in
      try CareBatch(kind: kind, participle: participle).run(&context)
    }
  }
}

/// Care of one or many plants, recorded as one action.
private struct CareBatch {
  let kind: TaskKind?
  let participle: String?

  /// One plant's care.
  private struct Item: Hashable {
    let plant: PlantID
    let kind: TaskKind
    let task: TaskID?
  }

  func run(_ context: inout CommandContext) throws {
    let at = try context.at(in: try context.inputZone())
    try checkArguments(context)
    try confirm(context)
    let amount = try context.arguments.value("amount").map(AmountInput.amount)
    let note = try context.arguments.value("note").map(NameInput.note)
    let batch = selection(context)
    let chosen = context
    let report = try context.write { session, report, journal, transaction in
      let items = try self.items(chosen, journal, transaction)
      guard !items.isEmpty else {
        throw NothingMatched(reason: "no plant matches")
      }
      try session.beginAction(in: transaction)
      for item in items {
        let body = TaskCompleted(
          kind: item.kind, task: item.task, amount: amount,
          batch: items.count > 1 ? batch : nil)
        try session.perform(
          .complete(body), on: item.plant, at: at, note: note,
          in: transaction)
        let plant = try session.projector.plant(item.plant, in: transaction)
        report.lines.append(
          line(item, plant, session.calendar, at: at.instant))
      }
      _ = try session.endAction(in: transaction)
      if at.instant > session.now {
        report.lines.append("note: \(at) is in the future")
      }
    }
    try context.report(report)
  }

  private func checkArguments(_ context: CommandContext) throws {
    let arguments = context.arguments
    let hasSelection = arguments.value("room") != nil || arguments.flag("due")
    guard hasSelection != !arguments.positional.isEmpty else {
      throw UsageError(
        hasSelection
          ? "name plants, or select with --room and --due, but not both"
          : "name a plant, or select with --room or --due")
    }
    guard kind != nil || arguments.flag("due") || arguments.value("task") != nil
    else {
      throw UsageError(
        "say which care was given: --kind watering, or 'plantguide water'")
    }
  }

  /// Counts first, outside of the transaction: nobody else should wait for
  /// an answer. What is written is selected anew, and reported.
  private func confirm(_ context: CommandContext) throws {
    let named = context.arguments.positional.count
    guard named == 0 || named > CommandContext.mostUnasked else { return }
    let journal = try context.openJournal(.readOnly)
    let count = try journal.read { transaction in
      try items(context, journal, transaction).count
    }
    let word = kind.map { "\($0) of" } ?? "care of"
    try context.confirmBatch(count, "Record \(word) \(count) plants?")
  }

  private func items(
    _ context: CommandContext, _ journal: Journal,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> [Item] {
    let arguments = context.arguments
    if let text = arguments.value("task") {
      return [try taskItem(text, context, journal, transaction)]
    }
    guard arguments.positional.isEmpty else {
      var seen: Set<Item> = []
      return try arguments.positional.map { name in
        let id = try context.plant(name, in: journal, transaction)
        return try item(of: id, journal, transaction)
      }.filter { seen.insert($0).inserted }
    }
    return try selected(context, journal, transaction)
  }

  private func item(
    of id: PlantID, _ journal: Journal,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Item {
    let kind = kind ?? .watering
    let plant = try journal.projections.plant(id, in: transaction)
    return Item(plant: id, kind: kind, task: try plant?.onlyTask(of: kind))
  }

  private func taskItem(
    _ text: String, _ context: CommandContext, _ journal: Journal,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> Item {
    guard let task = TaskID(text) else {
      throw UsageError.badValue(
        option: "task", value: text, expectation: "a task's id (a UUID)")
    }
    guard context.arguments.positional.count == 1 else {
      throw UsageError("--task needs the one plant that it belongs to")
    }
    let id = try context.plant(
      context.arguments.positional[0], in: journal, transaction)
    let plant = try journal.projections.plant(id, in: transaction)
    guard let open = plant?.oneOffTask(task) else {
      throw CareError.unknownTask(task, plant: id)
    }
    return Item(plant: id, kind: open.kind, task: task)
  }

  /// The plants of a room, those with a due task, or both.
  private func selected(
    _ context: CommandContext, _ journal: Journal,
    _ transaction: borrowing some Transaction & ~Copyable
  ) throws -> [Item] {
    let source = try LiveCollection(journal, in: transaction)
    let room = try context.arguments.value("room").map {
      try CommandContext.room($0, in: source.rooms)
    }
    var items: [Item] = []
    if context.arguments.flag("due") {
      let today = source.calendar.zone.localDay(of: try context.now())
      try source.forEachDue(in: .earliest...today, transaction) { entry in
        let isWanted =
          (kind == nil || entry.task.kind == kind)
          && (room == nil || source.rooms.effective(entry.room) == room)
        if isWanted {
          items.append(
            Item(
              plant: entry.plant, kind: entry.task.kind,
              task: entry.task.task))
        }
        return true
      }
    } else if let room {
      try source.forEachPlant(in: transaction) { id, plant in
        if plant.isPresent, source.rooms.effective(plant.room) == room {
          items.append(Item(plant: id, kind: kind ?? .watering, task: nil))
        }
        return true
      }
    }
    return items
  }

  private func selection(_ context: CommandContext) -> String {
    let arguments = context.arguments
    var words: [String] = []
    if let room = arguments.value("room") { words.append("room \(room)") }
    if arguments.flag("due") { words.append("due") }
    var text = words.isEmpty ? "selection" : words.joined(separator: ", ")
    while text.utf8.count > FieldForm.nameLimit { text.removeLast() }
    return text
  }

  private func line(
    _ item: Item, _ plant: PlantState, _ calendar: CareCalendar,
    at instant: Instant
  ) -> String {
    let name = SafeText.shown(plant.displayName)
    let verb = participle ?? "done \(item.kind):"
    var line = "\(verb) \(name) (\(ShortID.text(of: item.plant)))"
    if item.task != nil { line += ", one-off task" }
    if let care = plant.care(item.kind),
      let next = calendar.openTask(of: care, in: plant)
    {
      line += ", next due \(next.due)"
    }
    return line
  }
}
