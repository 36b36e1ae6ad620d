internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime

extension Snapshot {
  /// How many days before and after a day its events are looked for.
  static var daysApart: Int { 31 }

  /// Visits the events of plants whose `at` lies on `days` and that were not
  /// undone, in canonical order.
  ///
  /// Events stand in the log by when they were recorded. What was noted down
  /// longer after its day, or longer ahead of it, than ``daysApart`` is not
  /// found, so that the cost depends on the days and not on the log's length.
  func forEachEvent(
    on days: ClosedRange<Day>,
    _ body: (Day, EventPayload, VisitedEvent, RawSpan) throws -> Void
  ) throws {
    let start = Stamp(
      at: zone.startOfDay(days.lowerBound.advanced(by: -Self.daysApart)))
    let end = Stamp(
      at: zone.startOfDay(days.upperBound.advanced(by: 1 + Self.daysApart)))
    try log.forEachEvent(
      .forward, since: start, in: transaction
    ) { event, bytes in
      guard event.header.stamp < end else { return false }
      guard asOf.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes),
        payload.body.type.subject == .plant
      else { return true }
      let day = zone.localDay(of: payload.at.instant)
      guard days.contains(day),
        let action = try log.action(
          of: event.header, at: event.position, in: transaction),
        try !isPassedOver(event.position, of: action, in: event.header.stream)
      else { return true }
      try body(day, payload, event, bytes)
      return true
    }
  }
}
