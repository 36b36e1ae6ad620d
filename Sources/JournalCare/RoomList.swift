public import JournalEvents

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
  private let places: [RoomID: Int]
  /// What rooms were called that were deleted.
  private let formerNames: [RoomID: String]

  /// Creates a list from the rooms that have events; the standard ones are
  /// added where they have none.
  public init(_ states: [RoomID: RoomState]) {
    var states = states
    for room in StandardRoom.allCases where states[room.id] == nil {
      states[room.id] = RoomState(initial: room.id)
    }
    rooms = states.compactMap { id, state in
      guard state.isPresent, let name = state.name else { return nil }
      return Room(
        id: id, name: name, icon: state.icon, sortOrder: state.sortOrder)
    }.sorted { left, right in
      if left.sortOrder != right.sortOrder {
        return left.sortOrder < right.sortOrder
      }
      if left.name != right.name {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      return left.id < right.id
    }
    places = Dictionary(
      uniqueKeysWithValues: rooms.enumerated().map { ($1.id, $0) })
    formerNames = states.compactMapValues { $0.isDeleted ? $0.name : nil }
  }

  /// The room in which a plant shows: its own, or "Other" where it has none
  /// or its own cannot be seen.
  public func effective(_ room: RoomID?) -> RoomID {
    guard let room, places[room] != nil else { return StandardRoom.other.id }
    return room
  }

  /// The place of an effective room in room order.
  public func place(of room: RoomID) -> Int {
    places[room] ?? rooms.count
  }

  /// The room `id`, or `nil` where it cannot be seen.
  public subscript(id: RoomID) -> Room? {
    places[id].map { rooms[$0] }
  }

  /// What a room is called, or was before it was deleted; `nil` for one that
  /// never was.
  public func name(of room: RoomID) -> String? {
    self[room]?.name ?? formerNames[room]
  }

  /// The rooms called `name`, in any case.
  public func named(_ name: String) -> [Room] {
    let folded = name.foldedName
    return rooms.filter { $0.name.foldedName == folded }
  }
}
