internal import JournalEvents

/// The revision of a calendar entry: the number and the latest of the events
/// that may have changed it.
///
/// Both only increase with new events, wherever those are in canonical order.
/// An undone event still counts, and so does its undo.
struct CalendarRevision: Hashable, Sendable {
  /// The number of events that concern the task.
  private(set) var number: Int
  /// The stamp of the latest of these events.
  private(set) var latest: Stamp

  init(number: Int = 0, latest: Stamp = .zero) {
    self.number = number
    self.latest = latest
  }

  mutating func count(_ stamp: Stamp) {
    number += 1
    latest = max(latest, stamp)
  }

  mutating func add(_ other: CalendarRevision) {
    number += other.number
    latest = max(latest, other.latest)
  }
}
