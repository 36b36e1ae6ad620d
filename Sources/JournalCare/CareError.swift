public import JournalEvents
public import JournalTime

/// Why a command was refused.
public enum CareError: Error, Sendable, Hashable, CustomStringConvertible {
  case unknownPlant(PlantID)
  case plantExists(PlantID)
  case removedPlant(PlantID, name: String)
  case nicknameTaken(String, by: PlantID)
  /// A plant that would come back with a nickname that is another's by now.
  case restoredNicknameTaken(String, of: PlantID, by: PlantID)
  case unknownRoom(RoomID)
  case roomExists(RoomID, name: String)
  case otherRoomStays
  case unknownTask(TaskID, plant: PlantID)
  case nothingDue(TaskKind, plant: PlantID, name: String)
  /// A skip of a day before the one on which the task is due.
  case notDueYet(TaskKind, name: String, on: Day, due: Day)
  /// An edit that gives no field.
  case emptyEdit
  /// A measurement that gives no measure.
  case emptyMeasurement
  /// A nickname by which another plant is known already, as its short id.
  case nicknameIsShortID(String, of: PlantID)
  /// A plant that would be propagated from one that came from it.
  case circularLineage(PlantID, parent: PlantID)
  /// A plant that would be propagated from itself.
  case ownParent(PlantID)
  /// What is said to have happened more than a year from now.
  case tooFarAhead(OffsetInstant)
  /// What is said to have happened before anybody could have kept a plant.
  case tooLongAgo(OffsetInstant)
  /// A writer of whom nothing is held.
  case unknownWriter(WriterID)
  case badSetting(key: String, reason: String)

  public var description: String {
    switch self {
    case .unknownPlant(let id): "there is no plant \(id)"
    case .plantExists(let id): "there is a plant \(id) already"
    case .removedPlant(_, let name): "'\(name)' was removed"
    case .nicknameTaken(let name, _), .restoredNicknameTaken(let name, _, _):
      "the nickname '\(name)' belongs to another plant"
    case .unknownRoom(let id): "there is no room \(id)"
    case .roomExists(_, let name): "there is a room '\(name)' already"
    case .otherRoomStays:
      "the room 'Other' stays: plants without a room show in it"
    case .unknownTask(let id, _): "there is no open task \(id)"
    case .nothingDue(let kind, _, let name):
      "'\(name)' has no open task of kind \(kind)"
    case .notDueYet(let kind, let name, let day, let due):
      "\(kind) of '\(name)' is due on \(due), "
        + "so skipping \(day) would move nothing"
    case .emptyEdit: "the edit names no field"
    case .emptyMeasurement: "nothing was measured"
    case .tooFarAhead(let at): "\(at) is more than a year from now"
    case .tooLongAgo(let at): "\(at) is before the year 1900"
    case .unknownWriter(let id): "there is no writer \(id)"
    case .nicknameIsShortID(let name, _):
      "'\(name)' is the short id of another plant"
    case .circularLineage(_, let parent):
      "the plant \(ShortID.text(of: parent)) comes from this one, so this one "
        + "cannot come from it"
    case .ownParent: "a plant cannot come from itself"
    case .badSetting(let key, let reason): "the setting '\(key)' \(reason)"
    }
  }

  /// What to do next.
  public var hint: String? {
    switch self {
    case .unknownPlant: "see 'plantguide list' for the plants there are"
    case .plantExists: "leave 'id' out, and a new one is made"
    case .removedPlant(let id, _):
      "bring it back first: plantguide restore \(ShortID.text(of: id))"
    case .nicknameTaken: "choose another nickname"
    case .restoredNicknameTaken(_, let id, _):
      "bring it back under another: plantguide restore "
        + "\(ShortID.text(of: id)) --name NICKNAME"
    case .unknownRoom: "see 'plantguide room list' for the rooms there are"
    case .roomExists: "choose another name"
    case .otherRoomStays: nil
    case .unknownTask: "see 'plantguide show' for the plant's open tasks"
    case .nothingDue(let kind, _, let name):
      "give it a schedule: plantguide schedule set '\(name)' \(kind) --every 7d"
    case .notDueYet(_, _, _, let due):
      "leave --due out, which skips \(due), or name a later day"
    case .emptyEdit: "give at least one field that changes"
    case .emptyMeasurement: "give a height, a spread, leaves or a pot"
    case .tooFarAhead, .tooLongAgo: "check the date, and this machine's clock"
    case .unknownWriter: "see 'plantguide log status' for the writers"
    case .nicknameIsShortID: "choose another nickname"
    case .circularLineage(_, let parent):
      "if it is the other way round, first: plantguide edit "
        + "\(ShortID.text(of: parent)) --clear from"
    case .ownParent: "name the plant that the cutting was taken from"
    case .badSetting: nil
    }
  }
}
