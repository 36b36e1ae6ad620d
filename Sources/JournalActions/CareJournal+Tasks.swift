internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// Care that is planned once, for a day.
public struct TaskRequest: Sendable {
  /// For which plants.
  public var plants: PlantChoice
  /// The kind of care.
  public var kind: TaskKind
  /// The day it is due.
  public var due: Timed<Day>
  /// When that was planned.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ plants: PlantChoice, kind: TaskKind, due: Timed<Day>,
    _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.kind = kind
    self.due = due
    self.occasion = occasion
  }
}

/// One-off tasks that end.
public struct TaskEndRequest: Sendable {
  /// How a task ends.
  public enum End: Sendable {
    /// Its care was given.
    case done
    /// It is not needed any more; history shows it as skipped.
    case dropped
  }

  /// The tasks, by their ids or the beginnings of those.
  public var tasks: [String]
  /// How they end.
  public var end: End
  /// When.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ tasks: [String], _ end: End, _ occasion: Occasion = Occasion()
  ) {
    self.tasks = tasks
    self.end = end
    self.occasion = occasion
  }
}

extension CareJournal {
  /// Plans a one-off task for each plant, as one action.
  ///
  /// - Returns: ``Change/planned(_:_:due:task:)`` for each.
  /// - Throws: `CareError` and what choosing plants throws.
  public func planTasks(
    _ request: TaskRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let due = try request.due.value(by: session.clock)
      let (at, note) = try session.resolve(request.occasion)
      let plants = try session.snapshot().plants(request.plants)
      try session.action { session in
        for id in plants {
          let task: TaskID = session.randomness.id()
          let body = TaskAdded(kind: request.kind, task: task, due: due)
          try session.perform(
            .addTask(body), on: id, at: at, note: note)
          receipt.changes.append(
            .planned(
              try session.name(id), request.kind, due: due, task: task))
        }
      }
    }
  }

  /// Ends one-off tasks, by due day, as one action.
  ///
  /// - Returns: ``Change/taskDone(_:_:task:)`` or
  ///   ``Change/taskDropped(_:_:task:)`` for each.
  /// - Throws: ``TaskNameError`` and `CareError`.
  public func endTasks(
    _ request: TaskEndRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion)
      let open = try session.snapshot().oneOffTasks()
      let wanted = try Set(
        request.tasks.map { text in
          try TaskName.task(
            text, among: open.compactMap(\.task.task), of: nil)
        })
      try session.action { session in
        for entry in open {
          guard let task = entry.task.task, wanted.contains(task) else {
            continue
          }
          let kind = entry.task.kind
          let isDone = request.end == .done
          try session.perform(
            isDone
              ? .complete(.init(kind: kind, task: task))
              : .skip(kind, task: task, due: entry.task.due),
            on: entry.plant, at: at, note: note)
          let name = try session.name(entry.plant)
          receipt.changes.append(
            isDone
              ? .taskDone(name, kind, task: task)
              : .taskDropped(name, kind, task: task))
        }
      }
    }
  }
}
