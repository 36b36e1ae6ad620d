internal import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension OptionDefinition {
  fileprivate static let due = Flag(
    "due", help: "Every plant whose task is due or overdue")
  fileprivate static let givenKind = Option(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "The kind of care; with --due, all kinds by default")
  fileprivate static let doneTask = Option(
    "task", value: "ID", completion: .task,
    help: "The one-off task that is done")
}

extension Command {
  private static let careOptions: [OptionDefinition] =
    PlantChoice.options + [.due, .amount] + OptionDefinition.writing

  /// Records care of any kind.
  static let done = Command(
    definition: CommandDefinition(
      path: ["done"],
      summary: "Record care of any kind",
      arguments: [PlantChoice.argument],
      options: [.givenKind, .doneTask] + careOptions,
      examples: [
        "plantguide done Monty --kind pestControl",
        "plantguide done --due --yes",
      ], section: .care, isWriting: true)
  ) { context in
    let kind = try context.arguments[.givenKind].map(context.careKind)
    try context.recordCare(
      kind, task: try context.arguments[.doneTask], as: nil)
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
        options: careOptions,
        examples: [
          "plantguide \(name) Monty --at yesterday",
          "plantguide \(name) --room Kitchen --yes",
        ], section: .care, isWriting: true)
    ) { context in
      try context.recordCare(
        kind, task: nil, as: Verb(name, participle))
    }
  }
}

extension CommandContext {
  fileprivate mutating func recordCare(
    _ kind: TaskKind?, task: String?, as verb: Verb?
  ) throws {
    let isDue = arguments[.due]
    let plants = try PlantChoice(
      arguments.positional, of: self, mayBeEmpty: isDue)
    guard !isDue || plants.names.isEmpty else {
      throw UsageError(
        "plants are named and chosen with --due at once",
        hint: "either name plants or choose them, but not both",
        usage: command.usage)
    }
    guard kind != nil || isDue || task != nil else {
      throw UsageError(
        "say which care was given: --kind watering, or 'plantguide water'")
    }
    guard task == nil || plants.names.count == 1 else {
      throw UsageError("--task needs the one plant that it belongs to")
    }
    var request = CareRequest(
      plants, kind: kind, try occasion())
    request.isDueOnly = isDue
    request.task = task
    request.amount = try amount()
    if plants.isBatch {
      let word = kind.map { "\($0) of" } ?? "care of"
      try confirmBatch { count in
        "Record \(word) \(count) plants?"
      } of: {
        try journal.recordCare(request, .rehearse).changes.count
      }
    }
    try report(try journal.recordCare(request, mode), care: verb)
  }
}
