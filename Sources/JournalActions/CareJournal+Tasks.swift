internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
public import JournalTime

/// A task that is planned for a day, once or repeatedly.
public struct TaskRequest: Sendable {
  /// The plants; an empty choice means the home.
  public var plants: PlantChoice
  /// The kind of care; `nil` if only the title describes the task.
  public var kind: TaskKind?
  /// The title; a task of the home needs one.
  public var title: String?
  /// The day it is due; the first, if it repeats.
  public var due: Timed<Day>
  /// The rhythm of the task; `nil` for once.
  public var every: TaskRhythm?
  /// The time of the planning.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ plants: PlantChoice, kind: TaskKind?, title: String? = nil,
    due: Timed<Day>, every: TaskRhythm? = nil,
    _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.kind = kind
    self.title = title
    self.due = due
    self.every = every
    self.occasion = occasion
  }
}

/// The one-off tasks to end.
public struct TaskEndRequest: Sendable {
  /// The way in which a task ends.
  public enum End: Sendable {
    /// The care was given.
    case done
    /// The task is not needed any more and does not recur; history shows it as
    /// skipped.
    case dropped
  }

  /// The tasks, by their titles, their ids or the beginnings of those; or a
  /// plant, and then words of the title of one of its tasks.
  public var tasks: [String]
  /// The way in which the tasks end.
  public var end: End
  /// The time at which they end.
  public var occasion: Occasion
  /// The names accepted for a title that they only begin or resemble.
  public var agreed = PlantNaming.Agreement.names([])

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
  /// Plans a one-off task for each plant, or for the home, as one action.
  ///
  /// - Returns: ``Change/planned(_:_:)`` for each.
  /// - Throws: `CareError`, ``TaskNameError/needsTitle`` and the errors of
  ///   selecting plants.
  public func planTasks(
    _ request: TaskRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let due = try request.due.value(by: session.clock)
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let title = try request.title.map {
        try NameInput.name($0, "the title")
      }
      let isOfHome = request.plants.isEmpty
      guard request.title != nil || !isOfHome && request.kind != nil else {
        throw TaskNameError.needsTitle
      }
      let plants =
        isOfHome
        ? [StreamID.home] : try session.snapshot().plants(request.plants)
      try session.action { session in
        for id in plants {
          let body = TaskAdded(
            kind: request.kind ?? .other, task: session.randomness.id(),
            due: due, every: request.every, title: title)
          try session.perform(
            .addTask(body), on: id, at: at, note: note)
          receipt.changes.append(.planned(try session.name(id), body))
        }
      }
    }
  }

  /// Ends one-off tasks, by due day, as one action.
  ///
  /// - Returns: ``Change/taskDone(_:_:task:title:next:)`` or
  ///   ``Change/taskDropped(_:_:task:title:)`` for each, and the notice
  ///   ``Notice/inFuture(_:)`` of a task that is done.
  /// - Throws: ``TaskNameError``, `PlantNameError` and `CareError`.
  public func endTasks(
    _ request: TaskEndRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let snapshot = try session.snapshot()
      let open = try snapshot.oneOffTasks()
      let wanted: Set<TaskID>
      let ofPlant = try snapshot.taskOfPlant(
        request.tasks, PlantNaming(.careful))
      if case .task(let task, _, _)? = ofPlant {
        wanted = [task.id]
      } else {
        let candidates = open.compactMap(TaskName.Candidate.init)
        wanted = try Set(
          request.tasks.map {
            try TaskName.task(
              $0, among: candidates, of: nil, agreed: request.agreed)
          })
      }
      try session.action { session in
        for entry in open {
          guard let task = entry.task.task, wanted.contains(task) else {
            continue
          }
          let (kind, title) = (entry.task.kind, entry.task.title)
          let isDone = request.end == .done
          // Skipping the last possible day ends a task that repeats.
          let due = entry.task.every == nil ? entry.task.due : .latest
          try session.perform(
            isDone
              ? .complete(.init(kind: kind, task: task))
              : .skip(kind, task: task, due: due),
            on: entry.plant, at: at, note: note)
          let name = try session.name(entry.plant)
          receipt.changes.append(
            isDone
              ? .taskDone(
                name, kind, task: task, title: title,
                next: try session.openTask(task, of: entry.plant)?.due)
              : .taskDropped(name, kind, task: task, title: title))
        }
      }
      if request.end == .done, at.instant > session.now {
        receipt.notices.append(.inFuture(at))
      }
    }
  }
}

extension ActionSession {
  /// A one-off task, if it is open.
  mutating func openTask(_ task: TaskID, of id: PlantID) throws -> OpenTask? {
    try plant(id).oneOffTask(task).flatMap(calendar.explanation).map(
      OpenTask.init)
  }
}
