public import ErrorKit
public import JournalEvents
public import JournalTime

/// A reason to refuse a command.
public enum CareError: DescribedError, Sendable, Hashable {
  /// The journal has no plant with this id.
  case unknownPlant(PlantID)
  /// A plant has this id already.
  case plantExists(PlantID)
  /// An id for something new that belongs to something of another kind.
  case idTaken(StreamID)
  /// The plant was removed, so nothing can be recorded of it.
  case removedPlant(PlantID, name: String)
  /// A plant that was merged into another, which stands for it.
  case mergedPlant(PlantID, name: String, into: PlantID)
  /// Another plant has the nickname.
  case nicknameTaken(String, by: PlantID)
  /// A plant that would come back with another plant's nickname.
  case restoredNicknameTaken(String, of: PlantID, by: PlantID)
  /// The journal has no room with this id.
  case unknownRoom(RoomID)
  /// A room has the name already.
  case roomExists(RoomID, name: String)
  /// The room named Other cannot be deleted or merged.
  case otherRoomStays
  /// The plant has no task with this id.
  case unknownTask(TaskID, plant: PlantID)
  /// A task has this id already.
  case taskExists(TaskID)
  /// A note to replace that is none of the plant's notes.
  case unknownNote(EventHash, plant: PlantID)
  /// An event to amend that is no care of the kind and task given to the plant.
  case unknownCare(EventHash, plant: PlantID)
  /// The plant has no open task of the kind.
  case nothingDue(TaskKind, plant: PlantID, name: String)
  /// A skip of a day before the one on which the task is due.
  case notDueYet(TaskKind, name: String, on: Day, due: Day)
  /// An edit that gives no field.
  case emptyEdit
  /// A measurement without a measure.
  case emptyMeasurement
  /// A field that nobody has named.
  case unknownField(String)
  /// A value that a field cannot have, or not in that form.
  case badFact(FactField, String)
  /// A nickname by which another plant is known already, as its short id.
  case nicknameIsShortID(String, of: PlantID)
  /// A plant that would be propagated from one that came from it.
  case circularLineage(PlantID, parent: PlantID)
  /// A plant that would be propagated from itself.
  case ownParent(PlantID)
  /// A plant or a room that would be merged into itself.
  case ownMerge(StreamID, name: String)
  /// An event dated more than a year from now.
  case tooFarAhead(OffsetInstant)
  /// An event dated before anybody could have kept a plant.
  case tooLongAgo(OffsetInstant)
  /// A writer of whom no event is held.
  case unknownWriter(WriterID)
  /// The setting is unknown, or its value is not allowed.
  case badSetting(key: String, reason: String)

  public var facts: ErrorFacts {
    switch self {
    case .unknownPlant(let id):
      .init(.nothingMatched, "there is no plant \(id)", .listPlants)
    case .plantExists(let id):
      .init(
        .conflict, "there is a plant \(id) already",
        "leave 'id' out, and a new one is made")
    case .idTaken(let id):
      .init(
        .conflict, "the id \(id) stands for something else already",
        "leave it out, and a new one is made")
    case .removedPlant(let id, let name):
      .init(
        .conflict, "'\(name)' was removed",
        .restorePlant(shortID: ShortID.text(of: id)))
    case .mergedPlant(_, let name, let other):
      .init(
        .conflict,
        "'\(name)' is part of the plant \(ShortID.text(of: other))",
        "name that plant")
    case .nicknameTaken(let name, _):
      .init(
        .conflict, "the nickname '\(name)' belongs to another plant",
        "choose another nickname")
    case .restoredNicknameTaken(let name, let id, _):
      .init(
        .conflict, "the nickname '\(name)' belongs to another plant",
        .restorePlantRenamed(shortID: ShortID.text(of: id)))
    case .unknownRoom(let id):
      .init(.nothingMatched, "there is no room \(id)", .listRooms)
    case .roomExists(_, let name):
      .init(
        .conflict, "there is a room '\(name)' already", "choose another name")
    case .otherRoomStays:
      .init(
        .invalidInput,
        "the room 'Other' stays: plants without a room show in it")
    case .unknownTask(let id, _):
      .init(.nothingMatched, "there is no open task \(id)", .showPlant)
    case .taskExists(let id):
      .init(
        .conflict, "there is a task \(id) already",
        "leave 'task' out, and a new one is made")
    case .unknownNote(let hash, _):
      .init(
        .nothingMatched, "the event \(hash) is no note of this plant",
        "take the hash of a note from the plant's history as JSON")
    case .unknownCare(let hash, _):
      .init(
        .nothingMatched,
        "the event \(hash) is no such care of this plant",
        "name the event that recorded the care first, and its kind and task")
    case .nothingDue(let kind, _, let name):
      .init(
        .nothingMatched, "'\(name)' has no open task of kind \(kind)",
        .setSchedule(plant: name, kind: kind.name))
    case .notDueYet(let kind, let name, let day, let due):
      .init(
        .invalidInput,
        "\(kind) of '\(name)' is due on \(due), "
          + "so skipping \(day) would move nothing",
        .skipDueDay(due.description))
    case .emptyEdit:
      .init(
        .invalidInput, "the edit names no field",
        "give at least one field that changes")
    case .emptyMeasurement:
      .init(
        .invalidInput, "nothing was measured",
        "give a height, a spread, leaves, a pot or how healthy it is")
    case .unknownField(let name):
      .init(.nothingMatched, "there is no field '\(name)'", .listFields)
    case .badFact(let field, let value):
      .init(
        .invalidInput, "'\(value)' is not a value of '\(field.name)'",
        .text("write \(field.kind.expectation)"))
    case .tooFarAhead(let at):
      .init(
        .invalidInput, "\(at) is more than a year from now", Self.checkDate)
    case .tooLongAgo(let at):
      .init(.invalidInput, "\(at) is before the year 1900", Self.checkDate)
    case .unknownWriter(let id):
      .init(.nothingMatched, "there is no writer \(id)", .listWriters)
    case .nicknameIsShortID(let name, _):
      .init(
        .conflict, "'\(name)' is the short id of another plant",
        "choose another nickname")
    case .circularLineage(_, let parent):
      .init(
        .invalidInput,
        "the plant \(ShortID.text(of: parent)) comes from this one, so this "
          + "one cannot come from it",
        .clearParent(shortID: ShortID.text(of: parent)))
    case .ownParent:
      .init(
        .invalidInput, "a plant cannot come from itself",
        "name the plant that the cutting was taken from")
    case .ownMerge(_, let name):
      .init(
        .invalidInput,
        "both names mean '\(name)', which cannot be merged into itself",
        "if several have that name, write their short ids")
    case .badSetting(let key, let reason):
      .init(.invalidInput, "the setting '\(key)' \(reason)")
    }
  }

  /// An error for a plant that left the collection, or was merged.
  public static func absent(_ id: PlantID, _ plant: PlantState) -> CareError {
    plant.mergedInto.map { .mergedPlant(id, name: plant.displayName, into: $0) }
      ?? .removedPlant(id, name: plant.displayName)
  }

  private static let checkDate: Remedy =
    "check the date, and this machine's clock"
}
