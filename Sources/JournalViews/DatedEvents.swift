internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// Finds what happened to plants on certain days, near the place in the log
/// where those days stand.
///
/// Events stand in the log by when they were recorded. What was noted down
/// longer after its day, or longer ahead of it, than ``daysApart`` is not
/// found, so that the cost depends on the days and not on the log's length.
struct DatedEvents {
  let journal: Journal
  /// Leaves out what was recorded later; `nil` for nothing.
  let recordedBy: Instant?

  /// How many days before and after a day its events are looked for.
  static let daysApart = 31

  /// Visits the events whose `at` lies on `days` and that were not undone,
  /// in canonical order.
  func forEach(
    on days: ClosedRange<Day>, _ source: some CollectionSource,
    in transaction: borrowing some Transaction & ~Copyable,
    _ body: (Day, EventPayload, VisitedEvent, RawSpan) throws -> Void
  ) throws {
    let zone = source.calendar.zone
    let start = Stamp(
      at: zone.startOfDay(days.lowerBound.advanced(by: -Self.daysApart)))
    let end = Stamp(
      at: zone.startOfDay(days.upperBound.advanced(by: 1 + Self.daysApart)))
    try journal.log.forEachEvent(
      .forward, since: start, in: transaction
    ) { event, bytes in
      guard event.header.stamp < end else { return false }
      guard recordedBy.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes),
        payload.body.type.subject == .plant
      else { return true }
      let day = zone.localDay(of: payload.at.instant)
      guard days.contains(day),
        let action = try journal.log.action(
          of: event.header, at: event.position, in: transaction),
        try !source.isUndone(action, in: transaction)
      else { return true }
      try body(day, payload, event, bytes)
      return true
    }
  }
}
