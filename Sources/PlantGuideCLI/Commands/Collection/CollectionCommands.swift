internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import TerminalKit
internal import TextKit

extension Command {
  static let move = Command(
    definition: CommandDefinition(
      path: ["move"],
      summary: "Move plants to another room",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(
          name: "ROOM", completion: .room, help: "The room, by name or id"),
      ],
      options: PlantChoice.options + OptionDefinition.writing,
      examples: [
        "plantguide move Monty Bedroom", "plantguide move Monty to Bedroom",
      ], section: .collection,
      isWriting: true)
  ) { context in
    try context.change(
      try context.arguments(beforeLast: 1, joinedBy: ["to", "into"]),
      .move(to: context.arguments.positional.last ?? ""))
  }

  static let note = Command(
    definition: CommandDefinition(
      path: ["note"],
      summary: "Record an observation of a plant",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(name: "TEXT", help: "What you saw"),
      ],
      options: PlantChoice.options + [.at] + GlobalOptions.writing,
      examples: [
        "plantguide note Monty \"A new leaf\"",
        "plantguide note Monty new leaf",
      ],
      discussion: """
        You can leave out the quotes: the words after the first plant are then \
        the observation. If all words but the last are plants, only the last \
        word is.
        """,
      section: .collection, isWriting: true)
  ) { context in
    let (names, text) = try context.plantsAndNote(context.arguments.positional)
    try context.change(names, .note(text))
  }

  static let favorite = Command(
    definition: CommandDefinition(
      path: ["favorite"],
      summary: "Mark plants as favourites, or remove the mark",
      arguments: [
        PlantChoice.argument
      ],
      options: [
        .off
      ] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide favorite Monty"], section: .collection,
      isWriting: true)
  ) { context in
    try context.change(
      context.arguments.positional, .favorite(!context.arguments[.off]))
  }

  static let remove = Command(
    definition: CommandDefinition(
      path: ["remove"],
      summary: "Remove plants from the collection; their history stays",
      arguments: [
        PlantChoice.argument
      ],
      options: [
        .reason
      ] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide remove Monty --reason \"given away\""],
      section: .collection, isWriting: true)
  ) { context in
    try context.change(
      context.arguments.positional,
      .remove(try context.arguments[.reason] ?? .other))
  }
}

extension OptionDefinition {
  fileprivate static let off = Flag(
    "off", help: "Remove the mark instead")
  fileprivate static let reason = Option(
    "reason", value: "REASON",
    completion: .choice(RemovalReason.allCases.map(\.rawValue)),
    help: "died, given away, sold, mistake or other (the default)",
    expects: RemovalReason.expectation,
    parse: RemovalReason.init(typed:))
}

extension CommandContext {
  /// Does the same thing to several plants, as one action.
  mutating func change(
    _ names: some Collection<String>, _ wish: PlantRequest.Wish
  ) throws {
    let plants = try PlantChoice(names, of: self)
    try confirm(plants)
    let request = PlantRequest(
      plants, wish, try occasion())
    try report(try journal.change(request, mode))
  }
}
