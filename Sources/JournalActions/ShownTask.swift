internal import JournalCare
public import JournalEvents
internal import JournalProjections
internal import JournalQueries
public import JournalTime

/// A single task as a page or a program showed it, perhaps some time ago.
public struct ShownTask: Sendable, Hashable {
  /// The task among those of its plant.
  public enum Name: Sendable, Hashable {
    /// The care of this kind.
    case care(TaskKind)
    /// A one-off task, by its id.
    case oneOff(String)
  }

  /// The name or id of the plant; the id of the home for a task without one.
  public let plant: String
  /// The task.
  public let name: Name
  /// The day on which it was due, by itself or with its round; `nil` for the
  /// present task, whenever it is due.
  public let due: Day?

  /// Creates a task.
  public init(plant: String, _ name: Name, due: Day? = nil) {
    self.plant = plant
    self.name = name
    self.due = due
  }
}

extension Snapshot {
  /// Returns the plant of a task, or the home.
  func owner(
    of task: ShownTask, _ naming: PlantNaming
  ) throws -> PlantID {
    task.plant == PlantID.home.description
      ? .home : try plant(named: task.plant, naming)
  }
}

extension OpenTask {
  /// Returns whether the task, as shown, was due on a day that was shown before.
  func isDue(on day: Day) -> Bool { ownDue == day || due == day }
}
