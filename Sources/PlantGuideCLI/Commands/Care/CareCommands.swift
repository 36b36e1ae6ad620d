internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalReports
internal import TerminalKit
internal import TextKit

extension OptionDefinition {
  fileprivate static let due = Flag(
    "due", help: "Every plant whose task is due or overdue")
  fileprivate static let givenKinds = RepeatableOption(
    "kind", short: "k", value: "KIND", completion: .kind,
    help: "The kind of care, or several; with --due, all kinds by default",
    read: SelectionInput.parts)
  fileprivate static let allKinds = Flag(
    "all-kinds", help: "With --due, include photos and tasks with a title")
  fileprivate static let photo = Option(
    "photo", value: "FILE", completion: .file,
    help: "A photo of the plant, taken during the care")
  fileprivate static let doneTask = Option(
    "task", value: "ID", completion: .task,
    help: "The one-off task you did, by id or words of its title")
}

extension Command {
  private static let careOptions: [OptionDefinition] =
    PlantChoice.options + [.due, .amount, .photo] + OptionDefinition.writing

  /// Records care of any kind.
  static let done = Command(
    definition: CommandDefinition(
      path: ["done"],
      summary: "Record care of any kind",
      arguments: [PlantChoice.argument],
      options: [.givenKinds, .allKinds, .doneTask] + careOptions,
      examples: [
        "plantguide done Monty --kind pestControl",
        "plantguide done Monty --kind watering,fertilizing",
        "plantguide done Monty feed",
        "plantguide done Monty",
        "plantguide done --due --yes",
      ],
      discussion: """
        Name the plant and the care, as in 'done Monty feed'. If you leave out \
        the kind, the plant's only due task is done; if none is due, its only \
        open task.

        Instead of a plant, you can write words of a one-off task's title. \
        After a plant, such words name one of its tasks: 'done Monty mites'.

        --due records all care that is due, of all plants or the selected \
        ones. It skips and lists photos and tasks with a title, because each \
        is work of its own. To include them, add --all-kinds or name their \
        kind with --kind. Tasks of the home are never included; use 'done "Buy \
        soil"'.
        """,
      section: .care, isWriting: true)
  ) { context in
    var kinds: [TaskKind] = []
    for word in try context.arguments[.givenKinds].joined() {
      let kind = try context.careKind(word)
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    guard !context.arguments[.allKinds] || context.arguments[.due] else {
      throw UsageError(
        "--all-kinds goes with --due", usage: context.command.usage)
    }
    var names = context.arguments.positional
    while kinds.isEmpty || names.count < context.arguments.positional.count {
      let (plants, kind) = try context.plantsAndKnownKind(names)
      // A word alone may be one of a task's title.
      guard let kind,
        !plants.isEmpty
          || context.arguments.containsAny(of: PlantChoice.options)
      else { break }
      names = plants
      if !kinds.contains(kind) { kinds.insert(kind, at: 0) }
    }
    try context.recordCare(
      names, kinds, task: try context.arguments[.doneTask], as: nil,
      ofAllKinds: context.arguments[.allKinds])
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
        context.arguments.positional, [kind], task: nil,
        as: Verb(name, participle))
    }
  }
}

extension CommandContext {
  fileprivate mutating func recordCare(
    _ names: [String], _ kinds: [TaskKind], task: String?, as verb: Verb?,
    ofAllKinds: Bool = false
  ) throws {
    let isDue = arguments[.due]
    let plants = try PlantChoice(names, of: self, mayBeEmpty: isDue)
    guard !isDue || plants.names.isEmpty else {
      throw UsageError(
        "plants are both named and selected with --due",
        hint: "either name plants or select them, not both",
        usage: command.usage)
    }
    guard !kinds.isEmpty || isDue || task != nil || !plants.hasFilter else {
      throw UsageError(
        "say which care was given: --kind watering, or 'plantguide water'")
    }
    guard task == nil || plants.names.count == 1 else {
      throw UsageError("--task needs the one plant that it belongs to")
    }
    var request = CareRequest(plants, kinds: kinds, try occasion())
    request.isDueOnly = isDue
    request.isOfAllKinds = ofAllKinds
    request.task = task
    request.amount = try amount()
    try confirmMoment { try journal.recordCare(request, .rehearse) }
    if plants.isBatch {
      let word =
        kinds.isEmpty
        ? "care of" : "\(Phrase.list(kinds.map(\.words), joinedBy: "and")) of"
      let day = try onItsDay()
      try confirmBatch { count in
        "Record \(word) \(count) plants\(day)?"
      } of: {
        try journal.recordCare(request, .rehearse).caredFor.count
      }
    }
    // A file that is refused keeps the care from being recorded.
    guard let path = try arguments[.photo] else {
      return try report(try journal.recordCare(request, mode), care: verb)
    }
    let file = try photoFile(path, of: plants, request.occasion)
    let intake = try intake([file], into: journal)
    var taken: TakenPhoto?
    try intake.take([file]) { _, result in
      do {
        taken = try result.get()
      } catch {
        throw RefusedPhotos(path, error)
      }
    }
    request.photo = taken?.photo
    let receipt: Receipt
    do {
      receipt = try journal.recordCare(request, mode)
    } catch {
      if let taken { intake.discard(taken) }
      throw error
    }
    let line = taken?.lineOnTime(on: receipt.today)
    try report(receipt, care: verb, noting: line)
  }

  /// The file of the photo that was taken while care was given.
  private func photoFile(
    _ path: String, of plants: PlantChoice, _ occasion: Occasion
  ) throws -> PhotoFile {
    guard plants.names.count == 1 else {
      throw UsageError("--photo needs the one plant that it shows")
    }
    let plant = try read { try $0.plants(plants)[0] }
    let clock = LocalClock(now: journal.now, zone: try journal.zone())
    return PhotoFile(
      at: path, of: plant,
      taken: arguments.contains(.at) ? try occasion.at.value(by: clock) : nil)
  }
}
