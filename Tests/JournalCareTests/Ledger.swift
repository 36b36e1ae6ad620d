import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime

/// A plant's events as an auditor takes them.
struct Ledger {
  private(set) var events: [(payload: EventPayload, writer: WriterID)] = []
  let keeper: WriterID
  var calendar = CareCalendar(zone: .utc)

  init(keeper: WriterID = id(1)) {
    self.keeper = keeper
  }

  /// A plant added on New Year's Day, or on another, and to be watered every
  /// so many days.
  static func watered(
    every days: Int, since first: String = "2026-01-01"
  ) -> Ledger {
    var ledger = Ledger()
    ledger.note(
      .plantAdded(.init(scientificName: "Hoya carnosa")), at: first)
    ledger.schedule(every: days, at: first)
    return ledger
  }

  mutating func note(
    _ body: EventBody, at: String = "2026-01-01", by writer: WriterID? = nil
  ) {
    events.append(
      (EventPayload(at: instant(at), body: body), writer ?? keeper))
  }

  mutating func schedule(every days: Int, at: String = "2026-01-01") {
    note(
      .scheduleSet(.init(kind: .watering, intervalDays: days)), at: at)
  }

  mutating func snooze(until: String, settled: String?, at: String) {
    note(
      .taskSnoozed(
        .init(
          kind: .watering, settled: settled.map { day($0) },
          until: day(until))), at: at)
  }

  mutating func skip(due: String, at: String) {
    note(.taskSkipped(.init(kind: .watering, due: day(due))), at: at)
  }

  mutating func water(_ days: String..., by writer: WriterID? = nil) {
    for day in days {
      note(.taskCompleted(.init(kind: .watering)), at: day, by: writer)
    }
  }

  func audit(
    _ first: String = "2026-01-01", _ last: String = "2026-12-31",
    today: String = "2027-01-01", grace: Int = 0,
    of kind: TaskKind = .watering
  ) -> CareAudit? {
    var auditor = CareAuditor(
      calendar: calendar, period: day(first)...day(last),
      today: day(today), grace: grace)
    return auditor.audit(events).first { $0.kind == kind }
  }
}
