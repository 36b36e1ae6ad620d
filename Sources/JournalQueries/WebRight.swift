/// A thing that people do on the pages of a home's server.
package enum WebRight: Sendable, CaseIterable {
  /// To see everything.
  case read
  /// To record that care was given.
  case giveCare
  /// To postpone a task.
  case snooze
  /// To skip a task.
  case skip
  /// To add a note.
  case addNote
  /// To add a photo.
  case addPhoto
  /// To undo an action of one's own.
  case undoOwn
  /// Everything else: plants, rooms, schedules, settings, the household, and
  /// what others did.
  case changeAll
}
