internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import JournalViews
internal import LMDBKit

extension Command {
  static let show = Command(
    definition: CommandDefinition(
      path: ["show"],
      summary: "Show all that is known of a plant",
      arguments: [
        ArgumentDefinition(name: "PLANT", completion: .plant, help: "The plant")
      ],
      options: GlobalOptions.reading,
      examples: ["plantguide show Monty"], section: .collection)
  ) { context in
    let shown = try context.read(
      ShowReading(context: context, name: context.arguments.positional[0]))
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
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
    try context.printPlant(shown)
  }
}

private struct ShowReading: CommandContext.Reading {
  let context: CommandContext
  let name: String

  struct Result {
    let plant: PlantView
    let tasks: [TodayView.Task]
    let room: String
    let parent: String?

    /// That the open task of a schedule is snoozed.
    func remark(on view: ScheduleView) -> String {
      let open = tasks.first {
        $0.entry.task.kind == view.schedule.kind && $0.entry.task.task == nil
      }
      guard let until = open?.entry.task.snoozedUntil else { return "" }
      return ", snoozed until \(until)"
    }
  }

  func read<Source: CollectionSource>(
    _ snapshot: CommandContext.Snapshot<Source>,
    in transaction: borrowing ReadTransaction
  ) throws -> Result {
    let source = snapshot.source
    let id = try context.plant(
      name, in: snapshot.journal, includesRemoved: true, transaction)
    guard let state = try source.plant(id, in: transaction),
      state.profile != nil
    else { throw PlantNameError.notFound(name: name, suggestions: []) }
    let view = try PlantView(
      id, state, source, snapshot.journal.log, in: transaction)
    let today = snapshot.today
    let tasks = try source.openTasks(
      of: id, state, on: today, in: transaction
    ).map { TodayView.Task(entry: $0, on: today) }
    return Result(
      plant: view, tasks: tasks,
      room: source.rooms[view.room]?.name ?? "",
      parent: try state.profile?.parent.flatMap {
        try source.plant($0, in: transaction)?.displayName
      })
  }
}

extension CommandContext {
  fileprivate mutating func printPlant(_ shown: ShowReading.Result) throws {
    let plant = shown.plant
    let state = plant.state
    try print(
      terminal.styled(SafeText.shown(state.displayName), .heading)
        + " (\(ShortID.text(of: plant.id)))"
        + (state.isFavorite ? " *" : ""))
    for (label, text) in fields(shown) {
      guard let text, !text.isEmpty else { continue }
      try print("  \(TextWidth.padded(label, to: 12)) \(SafeText.shown(text))")
    }
    try printTasks(shown)
    guard !plant.notes.isEmpty else { return }
    try print()
    try print(terminal.styled("NOTES", .heading))
    for note in plant.notes.suffix(Self.notesShown) {
      try print("  " + SafeText.shown(note))
    }
    if plant.notes.count > Self.notesShown {
      try print(
        "  … and \(plant.notes.count - Self.notesShown) older; see 'plantguide history'"
      )
    }
  }

  private static let notesShown = 10

  private func fields(
    _ shown: ShowReading.Result
  ) -> [(String, String?)] {
    let state = shown.plant.state
    let profile = state.profile
    return [
      ("scientific", profile?.scientificName),
      ("common", profile?.commonNames.joined(separator: ", ")),
      ("family", profile?.family), ("category", profile?.category),
      ("room", shown.room), ("tags", profile?.tags.joined(separator: ", ")),
      ("added", state.addedAt?.description),
      ("acquired", profile?.acquiredOn?.description),
      ("from", shown.parent), ("id", shown.plant.id.description),
      (
        "removed",
        state.removal.map { "\($0.at) (\($0.reason.rawValue))" }
      ),
    ]
  }

  private mutating func printTasks(_ shown: ShowReading.Result) throws {
    if !shown.plant.schedules.isEmpty {
      try print()
      try print(terminal.styled("SCHEDULES", .heading))
      var table = Table([
        .init(), .init(), .init(), .init(),
      ])
      for view in shown.plant.schedules {
        table.add([
          "  " + view.schedule.kind.name, view.schedule.text,
          "last \(view.lastDone?.description ?? "never")",
          "next \(view.nextDue?.description ?? "-")" + shown.remark(on: view),
        ])
      }
      try print(table)
    }
    let oneOff = shown.tasks.filter { $0.entry.task.task != nil }
    guard !oneOff.isEmpty else { return }
    try print()
    try print(terminal.styled("TASKS", .heading))
    for task in oneOff {
      let id = task.entry.task.task?.description ?? ""
      try print(
        "  \(task.entry.task.kind) due \(task.entry.task.due)  \(id)")
    }
  }
}
