import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Missed care stays missed, whatever is planned afterwards.
struct MissedCareTests {
  /// Care every five days, last given on April 21st, and then never again.
  private static let neglected = {
    var ledger = Ledger.watered(every: 5, since: "2026-04-01")
    ledger.water("2026-04-06", "2026-04-11", "2026-04-16", "2026-04-21")
    return ledger
  }()

  private static let missed = [
    "2026-04-26", "2026-05-01", "2026-05-06", "2026-05-11", "2026-05-16",
    "2026-05-21",
  ].map { day($0) }

  private func audit(_ ledger: Ledger, grace: Int = 0) -> CareAudit? {
    ledger.audit("2026-04-01", "2026-05-23", today: "2026-05-23", grace: grace)
  }

  private func expectNeglect(_ ledger: Ledger) {
    let audit = audit(ledger)
    #expect(audit?.missed == Self.missed)
    #expect(audit?.skipped == [])
    #expect(audit?.expectedCount == 10)
    #expect(audit?.onTimeShare == 0.4)
  }

  @Test func eachDueDayThatPassedIsMissed() {
    expectNeglect(Self.neglected)
  }

  @Test func aSnoozeLeavesItMissed() {
    var ledger = Self.neglected
    ledger.snooze(
      until: "2026-05-24", settled: "2026-04-21", at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func aSnoozeThatEndedBeforeItWasMadeCountsNothingTwice() {
    var ledger = Self.neglected
    ledger.snooze(
      until: "2026-04-28", settled: "2026-04-21", at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func aNewScheduleLeavesItMissed() {
    var ledger = Self.neglected
    ledger.schedule(every: 2, at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func withoutAScheduleItStaysMissed() {
    var ledger = Self.neglected
    ledger.note(.scheduleCleared(.init(kind: .watering)), at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func aSkipLeavesItMissed() {
    var ledger = Self.neglected
    ledger.skip(due: "2026-04-26", at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func itStaysMissedWhenThePlantLeaves() {
    var ledger = Self.neglected
    ledger.note(.plantRemoved(.init(reason: .died)), at: "2026-05-23")
    expectNeglect(ledger)
  }

  @Test func careAnswersTheOpenTaskLate() {
    var ledger = Self.neglected
    ledger.water("2026-05-23")
    let audit = audit(ledger)
    #expect(audit?.missed == Array(Self.missed.dropFirst()))
    #expect(audit?.lateCount == 1)
    #expect(audit?.expectedCount == 10)
  }

  @Test func withinItsGraceATaskIsOpen() {
    func missed(today: String) -> [Day]? {
      Self.neglected.audit(
        "2026-04-22", today, today: today, grace: 2)?.missed
    }
    #expect(missed(today: "2026-04-27") == [])
    #expect(missed(today: "2026-04-28") == [])
    #expect(missed(today: "2026-04-29") == [day("2026-04-26")])
    #expect(missed(today: "2026-05-03") == [day("2026-04-26")])
    #expect(
      missed(today: "2026-05-04") == [day("2026-04-26"), day("2026-05-01")])
  }

  @Test func withinItsGraceATaskMayStillBeSkipped() {
    var ledger = Self.neglected
    ledger.skip(due: "2026-04-26", at: "2026-04-28")
    let audit = ledger.audit(
      "2026-04-22", "2026-04-28", today: "2026-04-28", grace: 2)
    #expect(audit?.missed == [])
    #expect(audit?.skipped == [day("2026-04-28")])
  }
}
