internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime

/// Audits plants one by one, each from its stream, unless its audit is kept.
struct StreamAuditor {
  private let period: ClosedRange<Day>
  private let today: Day
  private let grace: Int
  private let question: KeptFolds.Question
  private let known: KeptFolds.Results

  /// Creates the auditor of a period; `today` is the day of the view.
  init(
    period: ClosedRange<Day>, today: Day, grace: Int,
    in snapshot: borrowing Snapshot
  ) throws {
    self.period = period
    self.today = today
    self.grace = grace
    question = .audits(period: period, today: today, grace: grace)
    known = try snapshot.keptFolds(answering: question)
  }

  /// Returns an audit for each kind of care of a plant.
  ///
  /// - Complexity: O(*n* log *n*) for the plant's *n* events.
  func audits(
    of id: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [CareAudit] {
    if let audits = known[id] as? [CareAudit] { return audits }
    var auditor = CareAuditor(
      calendar: snapshot.calendar, period: period, today: today, grace: grace)
    let audits = auditor.audit(try events(of: id, in: snapshot))
    let size = audits.reduce(1) { size, audit in
      size + audit.given.count + audit.skipped.count + audit.missed.count + 4
    }
    snapshot.keep(audits, of: id, size: size, answering: question)
    return audits
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
