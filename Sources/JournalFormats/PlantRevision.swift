internal import JournalCare
internal import JournalEvents

/// The events of a plant that bear on what a calendar shows of its tasks.
struct PlantRevision: Sendable {
  /// Those that bear on every task: names and moves.
  private(set) var shown = CalendarRevision()
  /// Those that bear on the scheduled tasks of a kind.
  private(set) var schedules: [TaskKind: CalendarRevision] = [:]
  /// The kinds that ever had a schedule without a time of its own.
  private(set) var untimedKinds: Set<TaskKind> = []
  /// Those that bear on a one-off task.
  private(set) var tasks: [TaskID: CalendarRevision] = [:]
  /// The rooms in which it ever stood.
  private(set) var rooms: Set<RoomID> = []

  /// Counts an event that was erased.
  mutating func countErased(_ revision: CalendarRevision) {
    shown.add(revision)
  }

  /// Counts an event, undone or not, with the undoings of its action.
  mutating func count(
    _ body: EventBody, _ stamp: Stamp, _ undoings: CalendarRevision?
  ) {
    switch body {
    case .plantAdded(let body):
      shown.count(stamp, undoings)
      rooms.insert(body.room ?? StandardRoom.other.id)
    case .plantMoved(let body):
      shown.count(stamp, undoings)
      rooms.insert(body.room ?? StandardRoom.other.id)
    case .plantEdited(let body) where body.isOfNames:
      shown.count(stamp, undoings)
    case .scheduleSet(let body):
      schedules[body.kind, default: .init()].count(stamp, undoings)
      if body.time == nil { untimedKinds.insert(body.kind) }
    case .scheduleCleared(let body):
      schedules[body.kind, default: .init()].count(stamp, undoings)
    default:
      guard let task = body.task else { return }
      tasks[task, default: .init()].count(stamp, undoings)
    }
  }
}

extension PlantEdited {
  /// Whether it may change what the plant is called.
  fileprivate var isOfNames: Bool {
    scientificName != nil || commonNames != .keep || nickname != .keep
  }
}

extension EventBody {
  /// The one-off task that the event is about, where it is about one.
  fileprivate var task: TaskID? {
    switch self {
    case .taskAdded(let body): body.task
    case .taskCompleted(let body): body.task
    case .taskSkipped(let body): body.task
    case .taskSnoozed(let body): body.task
    default: nil
    }
  }
}
