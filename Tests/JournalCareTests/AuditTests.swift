import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

struct AuditTests {
  @Test func careOnItsDayIsOnTime() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08", "2026-01-15")
    let audit = ledger.audit("2026-01-01", "2026-01-15")
    #expect(audit?.expectedCount == 2)
    #expect(audit?.onTimeCount == 2)
    #expect(audit?.onTimeShare == 1)
    #expect(audit?.worstLateness == 0)
    #expect(audit?.longestGap == 7)
    #expect(audit?.currentStreak == 2)
  }

  @Test func latenessIsCountedFromTheDueDay() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-10", "2026-01-16")
    let audit = ledger.audit("2026-01-01", "2026-01-16")
    #expect(audit?.given.map(\.lateness) == [2, -1])
    #expect(audit?.lateCount == 1)
    #expect(audit?.meanLateness == 1)
    #expect(audit?.worstLateness == 2)
    #expect(audit?.currentStreak == 1)
    #expect(audit?.bestStreak == 1)
  }

  @Test func daysOfGraceMakeLateCarePunctual() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-10")
    #expect(
      ledger.audit("2026-01-01", "2026-01-10", grace: 1)?.onTimeCount == 0)
    #expect(
      ledger.audit("2026-01-01", "2026-01-10", grace: 2)?.onTimeCount == 1)
  }

  @Test func eachIntervalWithoutCareIsMissed() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-25")
    let audit = ledger.audit("2026-01-01", "2026-01-25")
    // Due on the 8th and answered on the 25th; the 15th and 22nd passed.
    #expect(audit?.missed == [day("2026-01-15"), day("2026-01-22")])
    #expect(audit?.expectedCount == 3)
    #expect(audit?.onTimeShare == 0)
  }

  @Test func anOpenTaskIsMissedAtTheEnd() {
    let ledger = Ledger.watered(every: 7)
    let audit = ledger.audit("2026-01-01", "2026-01-20")
    #expect(audit?.missed == [day("2026-01-08"), day("2026-01-15")])
    #expect(audit?.overdueSince == day("2026-01-08"))
    #expect(audit?.given.isEmpty == true)
    #expect(audit?.longestGap == nil)
  }

  @Test func whatIsDueTodayIsNotMissedYet() {
    var ledger = Ledger.watered(every: 7)
    let onTheDay = ledger.audit("2026-01-01", "2026-01-08", today: "2026-01-08")
    #expect(onTheDay?.missed == [])
    #expect(onTheDay?.overdueSince == nil)
    let after = ledger.audit("2026-01-01", "2026-01-09", today: "2026-01-09")
    #expect(after?.missed == [day("2026-01-08")])
    #expect(after?.overdueSince == day("2026-01-08"))
    ledger.water("2026-01-08")
    let done = ledger.audit("2026-01-01", "2026-01-15", today: "2026-01-15")
    #expect(done?.onTimeShare == 1)
  }

  @Test func anOpenGapCounts() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08")
    #expect(ledger.audit("2026-01-01", "2026-02-07")?.longestGap == 30)
  }

  @Test func careNotedDownLateWasGivenInTime() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-15", "2026-01-08")
    #expect(ledger.audit("2026-01-01", "2026-01-15")?.onTimeCount == 2)
  }

  @Test func twiceOnOneDayIsOne() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08T08:00:00Z", "2026-01-08T20:00:00Z")
    #expect(ledger.audit("2026-01-01", "2026-01-09")?.given.count == 1)
  }

  @Test func aSkipIsNeitherOnTimeNorLate() {
    var ledger = Ledger.watered(every: 7)
    ledger.note(
      .taskSkipped(.init(kind: .watering, due: day("2026-01-08"))),
      at: "2026-01-08")
    ledger.water("2026-01-15")
    let audit = ledger.audit("2026-01-01", "2026-01-15")
    #expect(audit?.skipped == [day("2026-01-08")])
    #expect(audit?.expectedCount == 2)
    #expect(audit?.onTimeShare == 1)
  }

  @Test func aSnoozedTaskIsDueAtItsEnd() {
    var ledger = Ledger.watered(every: 7)
    ledger.note(
      .taskSnoozed(
        .init(kind: .watering, settled: nil, until: day("2026-01-11"))),
      at: "2026-01-08")
    ledger.water("2026-01-11")
    #expect(ledger.audit("2026-01-01", "2026-01-11")?.onTimeCount == 1)
  }

  @Test func careWithoutAScheduleIsNeverLate() {
    var ledger = Ledger()
    ledger.note(.plantAdded(.init(scientificName: "Hoya carnosa")))
    ledger.water("2026-01-08", "2026-03-08")
    let audit = ledger.audit()
    #expect(audit?.given.map(\.due) == [nil, nil])
    #expect(audit?.expectedCount == 0)
    #expect(audit?.onTimeShare == nil)
  }

  @Test func aNewScheduleMakesNothingLateBefore() {
    var ledger = Ledger.watered(every: 30)
    ledger.water("2026-01-10")
    ledger.schedule(every: 2, at: "2026-01-20")
    ledger.water("2026-01-20")
    #expect(
      ledger.audit("2026-01-01", "2026-01-20")?.given.map(\.lateness)
        == [nil, 0])
  }

  @Test func aPlantThatLeftMissesNothing() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08")
    ledger.note(.plantRemoved(.init(reason: .sold)), at: "2026-01-10")
    let audit = ledger.audit()
    #expect(audit?.missed == [])
    #expect(audit?.overdueSince == nil)
  }

  @Test func aRestoredPlantIsDueFromItsReturn() {
    var ledger = Ledger.watered(every: 7)
    ledger.note(.plantRemoved(.init(reason: .other)), at: "2026-01-05")
    ledger.note(.plantRestored(.init()), at: "2026-03-01")
    ledger.water("2026-03-01")
    #expect(
      ledger.audit("2026-01-01", "2026-03-01")?.given.map(\.lateness) == [0])
  }

  @Test func onlyThePeriodCounts() {
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08", "2026-01-15", "2026-01-22")
    let audit = ledger.audit("2026-01-10", "2026-01-20")
    #expect(audit?.given.map(\.day) == [day("2026-01-15")])
    #expect(audit?.missed == [])
  }

  @Test func recordersAreCounted() {
    let other: WriterID = id(2)
    var ledger = Ledger.watered(every: 7)
    ledger.water("2026-01-08", "2026-01-15")
    ledger.water("2026-01-22", by: other)
    let recorders = ledger.audit()?.recorders
    #expect(recorders?.map(\.count) == [2, 1])
    #expect(recorders?.map(\.writer) == [ledger.keeper, other])
  }

  /// Whatever happened: what was asked for is what was given by a schedule,
  /// skipped and missed, and no due day is missed that an open task hides.
  @Test(arguments: 0..<200)
  func theFiguresAddUp(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ledger = Ledger.watered(every: Int.random(in: 1...20, using: &random))
    let start = day("2026-01-01")
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      let on = start.advanced(by: Int.random(in: 0...360, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: ledger.schedule(every: 5, at: on.description)
      case 1:
        ledger.note(
          .taskSkipped(.init(kind: .watering, due: on)), at: on.description)
      default: ledger.water(on.description)
      }
    }
    guard let audit = ledger.audit() else { return }
    let scheduled = audit.given.count { $0.due != nil }
    #expect(audit.onTimeCount + audit.lateCount == scheduled, "seed \(seed)")
    #expect(
      audit.expectedCount
        == scheduled + audit.skipped.count + audit.missed.count,
      "seed \(seed)")
    #expect(Set(audit.missed).count == audit.missed.count, "seed \(seed)")
    #expect(audit.given.map(\.day) == audit.given.map(\.day).sorted())
    #expect(audit.bestStreak >= audit.currentStreak, "seed \(seed)")
    #expect(audit.onTimeShare.map { 0...1 ~= $0 } ?? true, "seed \(seed)")
  }
}
