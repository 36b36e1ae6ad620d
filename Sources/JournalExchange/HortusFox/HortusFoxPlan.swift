internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime

/// A value that stays because both the backup and somebody here changed it.
public struct KeptValue: Sendable, Hashable {
  /// The name of the plant or the room.
  public let subject: String
  /// The name of the value.
  public let field: String
  /// The value in the backup.
  public let backup: String
}

/// The plan of an import, made before anything is written.
struct HortusFoxPlan {
  /// An event to write.
  struct Step {
    let command: PlantCommand
    let at: OffsetInstant
    var remark: String?
    /// The title of the task that it ends.
    var title: String?
  }

  /// The steps for a plant, or for the home.
  struct Part {
    let place: String
    let id: PlantID
    let isNew: Bool
    let isOfUnknownSpecies: Bool
    var steps: [Step]
  }

  /// The change of a room.
  struct RoomPart {
    let place: String
    let id: RoomID
    let command: RoomCommand
  }

  /// The fields to define first, by name.
  var fields: [String: FactField] = [:]
  /// The problems of values that cannot be imported.
  var problems: [TableProblem] = []
  var rooms: [RoomPart] = []
  var plants: [Part] = []
  var kept: [KeptValue] = []
  var unchanged = 0
  /// The plants that left here, but for which the backup has more data.
  var gone: [PlantName] = []
  /// The number of locations that become no room.
  var locationsLeft = 0
  /// The number of tasks that were done before their first import.
  var tasksLeft = 0

  var isEmpty: Bool { rooms.isEmpty && plants.isEmpty }
}
