public import JournalEvents
internal import JournalTime

/// The visible rooms, in room order.
///
/// A room that was merged into another stands for that one wherever it is
/// looked up. The statement is ignored if the other room never existed, or was
/// deleted.
public struct RoomList: Sendable, Hashable {
  /// A visible room.
  public struct Room: Sendable, Hashable {
    /// The id of the room.
    public let id: RoomID
    /// The name of the room.
    public let name: String
    /// The name of the room's icon; may be empty.
    public let icon: String
    /// The place among the rooms.
    public let sortOrder: Int

    /// A Boolean value that indicates whether every journal has the room.
    public var isDefault: Bool { StandardRoom(id: id) != nil }
  }

  /// The rooms, by `sortOrder`, then name, then id.
  public let rooms: [Room]
  // The places of the rooms by id. A dictionary takes longer to build and
  // query.
  private let placesByID: [Int]
  /// The deleted and the merged rooms, by id.
  private let formerRooms: [Room]
  /// The groups of rooms that are one.
  private let merges: PlantMerges

  /// Creates a list from the rooms that have events, and adds the standard
  /// rooms without events.
  public init(_ states: [RoomID: RoomState]) {
    var (rooms, former): ([Room], [Room]) = ([], [])
    let merges = PlantMerges(states.compactMapValues(\.merge)) { id in
      (states[id] ?? RoomState(initial: id)).isPresent
    }
    func add(_ id: RoomID, _ state: RoomState) {
      guard let name = state.name else { return }
      let room = Room(
        id: id, name: name, icon: state.icon, sortOrder: state.sortOrder)
      if state.isDeleted || merges.root(of: id) != id {
        former.append(room)
      } else {
        rooms.append(room)
      }
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
    self.merges = merges
  }

  /// The rooms that were ever created, even if they are deleted or merged.
  public var all: [Room] { rooms + formerRooms }

  private func existingPlace(of room: RoomID) -> Int? {
    let room = merges.root(of: room)
    let next = placesByID.sortedIndex(after: { rooms[$0].id < room })
    guard let place = placesByID[next...].first, rooms[place].id == room
    else { return nil }
    return place
  }

  /// Returns the room in which a plant is shown: its own, the one into which
  /// that was merged, or "Other" if it has no visible room.
  public func effective(_ room: RoomID?) -> RoomID {
    room.flatMap { self[$0]?.id } ?? StandardRoom.other.id
  }

  /// Returns the rooms that were merged into a room.
  public func parts(of room: RoomID) -> Set<RoomID> {
    merges.group(of: room).subtracting([room])
  }

  /// Returns the place of an effective room in room order.
  public func place(of room: RoomID) -> Int {
    existingPlace(of: room) ?? rooms.count
  }

  /// Returns the room with this id, or the one into which that was merged;
  /// `nil` if it is not visible.
  public subscript(id: RoomID) -> Room? {
    existingPlace(of: id).map { rooms[$0] }
  }

  /// Returns the name of a room itself, even if it is deleted or merged; `nil`
  /// if it never existed.
  public func name(of room: RoomID) -> String? {
    formerRooms.first { $0.id == room }?.name ?? self[room]?.name
  }

  /// Returns the rooms called `name`, in any case.
  public func named(_ name: String) -> [Room] {
    let folded = name.foldedName
    return rooms.filter { $0.name.foldedName == folded }
  }
}
