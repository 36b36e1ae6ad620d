internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime

/// Audits plants one by one, each from its stream.
struct StreamAuditor {
  let period: ClosedRange<Day>
  /// The day of the view.
  let today: Day
  let grace: Int

  /// Returns an audit for each kind of care of a plant.
  ///
  /// - Complexity: O(*n* log *n*) for the plant's *n* events.
  func audits(
    of id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [CareAudit] {
    var auditor = CareAuditor(
      calendar: snapshot.calendar, period: period, today: today, grace: grace)
    return auditor.audit(try events(of: id, in: snapshot))
  }

  /// Returns the events of a plant that count, in canonical order.
  private func events(
    of id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [(payload: EventPayload, writer: WriterID)] {
    var events: [(payload: EventPayload, writer: WriterID)] = []
    try snapshot.forEachEvent(of: id) { payload, event, action, _ in
      guard let payload,
        try !snapshot.isPassedOver(event, of: action)
      else { return }
      events.append((payload, payload.recorder(event.header)))
    }
    return events
  }
}
