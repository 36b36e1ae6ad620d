internal import JournalEvents

/// The events of a room that change what a calendar shows of its tasks.
struct RoomRevision: Sendable {
  /// The events that concern the room's name and existence.
  private(set) var shown = CalendarRevision()
  /// A Boolean value that indicates whether the room was ever deleted, so that
  /// its plants were shown in "Other".
  private(set) var wasDeleted = false
  /// The rooms into which it was ever merged.
  private(set) var targets: Set<RoomID> = []
  /// A Boolean value that indicates whether a merge was erased, so that its
  /// plants may have been shown in any room.
  private(set) var hasUnknownTargets = false

  mutating func countErased(_ type: EventType?, _ revision: CalendarRevision) {
    shown.add(revision)
    if type == .roomDeleted { wasDeleted = true }
    if type == .roomMerged { hasUnknownTargets = true }
  }

  /// Counts an event, undone or not, and the undos of its action.
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
    case .roomMerged(let body):
      shown.count(stamp, undoings)
      targets.insert(body.into)
    default: break
    }
  }
}
