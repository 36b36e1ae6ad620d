internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime

extension Snapshot {
  /// The number of days around a day in which its events are searched.
  static var daysApart: Int { 31 }

  /// Visits the events of plants whose `at` is on `days` in canonical order,
  /// without undone events.
  ///
  /// The log is sorted by the time of recording. Events recorded more than
  /// ``daysApart`` from their day are not found, so that the cost depends on
  /// the days and not on the length of the log.
  func forEachEvent(
    on days: ClosedRange<Day>,
    _ body: (Day, EventPayload, VisitedEvent, RawSpan) throws -> Void
  ) throws {
    let stamps = stamps(around: days)
    try log.forEachEvent(
      .forward, since: stamps.lowerBound, in: transaction
    ) { event, bytes in
      guard event.header.stamp < stamps.upperBound else { return false }
      guard asOf.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes),
        payload.body.type.subject == .plant
      else { return true }
      let day = zone.localDay(of: payload.at.instant)
      guard days.contains(day),
        let action = try log.action(
          of: event.header, at: event.position, in: transaction),
        try !isPassedOver(event, of: action)
      else { return true }
      try body(day, payload, event, bytes)
      return true
    }
  }

  /// Returns the stamps of the events that are searched for those on `days`.
  func stamps(around days: ClosedRange<Day>) -> Range<Stamp> {
    let start = zone.startOfDay(days.lowerBound.advanced(by: -Self.daysApart))
    let end = zone.startOfDay(days.upperBound.advanced(by: 1 + Self.daysApart))
    return Stamp(at: start)..<Stamp(at: end)
  }
}
