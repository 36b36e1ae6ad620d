internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let scheduleShow = Command(
    definition: CommandDefinition(
      path: ["schedule", "show"],
      summary: "Show a plant's schedules, or those of all plants",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isOptional: true, completion: .plant, help: "The plant"
        )
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide schedule show Monty"], section: .care)
  ) { context in
    let shown = try context.read(
      ScheduleReading(
        context: context, name: context.arguments.positional.first))
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          writer.member("schedules") { writer in
            writer.array { writer in
              for row in shown { writer.schedule(row.view) }
            }
          }
        }
      }
    }
    guard !shown.isEmpty else {
      return try context.print(
        "no schedules; set one: plantguide schedule set PLANT watering --every 7d"
      )
    }
    var table = Table([
      .init("PLANT"), .init("KIND"), .init("LAST"), .init("NEXT"),
      .init("SCHEDULE"),
    ])
    for row in shown {
      table.add([
        SafeText.shown(row.name), row.view.schedule.kind.name,
        row.view.lastDone?.description ?? "never",
        row.view.nextDue?.description ?? "-", row.view.schedule.text,
      ])
    }
    try context.print(table)
  }

  static let scheduleSet = Command(
    definition: CommandDefinition(
      path: ["schedule", "set"],
      summary: "Set a plant's schedule for a kind of care",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant"),
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: [
        OptionDefinition(
          name: "every", value: "SPAN", completion: .interval,
          help: "How often: 7d, 2w, weekly, monthly"),
        OptionDefinition(
          name: "spring", value: "SPAN", completion: .interval,
          help: "The interval in spring"),
        OptionDefinition(
          name: "summer", value: "SPAN", completion: .interval,
          help: "The interval in summer"),
        OptionDefinition(
          name: "autumn", value: "SPAN", completion: .interval,
          help: "The interval in autumn"),
        OptionDefinition(
          name: "winter", value: "SPAN", completion: .interval,
          help: "The interval in winter"),
        OptionDefinition(
          name: "months", value: "MONTHS", help: "Only in these: Mar-Oct"),
        OptionDefinition(
          name: "amount", value: "AMOUNT", completion: .amount,
          help: "light, moderate, thorough, soak or 250ml"),
        OptionDefinition(
          name: "fertilizer", value: "TYPE",
          completion: .choice(FertilizerType.allCases.map(\.rawValue)),
          help: "balanced, highNitrogen, highPhosphorus, highPotassium, organic"
        ),
        OptionDefinition(
          name: "time", value: "HH:MM", help: "The time of day"),
        OptionDefinition(
          name: "from", value: "DAY", completion: .day,
          help: "The first due day"),
        .note,
      ] + GlobalOptions.writing,
      examples: [
        "plantguide schedule set Monty watering --every 9d --winter 21d",
        "plantguide schedule set Monty fertilizing --every monthly --months Mar-Oct",
      ], section: .care)
  ) { context in
    let zone = try context.inputZone()
    let today = zone.localDay(of: try context.now())
    let schedule = try context.schedule(today: today)
    try context.changeSchedule(zone, .setSchedule(schedule)) { name in
      "\(schedule.kind) of \(name): \(schedule.text)"
    }
  }

  static let scheduleClear = Command(
    definition: CommandDefinition(
      path: ["schedule", "clear"],
      summary: "End a plant's schedule for a kind of care",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", completion: .plant, help: "The plant"),
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: [.note] + GlobalOptions.writing,
      examples: ["plantguide schedule clear Monty misting"], section: .care)
  ) { context in
    let kind = try KindInput.kind(context.arguments.positional[1])
    let zone = try context.inputZone()
    try context.changeSchedule(
      zone, .clearSchedule(kind), mustExist: kind
    ) { name in "\(kind) of \(name): no schedule" }
  }
}

extension CommandContext {
  fileprivate func schedule(today: Day) throws -> ScheduleSet {
    guard let every = arguments.value("every") else {
      throw UsageError("say how often: --every 7d")
    }
    var seasons: [Season: Int] = [:]
    for season in Season.allCases {
      if let span = arguments.value(season.rawValue) {
        seasons[season] = try ScheduleInput.interval(span)
      }
    }
    return ScheduleSet(
      kind: try KindInput.kind(arguments.positional[1]),
      intervalDays: try ScheduleInput.interval(every),
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: try arguments.value("months")
        .map(ScheduleInput.months) ?? .all,
      amount: try arguments.value("amount").map(AmountInput.amount),
      fertilizer: try arguments.value("fertilizer").map { text in
        guard let type = FertilizerType(rawValue: text) else {
          throw UsageError.badValue(
            option: "fertilizer", value: text,
            expectation: FertilizerType.allCases.map(\.rawValue)
              .joined(separator: ", "))
        }
        return type
      },
      time: try arguments.value("time").map { text in
        guard let time = TimeOfDay(text) else {
          throw UsageError.badValue(
            option: "time", value: text, expectation: "a time such as 09:00")
        }
        return time
      },
      startOn: try arguments.value("from").map {
        try DateInput.day($0, today: today, preferring: .future)
      })
  }

  fileprivate mutating func changeSchedule(
    _ zone: TimeZoneRules, _ command: PlantCommand,
    mustExist kind: TaskKind? = nil, _ line: (String) -> String
  ) throws {
    let at = zone.offsetInstant(of: try now())
    let note = try arguments.value("note").map(NameInput.note)
    let context = self
    let written = try write { session, report, journal, transaction in
      let id = try context.plant(
        context.arguments.positional[0], in: journal, transaction)
      let before = try session.projector.plant(id, in: transaction)
      if let kind, before.care(kind)?.schedule == nil {
        throw NothingMatched(
          reason:
            "'\(SafeText.shown(before.displayName))' has no schedule for \(kind)"
        )
      }
      try session.beginAction(in: transaction)
      try session.perform(
        command, on: id, at: at, note: note, in: transaction)
      _ = try session.endAction(in: transaction)
      let name = SafeText.shown(before.displayName)
      var text = line("\(name) (\(ShortID.text(of: id)))")
      let after = try session.projector.plant(id, in: transaction)
      if case .setSchedule(let schedule) = command,
        let care = after.care(schedule.kind),
        let open = session.calendar.openTask(of: care, in: after)
      {
        text += "; next due \(open.due)"
      }
      report.lines.append(text)
    }
    try report(written)
  }
}

private struct ScheduleReading: CommandContext.Reading {
  let context: CommandContext
  let name: String?

  struct Row {
    let name: String
    let view: ScheduleView
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> [Row] {
    var rows: [Row] = []
    let collect: (PlantID, PlantState) -> Void = { id, plant in
      for care in plant.cares {
        if let view = ScheduleView(
          care, of: plant, plant: id, in: snapshot.source.calendar)
        {
          rows.append(Row(name: plant.displayName, view: view))
        }
      }
    }
    guard let name else {
      try snapshot.source.forEachPlant(in: transaction) { id, plant in
        if plant.isPresent { collect(id, plant) }
        return true
      }
      return rows
    }
    let id = try context.plant(
      name, in: snapshot.journal, includesRemoved: true, transaction)
    if let plant = try snapshot.source.plant(id, in: transaction) {
      collect(id, plant)
    }
    return rows
  }
}
