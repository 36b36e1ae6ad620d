public import JournalEvents

/// The rooms that every journal has without any event, so that two fresh
/// replicas agree. The raw value is the place among the rooms.
public enum StandardRoom: Int, CaseIterable, Sendable {
  case kitchen
  case livingRoom
  case bedroom
  case bathroom
  case office
  case patio
  case other

  /// The room's fixed id: `00000000-0000-4000-8000-000000000001` to `…7`.
  public var id: RoomID {
    RoomID(
      bits: UUIDBits(
        high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(rawValue + 1)))
  }

  /// The standard room with this id, or `nil`.
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

  /// The name of the room's picture.
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
