internal import JournalCare
internal import JournalEvents

/// The events of a plant that bear on what a calendar shows of its tasks.
struct PlantRevision: Sendable {
  /// Those that bear on every task: names and moves.
  private(set) var shown = CalendarRevision()
  /// Those that bear on the scheduled tasks of a kind, care among them.
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
    case .taskAdded(let body):
      tasks[body.task, default: .init()].count(stamp, undoings)
    case .taskCompleted(let body):
      count(body.kind, body.task, stamp, undoings)
      // It settles its kind, whichever task it ends.
      if body.task != nil { count(body.kind, nil, stamp, undoings) }
    case .taskSkipped(let body):
      count(body.kind, body.task, stamp, undoings)
    case .taskSnoozed(let body):
      count(body.kind, body.task, stamp, undoings)
    case .photoCaptured, .photoAnnotated, .photoRemoved, .photoReminderSet:
      schedules[.photo, default: .init()].count(stamp, undoings)
      untimedKinds.insert(.photo)
    default: break
    }
  }

  private mutating func count(
    _ kind: TaskKind, _ task: TaskID?, _ stamp: Stamp,
    _ undoings: CalendarRevision?
  ) {
    if let task {
      tasks[task, default: .init()].count(stamp, undoings)
    } else {
      schedules[kind, default: .init()].count(stamp, undoings)
    }
  }
}

extension PlantEdited {
  /// Whether it may change what the plant is called.
  fileprivate var isOfNames: Bool {
    scientificName != nil || commonNames != .keep || nickname != .keep
  }
}
