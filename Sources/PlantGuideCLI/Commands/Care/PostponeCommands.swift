internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  static let meantTask = Option(
    "task", value: "ID", completion: .task,
    help: "A one-off task, by id or words of its title")
  fileprivate static let skippedDay = Option(
    "due", value: "DAY", completion: .day,
    help: "The day to skip; that of the open task by default")
}

extension Command {
  static let snooze = Command(
    definition: CommandDefinition(
      path: ["snooze"],
      summary: "Postpone a task; the schedule stays the same",
      arguments: [
        PlantChoice.argument, .meantKind,
        ArgumentDefinition(
          name: "SPAN", completion: .span,
          help: "The new day: 3d, 1w, 2w, 1m (30 days) or a date"),
      ],
      options: PlantChoice.options + [.meantTask] + OptionDefinition.writing,
      examples: [
        "plantguide snooze Monty watering 3d",
        "plantguide snooze Monty for 3d",
        "plantguide snooze Monty 2026-12-01",
        "plantguide snooze --room Kitchen watering 1w --yes",
      ],
      discussion: """
        If you name a plant, its task is postponed no matter when it is due. \
        You can leave out KIND if only one task is due or open.

        If you select plants with an option such as --room, only tasks due \
        before the new day are postponed. KIND is then required: 'snooze \
        --room Kitchen 3d' is refused. A plant with two due kinds keeps the \
        other one due; run the command once per kind.

        A span counts from today, or from the day of --at. If the new day is \
        not after the due day, the task keeps its due day. A new snooze \
        replaces an earlier one.
        """,
      section: .care, isWriting: true)
  ) { context in
    let span = context.arguments.positional.last ?? ""
    try context.postpone(.snooze(until: .typed(span)), trailing: 1)
  }

  static let skip = Command(
    definition: CommandDefinition(
      path: ["skip"],
      summary: "Skip a task once; the next due day follows",
      arguments: [PlantChoice.argument, .meantKind],
      options: PlantChoice.options + [.meantTask, .skippedDay]
        + OptionDefinition.writing,
      examples: [
        "plantguide skip Monty watering", "plantguide skip Monty",
      ],
      discussion: """
        The task is next due one interval after the skipped day. If it is \
        overdue, it is next due one interval after the day of the skip. You \
        cannot skip a day before the task is due.

        If you name a plant, its next task is skipped no matter when it is \
        due. If you select plants with an option such as --room, KIND is \
        required. Only tasks due by today are skipped, or by the day of --due.

        With the setting groupWateringDays, the skipped day is the common day, \
        as 'plantguide today' shows it.
        """,
      section: .care, isWriting: true)
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
