internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let scheduleSet = Command(
    definition: CommandDefinition(
      path: ["schedule", "set"],
      summary: "Set the schedule of plants for a kind of care",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: ScheduleChange.options + [.note] + PlantChoice.options
        + GlobalOptions.writing,
      examples: [
        "plantguide schedule set Monty watering --every 9d --winter 21d",
        "plantguide schedule set Monty fertilizing --every monthly --months Mar-Oct",
        "plantguide schedule set --tag fussy misting --every 2d",
      ],
      discussion: """
        What is not given stays as it is. Where the plant has no such \
        schedule, or --anew drops it, and no --every is given, the schedule \
        follows from the plant's care profile and from where it grows, and the \
        answer says where each value came from. \
        Outside of its --months nothing falls due; but what fell due within \
        them stays open, and overdue, until it is done or skipped.
        """, section: .care, isWriting: true)
  ) { context in
    let zone = try context.inputZone()
    let today = zone.localDay(of: try context.now())
    let units = try context.inputUnits()
    let change = try ScheduleChange(
      of: try context.lastKind(), context.arguments, today: today,
      units: units)
    try context.changeSchedule(.set, zone) { plant, calendar, name in
      let (schedule, advice) = try change.schedule(of: plant, in: calendar)
      let sources = advice.map { " (\($0.sources))" } ?? ""
      return (
        .setSchedule(schedule),
        "\(schedule.kind) of \(name): \(SafeText.shown(schedule.text(in: units)))\(sources)"
      )
    }
  }

  static let scheduleClear = Command(
    definition: CommandDefinition(
      path: ["schedule", "clear"],
      summary: "End the schedule of plants for a kind of care",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "KIND", completion: .kind, help: "The kind of care"),
      ],
      options: PlantChoice.options + [.note] + GlobalOptions.writing,
      examples: ["plantguide schedule clear Monty misting"], section: .care,
      isWriting: true)
  ) { context in
    let kind = try context.lastKind()
    let zone = try context.inputZone()
    try context.changeSchedule(
      Deed("clear", "cleared"), zone, mustExist: kind
    ) { _, _, name in
      (.clearSchedule(kind), "\(kind) of \(name): no schedule")
    }
  }
}

extension CommandContext {
  /// The kind of care, which stands after the plants.
  fileprivate func lastKind() throws -> TaskKind {
    try kind(
      arguments.positional.last ?? "", after: arguments.positional.dropLast())
  }

  /// Carries out a command on the plants that all arguments but the last
  /// name, as one action.
  ///
  /// - `kind`: The kind whose schedule there must be.
  fileprivate mutating func changeSchedule(
    _ deed: Deed, _ zone: TimeZoneRules, mustExist kind: TaskKind? = nil,
    _ change: (PlantState, CareCalendar, _ name: String) throws -> (
      command: PlantCommand, line: String
    )
  ) throws {
    let selection = try PlantChoice(
      arguments.positional.dropLast(), of: self)
    try confirm(selection)
    let at = zone.offsetInstant(of: try now())
    let note = try arguments[.note]
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      try session.beginAction()
      for id in try snapshot.plants(selection) {
        let before = try session.plant(id)
        if let kind, before.care(kind)?.schedule == nil {
          // Who names a plant should hear that it has none.
          if selection.hasFilter { continue }
          throw NothingMatched(
            reason:
              "'\(SafeText.shown(before.displayName))' has no schedule for \(kind)"
          )
        }
        let name = SafeText.shown(before.displayName)
        let (command, line) = try change(
          before, session.calendar, "\(name) (\(ShortID.text(of: id)))")
        try session.perform(
          command, on: id, at: at, note: note)
        let after = try session.plant(id)
        report.add(
          deed, line + Self.nextDue(after: command, after, session.calendar))
      }
      guard !report.lines.isEmpty else {
        throw NothingMatched(reason: "none of these plants has such a schedule")
      }
      _ = try session.endAction()
    }
    try report(written)
  }

  private static func nextDue(
    after command: PlantCommand, _ plant: PlantState, _ calendar: CareCalendar
  ) -> String {
    guard case .setSchedule(let schedule) = command,
      let care = plant.care(schedule.kind),
      let open = calendar.openTask(of: care, in: plant)
    else { return "" }
    return "; next due \(open.due)"
  }
}
