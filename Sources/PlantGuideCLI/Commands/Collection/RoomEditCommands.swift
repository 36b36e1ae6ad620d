internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let roomEdit = Command(
    definition: CommandDefinition(
      path: ["room", "edit"],
      summary: "Change a room's name or icon",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", completion: .room, help: "The room, by name or id")
      ],
      options: [.roomName, .newIcon] + OptionDefinition.writing,
      examples: ["plantguide room edit Office --name Study --icon desk"],
      section: .collection, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let edit = RoomEdited(
      name: try arguments[.roomName], icon: try arguments[.newIcon])
    guard !edit.isEmpty else {
      throw UsageError(
        "say what changes: --name or --icon",
        hint: "'plantguide room order' changes a room's place",
        usage: context.command.usage)
    }
    try context.changeRooms(.edit(room: arguments.positional[0], edit))
  }

  static let roomOrder = Command(
    definition: CommandDefinition(
      path: ["room", "order"],
      summary: "Change the order of the rooms",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", isRepeatable: true, completion: .room,
          help:
            "Rooms in their new order, before all others; or one room and its "
            + "new position, from 1"
        )
      ],
      options: OptionDefinition.writing,
      examples: [
        "plantguide room order Bathroom 1",
        "plantguide room order Bedroom Kitchen Office",
      ],
      section: .collection, isWriting: true)
  ) { context in
    let words = context.arguments.positional
    // A room's name may be a number.
    if words.count == 2, let place = Int(words[1]),
      try context.journal.read({ $0.roomList.named(words[1]).isEmpty })
    {
      return try context.changeRooms(.place(room: words[0], at: place))
    }
    try context.changeRooms(.order(words))
  }
}

extension OptionDefinition {
  fileprivate static let roomName = Option(
    "name", value: "NAME", help: "The new name"
  ) { try NameInput.name($0, "the room's name") }
  fileprivate static let newIcon = Option(
    "icon", value: "NAME", help: "The name of its new icon; empty for none"
  ) { $0.isEmpty ? "" : try NameInput.name($0, "the icon") }
}
