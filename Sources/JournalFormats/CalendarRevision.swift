internal import JournalEvents

/// How often that may have changed which a calendar shows of a task, and when
/// last.
///
/// Both only grow as events come, wherever those stand in canonical order:
/// an event that is undone still counts, and its undoing counts too.
struct CalendarRevision: Hashable, Sendable {
  /// How many events bear on the task.
  private(set) var number: Int
  /// The stamp of the latest of them.
  private(set) var latest: Stamp

  /// Creates a revision; of no events where nothing is said.
  init(number: Int = 0, latest: Stamp = .zero) {
    self.number = number
    self.latest = latest
  }

  /// Counts an event.
  mutating func count(_ stamp: Stamp) {
    number += 1
    latest = max(latest, stamp)
  }

  /// Counts the events of another.
  mutating func add(_ other: CalendarRevision) {
    number += other.number
    latest = max(latest, other.latest)
  }
}
