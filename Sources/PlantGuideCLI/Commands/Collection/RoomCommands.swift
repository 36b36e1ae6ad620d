internal import Encodings
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalFormats
internal import JournalQueries
internal import TerminalKit

extension Command {
  static let roomList = Command(
    definition: CommandDefinition(
      path: ["room", "list"],
      summary: "List the rooms with the number of plants in each",
      options: GlobalOptions.reading,
      examples: ["plantguide room list"], section: .collection)
  ) { context in
    let rooms = try context.read { try $0.countedRooms() }
    guard !context.wantsJSON else {
      return try context.printJSON { $0.object { $0.rooms(rooms) } }
    }
    var table = Table([
      .init("ID"), .init("ROOM"), .init("ICON"),
      .init("PLANTS", alignment: .right),
    ])
    for row in rooms {
      table.add([
        ShortID.text(of: row.room.id), row.room.name, row.room.icon,
        "\(row.count)",
      ])
    }
    try context.print(table)
  }

  static let roomAdd = Command(
    definition: CommandDefinition(
      path: ["room", "add"],
      summary: "Add a room",
      arguments: [
        ArgumentDefinition(name: "NAME", help: "The name of the room")
      ],
      options: [.roomIcon, .roomPlace] + OptionDefinition.writing,
      examples: ["plantguide room add Greenhouse"], section: .collection,
      isWriting: true)
  ) { context in
    let arguments = context.arguments
    let name = try NameInput.name(
      arguments.positional[0], "the room's name")
    try context.changeRooms(
      .make(
        name: name, icon: try arguments[.roomIcon] ?? "",
        sortOrder: try arguments[.roomPlace]))
  }

  static let roomDelete = Command(
    definition: CommandDefinition(
      path: ["room", "delete"],
      summary: "Delete a room; its plants then appear in Other",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", completion: .room, help: "The room, by name or id")
      ],
      options: OptionDefinition.writing,
      examples: ["plantguide room delete Greenhouse"], section: .collection,
      isWriting: true)
  ) { context in
    let name = context.arguments.positional[0]
    let wish = RoomRequest.Wish.delete(room: name)
    // This asks before more than a few plants lose their room.
    let rehearsed = try context.journal.changeRooms(
      RoomRequest(wish), .rehearse)
    if case .roomDeleted(let room, let count)? = rehearsed.changes.first {
      try context.confirmBatch(
        count,
        "Delete the room \(room.name)? \(count) plants will show in Other.")
    }
    try context.changeRooms(wish)
  }
}

extension OptionDefinition {
  fileprivate static let roomIcon = Option(
    "icon", value: "NAME", help: "The name of its icon"
  ) { try NameInput.name($0, "the icon") }
  fileprivate static let roomPlace = Option(
    "order", value: "NUMBER",
    help: "Its position among the rooms; last by default",
    expects: "a whole number from 0 to \(RoomCreated.maximumSortOrder)"
  ) { text in
    Int(text).flatMap {
      (0...RoomCreated.maximumSortOrder).contains($0) ? $0 : nil
    }
  }
}

extension CommandContext {
  /// Changes rooms as one action and reports it.
  mutating func changeRooms(_ wish: RoomRequest.Wish) throws {
    let request = RoomRequest(
      wish, try occasion())
    try report(try journal.changeRooms(request, mode))
  }
}
