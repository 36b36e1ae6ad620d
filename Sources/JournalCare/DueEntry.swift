public import JournalEvents
package import JournalTime

/// An open task with what a list of tasks shows, so that no plant need be
/// opened for it.
public struct DueEntry: Sendable, Hashable {
  /// The plant.
  public let plant: PlantID
  /// The task.
  public private(set) var task: OpenTask
  /// The name the plant is shown by.
  public let plantName: String
  /// The plant's own room, which may be one that cannot be seen.
  public let room: RoomID?

  public init(plant: PlantID, task: OpenTask, plantName: String, room: RoomID?)
  {
    self.plant = plant
    self.task = task
    self.plantName = plantName
    self.room = room
  }
}

extension DueEntry {
  /// The entry with its task as it is shown; see
  /// ``OpenTask/shown(on:at:)``.
  package func shown(on day: Day, at preferredTime: TimeOfDay?) -> DueEntry {
    var entry = self
    entry.task = task.shown(on: day, at: preferredTime)
    return entry
  }
}
