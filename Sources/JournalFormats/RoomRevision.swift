internal import JournalEvents

/// The events of a room that bear on what a calendar shows of the tasks in it.
struct RoomRevision: Sendable {
  /// Those of its name, and whether it is there.
  private(set) var shown = CalendarRevision()
  /// Whether it ever was deleted, so that its plants showed in "Other".
  private(set) var wasDeleted = false

  /// Counts an event that was erased.
  mutating func countErased(_ type: EventType?, _ revision: CalendarRevision) {
    shown.add(revision)
    if type == .roomDeleted { wasDeleted = true }
  }

  /// Counts an event, undone or not, with the undoings of its action.
  mutating func count(
    _ body: EventBody, _ stamp: Stamp, _ undoings: CalendarRevision?
  ) {
    switch body {
    case .roomCreated: shown.count(stamp, undoings)
    case .roomEdited(let body) where body.name != nil:
      shown.count(stamp, undoings)
    case .roomDeleted:
      shown.count(stamp, undoings)
      wasDeleted = true
    default: break
    }
  }
}
