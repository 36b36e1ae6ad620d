internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit

/// Audits plants one by one, each from its stream.
struct StreamAuditor<Source: CollectionSource> {
  let journal: Journal
  let source: Source
  let period: ClosedRange<Day>
  /// The day of the view.
  let today: Day
  let grace: Int
  /// Leaves out what was recorded later.
  let moment: Instant?

  /// One audit for each kind of care of a plant.
  ///
  /// - Complexity: O(*n* log *n*) for the plant's *n* events.
  func audits(
    of id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [CareAudit] {
    var auditor = CareAuditor(
      calendar: source.calendar, period: period, today: today, grace: grace)
    return auditor.audit(try events(of: id, in: transaction))
  }

  /// The events of a plant that count, in canonical order.
  private func events(
    of id: PlantID, in transaction: borrowing some Transaction & ~Copyable
  ) throws -> [(payload: EventPayload, writer: WriterID)] {
    var events: [(payload: EventPayload, writer: WriterID)] = []
    try journal.log.forEachPayload(
      of: id, recordedBy: moment, in: transaction
    ) { payload, header, action in
      guard try !source.isUndone(action, in: transaction) else { return }
      events.append((payload, header.writer))
    }
    return events
  }
}
