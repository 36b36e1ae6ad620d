internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let roomEdit = Command(
    definition: CommandDefinition(
      path: ["room", "edit"],
      summary: "Change a room's name or picture",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", completion: .room, help: "The room, by name or id")
      ],
      options: [
        Option(
          "name", value: "NAME", help: "What it is called from now on"),
        Option(
          "icon", value: "NAME",
          help: "The name of its picture; nothing for none"),
      ] + OptionDefinition.writing,
      examples: ["plantguide room edit Office --name Study --icon desk"],
      section: .collection, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let wanted = RoomEdited(
      name: try arguments.value("name").map {
        try NameInput.name($0, "the room's name")
      },
      icon: try arguments.value("icon").map {
        $0.isEmpty ? "" : try NameInput.name($0, "the icon")
      })
    guard !wanted.isEmpty else {
      throw UsageError(
        "say what changes: --name or --icon",
        hint: "'plantguide room order' changes a room's place",
        usage: context.command.usage)
    }
    try context.changeRooms { rooms in
      let id = try rooms.room(named: arguments.positional[0])
      return [(id, wanted)]
    }
  }

  static let roomOrder = Command(
    definition: CommandDefinition(
      path: ["room", "order"],
      summary: "Put rooms in order: a room and its place, or all in a row",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", isRepeatable: true, completion: .room,
          help:
            "Rooms in their new order, the others after them; or one room and its place, from 1"
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
    try context.changeRooms { rooms in
      try RoomOrder(words, in: rooms).edits
    }
  }
}

/// A new order of the rooms.
struct RoomOrder {
  /// The rooms whose place changes, and to which.
  let edits: [(id: RoomID, edit: RoomEdited)]

  /// Reads `Bathroom 1`, or rooms in a row; those that are not named follow in
  /// the order they had.
  init(_ words: [String], in rooms: RoomList) throws {
    let order = try Self.order(words, in: rooms)
    edits = order.enumerated().compactMap { place, id in
      rooms[id]?.sortOrder == place ? nil : (id, RoomEdited(sortOrder: place))
    }
  }

  private static func order(
    _ words: [String], in rooms: RoomList
  ) throws -> [RoomID] {
    let present = rooms.rooms.map(\.id)
    if words.count == 2, let place = Int(words[1]),
      rooms.named(words[1]).isEmpty
    {
      guard (1...present.count).contains(place) else {
        throw UsageError(
          "there is no place \(place): places are 1 to \(present.count)")
      }
      let id = try rooms.room(named: words[0])
      var order = present.filter { $0 != id }
      order.insert(id, at: place - 1)
      return order
    }
    var named: [RoomID] = []
    for word in words {
      let id = try rooms.room(named: word)
      guard !named.contains(id) else {
        throw UsageError("'\(rooms[id]?.name ?? word)' is named twice")
      }
      named.append(id)
    }
    guard words.count > 1 else {
      throw UsageError(
        "say where '\(rooms[named[0]]?.name ?? words[0])' belongs",
        hint: "such as: plantguide room order \(words[0]) 1")
    }
    return named + present.filter { !named.contains($0) }
  }
}

extension CommandContext {
  /// Edits rooms as one action and reports it; what is so already is left out.
  fileprivate mutating func changeRooms(
    _ edits: (RoomList) throws -> [(id: RoomID, edit: RoomEdited)]
  ) throws {
    let at = try at(in: try inputZone())
    let note = try arguments[.note]
    let written = try write { session, report in
      let rooms = try session.rooms()
      let edits = try edits(rooms).compactMap { id, edit in
        let changing = rooms[id].map(edit.changing) ?? edit
        return changing.isEmpty ? nil : (id, changing)
      }
      guard !edits.isEmpty else {
        report.lines.append("nothing changed")
        return
      }
      try session.beginAction()
      for (id, edit) in edits {
        try session.perform(
          RoomCommand.edit(edit), on: id, at: at, note: note)
      }
      _ = try session.endAction()
      let after = try session.rooms()
      for (id, edit) in edits {
        report.add(
          .edit,
          "\(SafeText.shown(after[id]?.name ?? "")) "
            + "(\(ShortID.text(of: id))): \(SafeText.shown(edit.text))")
      }
    }
    try report(written)
  }
}

extension RoomEdited {
  /// The part of this edit that changes something about `room`.
  fileprivate func changing(_ room: RoomList.Room) -> RoomEdited {
    RoomEdited(
      name: name == room.name ? nil : name,
      icon: icon == room.icon ? nil : icon,
      sortOrder: sortOrder == room.sortOrder ? nil : sortOrder)
  }
}
