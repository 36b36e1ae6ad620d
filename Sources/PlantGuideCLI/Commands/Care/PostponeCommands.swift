internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  static let meantTask = Option(
    "task", value: "ID", completion: .task,
    help: "The one-off task that is meant, by id or words of its title")
  fileprivate static let skippedDay = Option(
    "due", value: "DAY", completion: .day,
    help: "The day that is skipped; that of the open task by default")
}

extension Command {
  static let snooze = Command(
    definition: CommandDefinition(
      path: ["snooze"],
      summary: "Postpone a task; the schedule stays as it is",
      arguments: [
        PlantChoice.argument, .meantKind,
        ArgumentDefinition(
          name: "SPAN", completion: .span,
          help: "3d, 1w, 2w, 1m (30 days) or a date"),
      ],
      options: PlantChoice.options + [.meantTask] + OptionDefinition.writing,
      examples: [
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty for 3d",
        "plantguide snooze Monty 2026-12-01",
        "plantguide snooze --room Kitchen watering 1w --yes",
      ],
      discussion: """
        A span counts from today, or from the day of --at. Who names a plant \
        postpones its task whenever it is due; who chooses plants by an option \
        postpones what is due before the day given.
        """, section: .care, isWriting: true)
  ) { context in
    let span = context.arguments.positional.last ?? ""
    try context.postpone(.snooze(until: .typed(span)), trailing: 1)
  }

  static let skip = Command(
    definition: CommandDefinition(
      path: ["skip"],
      summary: "Let a due day pass without care; the next one follows",
      arguments: [PlantChoice.argument, .meantKind],
      options: PlantChoice.options + [.meantTask, .skippedDay]
        + OptionDefinition.writing,
      examples: [
        "plantguide skip Monty watering", "plantguide skip Monty",
      ],
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
    let day = try context.arguments[.skippedDay]
    try context.postpone(.skip(due: day.map { .typed($0) }), trailing: 0)
  }
}

extension CommandContext {
  /// Postpones the tasks that the arguments name: plants, then perhaps the kind
  /// of care, then `trailing` others.
  fileprivate mutating func postpone(
    _ way: PostponeRequest.Way, trailing: Int
  ) throws {
    let (names, kind) = try plantsAndKind(
      try arguments(beforeLast: trailing, joinedBy: ["for", "until", "to"]),
      orTitle: true)
    let plants = try PlantChoice(names, of: self)
    var request = PostponeRequest(
      plants, kind: kind, way, try occasion())
    request.task = try arguments[.meantTask]
    if plants.isBatch {
      let day = try onItsDay()
      try confirmBatch { count in
        "\(way.verb) \(kind?.words ?? "care") of \(count) plants\(day)?"
      } of: {
        try journal.postpone(request, .rehearse).changes.count
      }
    }
    try report(try journal.postpone(request, mode))
  }
}

extension PostponeRequest.Way {
  fileprivate var verb: String {
    switch self {
    case .snooze: "Snooze"
    case .skip: "Skip"
    }
  }
}
