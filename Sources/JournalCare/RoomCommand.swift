public import JournalEvents

/// What a user wants of one room.
public enum RoomCommand: Sendable, Hashable {
  /// Makes a room; without `sortOrder` it becomes the last.
  case create(name: String, icon: String, sortOrder: Int?)
  case edit(RoomEdited)
  case delete

  /// The body of the event that carries this command out.
  ///
  /// - Throws: ``CareError`` where the command is refused.
  public func decide(
    on id: RoomID, _ room: RoomState, in rooms: RoomList
  ) throws(CareError) -> EventBody {
    switch self {
    case .create(let name, let icon, let sortOrder):
      guard !room.isPresent else { throw .roomExists(id, name: name) }
      if let other = rooms.named(name).first {
        throw .roomExists(other.id, name: name)
      }
      let last = rooms.rooms.last.map { $0.sortOrder + 1 } ?? 0
      let place = sortOrder ?? min(last, RoomCreated.maximumSortOrder)
      return .roomCreated(.init(name: name, icon: icon, sortOrder: place))
    case .edit(let body):
      guard room.isPresent else { throw .unknownRoom(id) }
      guard !body.isEmpty else { throw .emptyEdit }
      if let name = body.name,
        let other = rooms.named(name).first(where: { $0.id != id })
      {
        throw .roomExists(other.id, name: name)
      }
      return .roomEdited(body)
    case .delete:
      guard room.isPresent else { throw .unknownRoom(id) }
      guard id != StandardRoom.other.id else { throw .otherRoomStays }
      return .roomDeleted(.init())
    }
  }
}
