internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// Finds what happened to plants on certain days, whenever it was noted down.
///
/// Events stand in the log by when they were recorded, and care may be noted
/// long after its day or ahead of it, so all of them are looked at.
struct DatedEvents {
  let journal: Journal
  /// Leaves out what was recorded later; `nil` for nothing.
  let recordedBy: Instant?

  /// Visits the events whose `at` lies on one of the days that `includes`
  /// names and that were not undone, in canonical order.
  ///
  /// - Complexity: O(*n*) for *n* events in the log.
  func forEach(
    _ source: some CollectionSource,
    in transaction: borrowing some Transaction & ~Copyable,
    on includes: (Day) -> Bool,
    _ body: (Day, EventPayload, VisitedEvent, RawSpan) throws -> Void
  ) throws {
    let zone = source.calendar.zone
    try journal.log.forEachEvent(.forward, in: transaction) { event, bytes in
      guard recordedBy.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes),
        payload.body.type.subject == .plant
      else { return true }
      let day = zone.localDay(of: payload.at.instant)
      guard includes(day),
        let action = try journal.log.action(
          of: event.header, at: event.position, in: transaction),
        try !source.isUndone(action, in: transaction)
      else { return true }
      try body(day, payload, event, bytes)
      return true
    }
  }
}
