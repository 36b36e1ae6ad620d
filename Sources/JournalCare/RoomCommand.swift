public import JournalEvents

/// A user's command on one room.
public enum RoomCommand: Sendable, Hashable {
  /// Creates a room; without `sortOrder` it becomes the last.
  case create(name: String, icon: String, sortOrder: Int?)
  /// Change the room's name, icon or place among the rooms.
  case edit(RoomEdited)
  /// Delete the room.
  case delete
  /// Merge the room into another.
  case merge(into: RoomID)

  /// Returns the body of the event that carries out this command.
  ///
  /// - Throws: ``CareError`` if the command is refused.
  public func decide(
    on id: RoomID, _ room: RoomState, in names: RoomNames
  ) throws(CareError) -> EventBody {
    switch self {
    case .create(let name, let icon, let sortOrder):
      guard !room.isPresent else { throw .roomExists(id, name: name) }
      if let other = names[name].first {
        throw .roomExists(other, name: name)
      }
      let place = sortOrder ?? names.nextSortOrder
      return .roomCreated(.init(name: name, icon: icon, sortOrder: place))
    case .edit(let body):
      guard room.isPresent else { throw .unknownRoom(id) }
      guard !body.isEmpty else { throw .emptyEdit }
      if let name = body.name,
        let other = names[name].first(where: { $0 != id })
      {
        throw .roomExists(other, name: name)
      }
      return .roomEdited(body)
    case .delete:
      guard room.isPresent else { throw .unknownRoom(id) }
      guard id != StandardRoom.other.id else { throw .otherRoomStays }
      return .roomDeleted(.init())
    case .merge(let other):
      guard room.isPresent else { throw .unknownRoom(id) }
      guard id != StandardRoom.other.id else { throw .otherRoomStays }
      guard id != other else { throw .ownMerge(id, name: room.name ?? "") }
      return .roomMerged(.init(into: other))
    }
  }
}

/// The names of the visible rooms, in any case. Room commands are decided on
/// them, and imports look up rooms in them. Adding a room reads no other.
public struct RoomNames: Sendable {
  private var ids: [String: [RoomID]] = [:]
  private var lastSortOrder: Int?

  /// Creates the names of the rooms in a list.
  public init(_ rooms: RoomList) {
    for room in rooms.rooms {
      add(room.id, name: room.name, sortOrder: room.sortOrder)
    }
  }

  /// Returns the rooms called `name`.
  public subscript(name: String) -> [RoomID] { ids[name.foldedName] ?? [] }

  /// The place after all others, or the last possible.
  var nextSortOrder: Int {
    min(lastSortOrder.map { $0 + 1 } ?? 0, RoomCreated.maximumSortOrder)
  }

  /// Adds a new room.
  public mutating func add(_ id: RoomID, name: String, sortOrder: Int) {
    ids[name.foldedName, default: []].append(id)
    lastSortOrder = max(lastSortOrder ?? sortOrder, sortOrder)
  }
}
