internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension LineAppender {
  /// Decides a line about a room.
  func performOnRoom(
    _ line: AppendLine, _ parser: PayloadParser, _ at: OffsetInstant,
    _ rooms: RoomList, _ session: inout ActionSession,
    _ report: inout WriteReport
  ) throws {
    guard line.type == .roomCreated else {
      guard let subject = line.subject else {
        throw FieldError("room", "is missing")
      }
      let payload = try parser.payload(
        of: line.type, members: line.members, at: at)
      let room = try rooms.room(named: subject)
      try session.perform(
        RoomCommand(payload.body), on: room, at: payload.at,
        note: payload.note)
      return
    }
    var defaults: [JSONValue.Member] = [
      .init("icon", .string("")), .init("sortOrder", .integer(0)),
    ]
    let named = line.subject.flatMap { StreamID($0) }
    if let subject = line.subject, named == nil {
      try line.checkNames("name", subject)
      defaults.append(.init("name", .string(subject)))
    }
    let payload = try parser.payload(
      of: line.type, members: line.members, at: at, defaults: defaults)
    guard case .roomCreated(let body) = payload.body else { return }
    let name = try NameInput.name(body.name, "the room's name")
    let id = named ?? line.id ?? session.randomness.id()
    try session.perform(
      RoomCommand.create(
        name: name, icon: body.icon,
        sortOrder: line.names("sortOrder") ? body.sortOrder : nil),
      on: id, at: payload.at, note: payload.note)
    report.made.append(
      .init(
        type: "room", id: id.description, shortID: ShortID.text(of: id),
        name: name))
  }
}
