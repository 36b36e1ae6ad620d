public import JournalCare
public import JournalEvents
public import JournalTime

/// Something to be reminded of: a task and its due day. A task that is done or
/// postponed has another due day, and is another reminder.
public struct Reminder: Sendable, Hashable {
  /// The identity of a reminder.
  public struct Key: Sendable, Hashable, CustomStringConvertible {
    /// The plant; `StreamID.home` for a task without a plant.
    public let plant: PlantID
    /// The kind of care.
    public let kind: TaskKind
    /// The one-off task, if it is one.
    public let task: TaskID?
    /// The task's own due day, before waterings are grouped.
    public let due: Day

    /// Creates a key.
    public init(plant: PlantID, kind: TaskKind, task: TaskID?, due: Day) {
      self.plant = plant
      self.kind = kind
      self.task = task
      self.due = due
    }

    /// Creates a key from its text; `nil` for any other text.
    public init?(_ text: String) {
      // A record has hundreds of keys, and characters are slow to compare.
      let parts = text.utf8.split(
        separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      guard 3...4 ~= parts.count, let plant = PlantID(parts[0]),
        let kind = TaskKind(parts[1]), let due = Day(parts[2])
      else { return nil }
      var task: TaskID?
      if parts.count == 4 {
        guard let id = TaskID(parts[3]) else { return nil }
        task = id
      }
      self.init(plant: plant, kind: kind, task: task, due: due)
    }

    /// The key as text: plant, kind and due day, and the id of a one-off task,
    /// with colons between.
    public var description: String {
      let text = "\(plant):\(kind.name):\(due)"
      return task.map { "\(text):\($0)" } ?? text
    }
  }

  /// The task, with what is said of it.
  public let entry: DueEntry
  /// The identity.
  public let key: Key

  /// Creates the reminder of a task.
  public init(_ entry: DueEntry) {
    self.entry = entry
    key = Key(
      plant: entry.plant, kind: entry.task.kind, task: entry.task.task,
      due: entry.task.ownDue)
  }

  /// The day on which the task is to be done.
  public var due: Day { entry.task.due }
}
