internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let roomList = Command(
    definition: CommandDefinition(
      path: ["room", "list"],
      summary: "List the rooms and how many plants are in each",
      options: GlobalOptions.reading,
      examples: ["plantguide room list"], section: .collection)
  ) { context in
    let shown = try context.read(RoomReading())
    guard !context.wantsJSON else {
      return try context.output.write(bytes: shown.json)
    }
    var table = Table([
      .init("ID"), .init("ROOM"), .init("ICON"),
      .init("PLANTS", alignment: .right),
    ])
    for row in shown.rows {
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
      summary: "Make a room",
      arguments: [
        ArgumentDefinition(name: "NAME", help: "What it is called")
      ],
      options: [
        Option(
          "icon", value: "NAME", help: "The name of its picture"),
        Option(
          "order", value: "NUMBER",
          help: "Its place among the rooms; last by default"),
      ] + OptionDefinition.writing,
      examples: ["plantguide room add Greenhouse"], section: .collection,
      isWriting: true)
  ) { context in
    let arguments = context.arguments
    let name = try NameInput.name(
      arguments.positional[0], "the room's name")
    let order = try arguments.value("order").map { text in
      guard let order = Int(text),
        (0...RoomCreated.maximumSortOrder).contains(order)
      else {
        throw UsageError.badValue(
          option: "order", value: text,
          expectation:
            "a whole number from 0 to \(RoomCreated.maximumSortOrder)")
      }
      return order
    }
    let icon = try arguments.value("icon").map {
      try NameInput.name($0, "the icon")
    }
    let note = try arguments[.note]
    let at = try context.at(in: try context.inputZone())
    let report = try context.write { session, report in
      let id: RoomID = session.randomness.id()
      try session.beginAction()
      try session.perform(
        RoomCommand.create(
          name: name, icon: icon ?? "", sortOrder: order),
        on: id, at: at, note: note)
      _ = try session.endAction()
      report.made.append(
        .init(
          type: "room", id: id.description, shortID: ShortID.text(of: id),
          name: name))
      report.add(
        .make, "the room \(SafeText.shown(name)) (\(ShortID.text(of: id)))")
    }
    try context.report(report)
  }

  static let roomDelete = Command(
    definition: CommandDefinition(
      path: ["room", "delete"],
      summary: "Delete a room; its plants show in Other",
      arguments: [
        ArgumentDefinition(
          name: "ROOM", completion: .room, help: "The room, by name or id")
      ],
      options: OptionDefinition.writing,
      examples: ["plantguide room delete Greenhouse"], section: .collection,
      isWriting: true)
  ) { context in
    let name = context.arguments.positional[0]
    let note = try context.arguments[.note]
    let at = try context.at(in: try context.inputZone())
    try context.confirmRoomDeletion(name)
    let report = try context.write { session, report in
      let rooms = try session.rooms()
      let id = try rooms.room(named: name)
      let count = try session.snapshot().plantCount(in: id)
      try session.beginAction()
      try session.perform(
        RoomCommand.delete, on: id, at: at, note: note)
      _ = try session.endAction()
      let shown = SafeText.shown(rooms[id]?.name ?? name)
      report.add(Deed("delete", "deleted"), "the room \(shown)")
      if count > 0 {
        let plants = Wording.count(count, "plant")
        let shows = count == 1 ? "now shows" : "now show"
        let verb = context.isDryRun ? "would show" : shows
        report.lines.append("\(plants) \(verb) in Other")
      }
    }
    try context.report(report)
  }
}

extension CommandContext {
  /// Asks before more than a few plants lose their room. Counted outside of
  /// the transaction: nobody else should wait for an answer.
  fileprivate func confirmRoomDeletion(_ name: String) throws {
    try read { snapshot in
      let rooms = snapshot.rooms
      let id = try rooms.room(named: name)
      let count = try snapshot.plantCount(in: id)
      try confirmBatch(
        count,
        "Delete the room \(rooms[id]?.name ?? name)? "
          + "\(count) plants will show in Other."
      )
    }
  }
}

extension Snapshot {
  /// How many plants that are there stand in a room.
  fileprivate func plantCount(
    in room: RoomID
  ) throws -> Int {
    var count = 0
    try forEachPlant { _, plant in
      if plant.isPresent, plant.room == room { count += 1 }
      return true
    }
    return count
  }
}

private struct RoomReading: CommandContext.Reading {
  struct Result {
    let rows: [(room: RoomList.Room, count: Int)]
    let json: [UInt8]
  }

  func read(
    _ snapshot: borrowing Snapshot
  ) throws -> Result {
    let counts = try snapshot.plantCounts()
    var writer = JSONWriter()
    try writer.object { writer in
      writer.name("rooms")
      try ExportDocument.writeRooms(snapshot, to: &writer)
    }
    writer.newline()
    return Result(
      rows: snapshot.rooms.rooms.map { ($0, counts[$0.id] ?? 0) },
      json: writer.bytes)
  }
}
