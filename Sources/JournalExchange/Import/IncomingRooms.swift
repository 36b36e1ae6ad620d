internal import JournalCare
internal import JournalEvents

/// Finds the rooms that an input names, and notes those that are to be made.
struct IncomingRooms {
  private let rooms: RoomList
  private var made: [String: RoomID] = [:]
  private(set) var plans: [ImportPlan.Room] = []

  init(_ rooms: RoomList) {
    self.rooms = rooms
  }

  /// The room that a name or an id means; `nil` is "Other".
  ///
  /// - `makeID`: Gives the id of a room that is to be made.
  /// - Throws: `CellError` where several rooms have the name, or an id means
  ///   none.
  mutating func room(
    _ name: String, makeID: () -> RoomID
  ) throws(CellError) -> RoomID? {
    if let id = RoomID(name) {
      guard rooms[id] != nil else { throw CellError("is the id of no room") }
      return id == StandardRoom.other.id ? nil : id
    }
    let found = rooms.named(name)
    guard found.count <= 1 else {
      throw CellError(
        "names a room, but \(found.count) are called '\(name)'; "
          + "write the id of one")
    }
    if let room = found.first {
      return room.id == StandardRoom.other.id ? nil : room.id
    }
    let folded = name.lowercased()
    if let id = made[folded] { return id }
    let id = makeID()
    made[folded] = id
    plans.append(ImportPlan.Room(id: id, name: name))
    return id
  }
}
