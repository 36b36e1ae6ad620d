internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

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
      examples: ["plantguide move Monty Bedroom"], section: .collection,
      isWriting: true)
  ) { context in
    let names = context.arguments.positional.dropLast()
    let wanted = context.arguments.positional.last ?? ""
    try context.change(
      names, Deed("move", "moved"), note: try context.arguments[.note]
    ) { session in
      let rooms = try session.rooms()
      let room = try rooms.room(named: wanted)
      let name = rooms[room]?.name ?? ""
      return (.move(to: room), " to \(SafeText.shown(name))")
    }
  }

  static let note = Command(
    definition: CommandDefinition(
      path: ["note"],
      summary: "Write down an observation of a plant",
      arguments: [
        PlantChoice.argument,
        ArgumentDefinition(name: "TEXT", help: "What you saw"),
      ],
      options: PlantChoice.options + [.at] + GlobalOptions.writing,
      examples: ["plantguide note Monty \"A new leaf\""], section: .collection,
      isWriting: true)
  ) { context in
    let names = context.arguments.positional.dropLast()
    let text = try context.noteText(
      context.arguments.positional.last ?? "", after: names)
    try context.change(names, Deed("note of", "noted:"), note: nil) { _ in
      (.note(text), "")
    }
  }

  static let favorite = Command(
    definition: CommandDefinition(
      path: ["favorite"],
      summary: "Make plants favourites, or end that",
      arguments: [
        PlantChoice.argument
      ],
      options: [.off] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide favorite Monty"], section: .collection,
      isWriting: true)
  ) { context in
    let isOn = !context.arguments[.off]
    try context.change(
      context.arguments.positional,
      isOn
        ? Deed("make a favourite:", "favourite:")
        : Deed("make no favourite:", "no favourite:"),
      note: try context.arguments[.note]
    ) { _ in (.favorite(isOn), "") }
  }

  static let remove = Command(
    definition: CommandDefinition(
      path: ["remove"],
      summary: "Take plants out of the collection; their history stays",
      arguments: [
        PlantChoice.argument
      ],
      options: [.reason] + PlantChoice.options + OptionDefinition.writing,
      examples: ["plantguide remove Monty --reason \"given away\""],
      section: .collection, isWriting: true)
  ) { context in
    let reason = try context.arguments[.reason] ?? .other
    try context.change(
      context.arguments.positional, Deed("remove", "removed"),
      note: try context.arguments[.note]
    ) { _ in
      (.remove(reason), reason == .other ? "" : ", \(reason.shown)")
    }
  }
}

extension OptionDefinition {
  fileprivate static let off = Flag("off", help: "They are favourites no more")
  fileprivate static let reason = Option(
    "reason", value: "REASON",
    completion: .choice(RemovalReason.allCases.map(\.rawValue)),
    help: "died, given away, sold, mistake or other (the default)",
    expects: Wording.list(RemovalReason.allCases.map(\.shown), joinedBy: "or"),
    parse: RemovalReason.init(typed:))
}

extension CommandContext {
  /// Carries out the same command on several plants, as one action.
  fileprivate mutating func change(
    _ names: some Collection<String>, _ deed: Deed, note: String?,
    _ command: (inout ActionSession) throws -> (
      command: PlantCommand, suffix: String
    )
  ) throws {
    let selection = try PlantChoice(names, of: self)
    try confirm(selection)
    let at = try at(in: try inputZone())
    let written = try write { session, report in
      let snapshot = try session.snapshot()
      let (command, suffix) = try command(&session)
      var isOpen = false
      for id in try snapshot.plants(selection) {
        let plant = try session.plant(id)
        guard !command.changesNothing(about: plant) else {
          report.lines.append("nothing changed: \(plant.shownName(id))")
          continue
        }
        if !isOpen { try session.beginAction() }
        isOpen = true
        try session.perform(
          command, on: id, at: at, note: note)
        report.add(deed, plant.shownName(id) + suffix)
      }
      if isOpen { _ = try session.endAction() }
    }
    try report(written)
  }

  /// Asks before more than a few plants are changed. Counted outside of the
  /// transaction: nobody else should wait for an answer.
  func confirm(_ selection: PlantChoice) throws {
    var count = selection.names.count
    if selection.hasFilter {
      count = try read { snapshot in
        try snapshot.plants(selection).count
      }
    }
    try confirmBatch(count, "Change \(count) plants?")
  }
}
