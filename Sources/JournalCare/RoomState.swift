public import JournalEvents

/// The state of a room, folded from its events.
public struct RoomState: Hashable, Sendable {
  /// The name; `nil` for a room that was never created.
  public private(set) var name: String?
  /// The name of the room's icon; may be empty.
  public private(set) var icon: String
  /// The place among the rooms.
  public private(set) var sortOrder: Int
  /// A Boolean value that indicates whether the room was deleted.
  public private(set) var isDeleted: Bool
  /// The latest statement that it is another room; `nil` for none.
  public private(set) var merge: PlantMerges.Word?
  /// The position of the last folded event.
  public var latest: LogPosition?

  /// Creates a state from its stored form.
  public init(
    name: String?, icon: String, sortOrder: Int, isDeleted: Bool,
    merge: PlantMerges.Word? = nil, latest: LogPosition?
  ) {
    self.name = name
    self.icon = icon
    self.sortOrder = sortOrder
    self.isDeleted = isDeleted
    self.merge = merge
    self.latest = latest
  }

  /// Creates the state of `room` before any event: that of a standard room, or
  /// empty.
  public init(initial room: RoomID) {
    if let standard = StandardRoom(id: room) {
      self.init(
        name: standard.name, icon: standard.icon,
        sortOrder: standard.rawValue, isDeleted: false, latest: nil)
    } else {
      self.init(
        name: nil, icon: "", sortOrder: 0, isDeleted: false, latest: nil)
    }
  }

  /// A Boolean value that indicates whether the room is visible.
  public var isPresent: Bool { name != nil && !isDeleted }

  /// Folds one event of the stream `room`, at its place. Never fails: deleting
  /// or merging "Other" changes nothing.
  public mutating func evolve(
    _ payload: EventPayload, of room: RoomID, at position: LogPosition
  ) {
    switch payload.body {
    case .roomCreated(let body):
      name = body.name
      icon = body.icon
      sortOrder = body.sortOrder
      isDeleted = false
      merge = nil
    case .roomEdited(let body):
      // An edit does not create a room.
      guard let name else { return }
      self.name = body.name ?? name
      icon = body.icon ?? icon
      sortOrder = body.sortOrder ?? sortOrder
    case .roomDeleted:
      if room != StandardRoom.other.id { isDeleted = true }
    case .roomMerged(let body):
      guard room != StandardRoom.other.id else { return }
      merge = PlantMerges.Word(into: body.into, position: position)
    default: break
    }
  }
}

/// The rooms that every journal has without any event, so that new replicas
/// agree. The raw value is the place among the rooms.
public enum StandardRoom: Int, CaseIterable, Sendable {
  /// A kitchen.
  case kitchen
  /// A living room.
  case livingRoom
  /// A bedroom.
  case bedroom
  /// A bathroom.
  case bathroom
  /// An office.
  case office
  /// A patio, outdoors.
  case patio
  /// The room of plants that have no other.
  case other

  /// The room's fixed id: `00000000-0000-4000-8000-000000000001` to `…7`.
  public var id: RoomID {
    RoomID(
      bits: UUIDBits(
        high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(rawValue + 1)))
  }

  /// Creates the standard room with this id, or `nil`.
  public init?(id: RoomID) {
    guard let room = Self.allCases.first(where: { $0.id == id }) else {
      return nil
    }
    self = room
  }

  /// The room's English name.
  public var name: String {
    switch self {
    case .kitchen: "Kitchen"
    case .livingRoom: "Living Room"
    case .bedroom: "Bedroom"
    case .bathroom: "Bathroom"
    case .office: "Office"
    case .patio: "Patio/Balcony"
    case .other: "Other"
    }
  }

  /// The name of the room's icon.
  public var icon: String {
    switch self {
    case .kitchen: "kitchen"
    case .livingRoom: "sofa"
    case .bedroom: "bed"
    case .bathroom: "bath"
    case .office: "desk"
    case .patio: "sun"
    case .other: "leaf"
    }
  }
}
