internal import JournalCare
internal import JournalEvents

/// The events of a plant that change what a calendar shows of its tasks.
struct PlantRevision: Sendable {
  /// The events that concern every task: names and moves.
  private(set) var shown = CalendarRevision()
  /// The events that concern the scheduled tasks of a kind, including care.
  private(set) var schedules: [TaskKind: CalendarRevision] = [:]
  /// The kinds that ever had a schedule without its own time.
  private(set) var untimedKinds: Set<TaskKind> = []
  /// The events that concern a one-off task.
  private(set) var tasks: [TaskID: CalendarRevision] = [:]
  /// The rooms that the plant was ever in.
  private(set) var rooms: Set<RoomID> = []

  mutating func countErased(_ revision: CalendarRevision) {
    shown.add(revision)
  }

  /// Counts an event as one that concerns every task.
  mutating func countForAll(_ stamp: Stamp, _ undoings: CalendarRevision?) {
    shown.count(stamp, undoings)
  }

  /// Counts an event, undone or not, and the undos of its action.
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
      // Care settles its kind, even if it completes a one-off task.
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
  /// A Boolean value that indicates whether the edit may change the display
  /// name.
  fileprivate var isOfNames: Bool {
    scientificName != nil || commonNames != .keep || nickname != .keep
  }
}
