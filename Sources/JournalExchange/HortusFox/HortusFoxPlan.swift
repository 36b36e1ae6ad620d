internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import JournalTime

/// A value that a backup and somebody here changed both, which stays.
public struct KeptValue: Sendable, Hashable {
  /// Whose; a room's name where it is that of no plant.
  public let subject: String
  /// What of it.
  public let field: String
  /// What the backup says.
  public let backup: String
}

/// What an import of a backup is going to write: found out before anything is
/// written.
struct HortusFoxPlan {
  /// One event.
  struct Step {
    let command: PlantCommand
    let at: OffsetInstant
    var remark: String?
    /// The title of the task that it ends.
    var title: String?
  }

  /// What becomes of one plant, or of the home.
  struct Part {
    let place: String
    let id: PlantID
    let isNew: Bool
    let isOfUnknownSpecies: Bool
    var steps: [Step]
  }

  /// What becomes of a room.
  struct RoomPart {
    let place: String
    let id: RoomID
    let command: RoomCommand
  }

  /// The fields that have to be there first, by name.
  var fields: [String: FactField] = [:]
  /// Values that cannot be taken.
  var problems: [TableProblem] = []
  var rooms: [RoomPart] = []
  var plants: [Part] = []
  var kept: [KeptValue] = []
  var unchanged = 0
  /// Plants that left here, of which the backup tells more.
  var gone: [PlantName] = []
  /// How many locations become no room.
  var locationsLeft = 0
  /// How many tasks were done before they came here.
  var tasksLeft = 0

  var isEmpty: Bool { rooms.isEmpty && plants.isEmpty }
}
