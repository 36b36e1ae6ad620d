public import JournalEvents

/// Why a command was refused.
public enum CareError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownPlant(PlantID)
  case plantExists(PlantID)
  case removedPlant(PlantID, name: String)
  case nicknameTaken(String, by: PlantID)
  case unknownRoom(RoomID)
  case roomExists(RoomID, name: String)
  case otherRoomStays
  case unknownTask(TaskID, plant: PlantID)
  case nothingDue(TaskKind, plant: PlantID, name: String)
  case badSetting(key: String, reason: String)

  public var description: String {
    switch self {
    case .unknownPlant(let id): "there is no plant \(id)"
    case .plantExists(let id): "there is a plant \(id) already"
    case .removedPlant(_, let name): "'\(name)' was removed"
    case .nicknameTaken(let name, _):
      "the nickname '\(name)' belongs to another plant"
    case .unknownRoom(let id): "there is no room \(id)"
    case .roomExists(_, let name): "there is a room '\(name)' already"
    case .otherRoomStays:
      "the room 'Other' stays: plants without a room show in it"
    case .unknownTask(let id, _): "there is no open task \(id)"
    case .nothingDue(let kind, _, let name):
      "'\(name)' has no open task of kind \(kind)"
    case .badSetting(let key, let reason): "the setting '\(key)' \(reason)"
    }
  }

  /// What to do next.
  public var hint: String? {
    switch self {
    case .unknownPlant: "see 'plantguide list' for the plants there are"
    case .plantExists: "leave 'id' out, and a new one is made"
    case .removedPlant(_, let name):
      "bring it back first: plantguide restore '\(name)'"
    case .nicknameTaken: "choose another nickname"
    case .unknownRoom: "see 'plantguide room list' for the rooms there are"
    case .roomExists: "choose another name"
    case .otherRoomStays: nil
    case .unknownTask: "see 'plantguide show' for the plant's open tasks"
    case .nothingDue(let kind, _, let name):
      "give it a schedule: plantguide schedule set '\(name)' \(kind) --every 7d"
    case .badSetting: nil
    }
  }
}
