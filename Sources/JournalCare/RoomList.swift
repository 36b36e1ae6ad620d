public import JournalEvents
internal import JournalTime

/// The rooms that can be seen, in room order.
public struct RoomList: Sendable, Hashable {
  /// One room that can be seen.
  public struct Room: Sendable, Hashable {
    /// Its id.
    public let id: RoomID
    /// What it is called.
    public let name: String
    /// The name of its picture; may be empty.
    public let icon: String
    /// Its place among the rooms.
    public let sortOrder: Int

    /// Whether every journal has it.
    public var isDefault: Bool { StandardRoom(id: id) != nil }
  }

  /// The rooms, by `sortOrder`, then name, then id.
  public let rooms: [Room]
  // Their places, by id. A dictionary takes longer to make and to ask.
  private let placesByID: [Int]
  /// Those that were deleted, by id.
  private let formerRooms: [Room]

  /// Creates a list from the rooms that have events; the standard ones are
  /// added where they have none.
  public init(_ states: [RoomID: RoomState]) {
    var (rooms, former): ([Room], [Room]) = ([], [])
    func add(_ id: RoomID, _ state: RoomState) {
      guard let name = state.name else { return }
      let room = Room(
        id: id, name: name, icon: state.icon, sortOrder: state.sortOrder)
      if state.isDeleted { former.append(room) } else { rooms.append(room) }
    }
    for (id, state) in states { add(id, state) }
    for room in StandardRoom.allCases where states[room.id] == nil {
      add(room.id, RoomState(initial: room.id))
    }
    rooms.sort { left, right in
      if left.sortOrder != right.sortOrder {
        return left.sortOrder < right.sortOrder
      }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      return left.id < right.id
    }
    former.sort { $0.id < $1.id }
    self.rooms = rooms
    placesByID = rooms.indices.sorted { rooms[$0].id < rooms[$1].id }
    formerRooms = former
  }

  private func existingPlace(of room: RoomID) -> Int? {
    let next = placesByID.sortedIndex(after: { rooms[$0].id < room })
    guard let place = placesByID[next...].first, rooms[place].id == room
    else { return nil }
    return place
  }

  /// The room in which a plant shows: its own, or "Other" where it has none
  /// or its own cannot be seen.
  public func effective(_ room: RoomID?) -> RoomID {
    guard let room, existingPlace(of: room) != nil else {
      return StandardRoom.other.id
    }
    return room
  }

  /// The place of an effective room in room order.
  public func place(of room: RoomID) -> Int {
    existingPlace(of: room) ?? rooms.count
  }

  /// The room `id`, or `nil` where it cannot be seen.
  public subscript(id: RoomID) -> Room? {
    existingPlace(of: id).map { rooms[$0] }
  }

  /// What a room is called, or was before it was deleted; `nil` for one that
  /// never was.
  public func name(of room: RoomID) -> String? {
    self[room]?.name ?? formerRooms.first { $0.id == room }?.name
  }

  /// The rooms called `name`, in any case.
  public func named(_ name: String) -> [Room] {
    let folded = name.foldedName
    return rooms.filter { $0.name.foldedName == folded }
  }
}
