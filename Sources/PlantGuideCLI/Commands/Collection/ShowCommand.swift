internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let show = Command(
    definition: CommandDefinition(
      path: ["show"],
      summary: "Show all that is known of plants",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + GlobalOptions.reading,
      examples: [
        "plantguide show Monty", "plantguide show --room Kitchen",
      ],
      discussion: "JSON of several plants is one object a line.",
      section: .collection)
  ) { context in
    let selection = try PlantChoice(
      context.arguments.positional, of: context, includesRemoved: true)
    let shown = try context.read(
      ShowReading(context: context, selection: selection))
    for (index, plant) in shown.enumerated() {
      if context.wantsJSON {
        try context.printJSON { $0.shownPlant(plant) }
      } else {
        if index > 0 { try context.print() }
        try context.printPlant(plant)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func shownPlant(_ shown: ShownPlant) {
    object { writer in
      writer.member("plant") { $0.plant(shown.plant) }
      writer.member("schedules") { writer in
        writer.array { writer in
          for view in shown.plant.schedules { writer.schedule(view) }
        }
      }
      writer.member("tasks") { $0.tasks(shown.tasks) }
    }
  }
}

/// What is shown of one plant.
private struct ShownPlant {
  let plant: PlantView
  let tasks: [TodayView.Task]
  let room: String
  let parent: String?
  let today: Day
  /// Where the clocks go that its times are told by.
  let zone: TimeZoneRules
  let units: MeasurementUnits

  /// The local day and time of an instant, as a history tells it.
  func localTime(_ at: OffsetInstant) -> String {
    "\(zone.localDay(of: at.instant)) \(zone.timeOfDay(of: at.instant))"
  }

  /// The open task of a schedule.
  func openTask(of view: ScheduleView) -> OpenTask? {
    tasks.lazy.map(\.entry.task).first {
      $0.kind == view.schedule.kind && $0.task == nil
    }
  }

  /// How the day of a task stands out.
  func style(of task: OpenTask?) -> Style {
    guard let task else { return .plain }
    if task.due < today { return .overdue }
    if task.due == today { return .due }
    return task.isPostponed ? .snoozed : .plain
  }
}

private struct ShowReading: CommandContext.Reading {
  let context: CommandContext
  let selection: PlantChoice

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> [ShownPlant] {
    let plants = try snapshot.plants(selection)
    return try plants.enumerated().map { index, id in
      guard
        let shown = try shownPlant(id, snapshot)
      else {
        // It was added after the moment that is looked back to.
        throw PlantNameError.notFound(
          name: selection.names.count > index
            ? selection.names[index] : ShortID.text(of: id), suggestions: [])
      }
      return shown
    }
  }

  private func shownPlant(
    _ id: PlantID, _ snapshot: borrowing Snapshot
  ) throws -> ShownPlant? {
    guard let state = try snapshot.plant(id),
      state.profile != nil
    else { return nil }
    let view = try PlantView(
      id, state, in: snapshot)
    let today = snapshot.today
    let tasks = try snapshot.openTasks(
      of: id, state, on: today
    ).map { TodayView.Task(entry: $0, on: today) }
    return ShownPlant(
      plant: view, tasks: tasks,
      room: snapshot.rooms[view.room]?.name ?? "",
      parent: try state.profile?.parent.flatMap {
        try snapshot.plant($0)?.displayName
      }, today: today, zone: snapshot.zone, units: snapshot.settings.units)
  }
}

extension CommandContext {
  fileprivate mutating func printPlant(_ shown: ShownPlant) throws {
    let plant = shown.plant
    let state = plant.state
    try print(
      terminal.styled(SafeText.shown(state.displayName), .heading)
        + terminal.styled(" (\(ShortID.text(of: plant.id)))", .identifier)
        + (state.isFavorite ? " *" : ""))
    for (label, text) in fields(shown) {
      guard let text, !text.isEmpty else { continue }
      let heading = terminal.styled(TextWidth.padded(label, to: 12), .dim)
      try print("  \(heading) \(SafeText.shown(text))")
    }
    try printTasks(shown)
    try printDetails(of: plant, in: shown.units)
    try printNotes(plant.observations, shown.zone)
  }

  private mutating func printNotes(
    _ notes: [NoteView], _ zone: TimeZoneRules
  ) throws {
    guard !notes.isEmpty else { return }
    try print()
    try print(terminal.styled("NOTES", .heading))
    for note in notes.suffix(Self.notesShown) {
      let day = zone.localDay(of: note.at.instant).description
      let lines = SafeText.shownLines(ofNote: note.text)
      try print("  \(terminal.styled(day, .dim))  \(lines[0])")
      for line in lines.dropFirst() {
        let indent = String(repeating: " ", count: day.count + 4)
        try print(line.isEmpty ? "" : indent + line)
      }
    }
    if notes.count > Self.notesShown {
      try print(
        "  and \(notes.count - Self.notesShown) older; see 'plantguide history'"
      )
    }
  }

  private static let notesShown = 10

  private func fields(
    _ shown: ShownPlant
  ) -> [(String, String?)] {
    let state = shown.plant.state
    let profile = state.profile
    return [
      ("scientific", profile?.scientificName),
      ("common", profile?.commonNames.joined(separator: ", ")),
      ("family", profile?.family), ("category", profile?.category),
      ("room", shown.room), ("location", state.details.location?.rawValue),
      ("tags", profile?.tags.joined(separator: ", ")),
      ("added", state.addedAt.map(shown.localTime)),
      ("acquired", profile?.acquiredOn?.description),
      ("from", shown.parent), ("id", shown.plant.id.description),
      (
        "removed",
        state.removal.map {
          "\(shown.localTime($0.at)) (\($0.reason.shown))"
        }
      ),
    ]
  }

  private mutating func printTasks(_ shown: ShownPlant) throws {
    if !shown.plant.schedules.isEmpty {
      try print()
      try print(terminal.styled("SCHEDULES", .heading))
      try printSchedules(shown)
    }
    let oneOff = shown.tasks.map(\.entry.task).filter { $0.task != nil }
    guard !oneOff.isEmpty else { return }
    try print()
    try print(terminal.styled("TASKS", .heading))
    var table = Table([.init(), .init(narrowest: 14), .init(dropOrder: 1)])
    for task in oneOff {
      table.add([
        .init("  \(task.kind)"),
        .init("due \(task.due)", shown.style(of: task)),
        .init(
          task.task.map { ShortID.text(of: $0) } ?? "", .identifier),
      ])
    }
    try print(table)
  }

  private mutating func printSchedules(_ shown: ShownPlant) throws {
    var table = Table([
      .init(), .init(dropOrder: 2), .init(narrowest: 15, dropOrder: 1),
      .init(narrowest: 15),
    ])
    for view in shown.plant.schedules {
      let open = shown.openTask(of: view)
      let remark = open?.snoozedUntil.map { ", snoozed until \($0)" } ?? ""
      let next = view.nextDue?.description ?? "-"
      table.add([
        .init("  " + view.schedule.kind.name),
        .init(view.schedule.text(in: shown.units)),
        .init("last \(view.lastDone?.description ?? "never")"),
        .init("next \(next)\(remark)", shown.style(of: open)),
      ])
    }
    try print(table)
  }
}
