import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Care that no schedule asked for is given, not asked for.
struct ExtraCareTests {
  private func audit(every days: Int, watered: [String]) -> CareAudit? {
    var ledger = Ledger.watered(every: days)
    for day in watered { ledger.water(day) }
    let last = watered.last ?? "2026-01-01"
    return ledger.audit("2026-01-01", last, today: last)
  }

  @Test func againTheNextDayIsExtra() {
    let audit = audit(
      every: 10,
      watered: ["2026-01-11", "2026-01-21", "2026-01-30", "2026-01-31"])
    #expect(audit?.given.count == 4)
    #expect(audit?.given.map(\.lateness) == [0, 0, -1, nil])
    #expect(audit?.expectedCount == 3)
    #expect(audit?.currentStreak == 3)
  }

  @Test func halfAnIntervalEarlyIsExtra() {
    let early = audit(every: 10, watered: ["2026-01-07"])
    #expect(early?.given.map(\.lateness) == [-4])
    let extra = audit(every: 10, watered: ["2026-01-06"])
    #expect(extra?.given.map(\.lateness) == [nil])
  }

  @Test func extraCareDoesNotHideWhatIsAskedFor() {
    // Every fifth day is twice as often as asked.
    let audit = audit(
      every: 10,
      watered: ["2026-01-06", "2026-01-11", "2026-01-16", "2026-01-21"])
    #expect(audit?.given.count == 4)
    #expect(audit?.onTimeCount == 2)
    #expect(audit?.expectedCount == 2)
  }

  @Test func careBeforeTheFirstDayIsExtra() {
    var ledger = Ledger()
    ledger.note(.plantAdded(.init(scientificName: "Hoya carnosa")))
    ledger.note(
      .scheduleSet(
        .init(
          kind: .watering, intervalDays: 10, startOn: day("2026-01-12"))))
    ledger.water("2026-01-11", "2026-01-12")
    let audit = ledger.audit("2026-01-01", "2026-01-12", today: "2026-01-12")
    #expect(audit?.given.map(\.lateness) == [nil, 0])
  }

  @Test func careDuringASnoozeAnswersTheTask() {
    var ledger = Ledger.watered(every: 5)
    ledger.snooze(until: "2026-01-20", settled: nil, at: "2026-01-06")
    ledger.water("2026-01-10")
    let audit = ledger.audit("2026-01-01", "2026-01-10", today: "2026-01-10")
    #expect(audit?.given.map(\.lateness) == [-10])
  }

  @Test func theGapBeforeThePeriodCounts() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08", "2026-02-20", "2026-02-27")
    #expect(ledger.audit("2026-02-01", "2026-03-01")?.longestGap == 43)
    #expect(ledger.audit("2026-01-10", "2026-01-20")?.longestGap == 12)
  }
}
