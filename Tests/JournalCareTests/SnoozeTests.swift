import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 5.
@Suite struct SnoozeTests {
  /// Watered on March 1st, due on the 8th.
  private func weekly() -> Garden {
    var garden = Garden.plant(addedAt: "2026-02-01")
    garden.schedule(every: 7, at: "2026-02-01")
    garden.care(at: "2026-03-01")
    return garden
  }

  @Test func aSnoozePostponesTheDueDay() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-11")
    #expect(garden.due() == "2026-03-11")
    #expect(garden.task()?.snoozedUntil == day("2026-03-11"))
    #expect(garden.task()?.snoozeCount == 1)
  }

  @Test func aSnoozeUntilBeforeTheDueDayMovesNothing() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-05")
    #expect(garden.due() == "2026-03-08")
    #expect(garden.task()?.snoozeCount == 0)
  }

  @Test func theLatestInCanonicalOrderIsInForceAndAllAreCounted() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.snooze(resting: "2026-03-01", until: "2026-03-11")
    #expect(garden.due() == "2026-03-11")
    #expect(garden.task()?.snoozeCount == 2)
  }

  @Test func newerCareEndsIt() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.care(at: "2026-03-09")
    #expect(garden.due() == "2026-03-16")
    #expect(garden.task()?.snoozedUntil == nil)
    #expect(garden.task()?.snoozeCount == 0)
  }

  @Test func aNewerSkipEndsIt() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.skip(due: "2026-03-08", at: "2026-03-08")
    #expect(garden.due() == "2026-03-15")
  }

  @Test func olderCareThatArrivesLaterDoesNotEndIt() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.care(at: "2026-02-20")
    #expect(garden.due() == "2026-03-20")
  }

  @Test func moreCareOnTheSettledDayDoesNotEndIt() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.care(at: "2026-03-01T20:00:00Z")
    #expect(garden.due() == "2026-03-20")
  }

  @Test func aSnoozeOfAnEarlierTaskThatArrivesLateIsNotInForce() {
    var garden = weekly()
    garden.snooze(resting: "2026-02-22", until: "2026-03-20")
    garden.snooze(resting: nil, until: "2026-03-20")
    #expect(garden.due() == "2026-03-08")
  }

  @Test func aSnoozeMayArriveBeforeTheCareItRestsOn() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-09", until: "2026-03-30")
    #expect(garden.due() == "2026-03-08")
    garden.care(at: "2026-03-09")
    #expect(garden.due() == "2026-03-30")
  }

  @Test func whereNothingIsSettledASnoozeRestsOnNull() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-01")
    garden.snooze(resting: nil, until: "2026-03-15")
    #expect(garden.due() == "2026-03-15")
    garden.care(at: "2026-03-10")
    #expect(garden.due() == "2026-03-17")
  }

  @Test func intervalsDoNotChange() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.care(at: "2026-03-20")
    #expect(garden.due() == "2026-03-27")
    #expect(garden.task()?.intervalDays == 7)
  }

  @Test func activeMonthsDoNotMoveUntil() {
    var garden = weekly()
    garden.schedule(every: 7, months: [3])
    garden.snooze(resting: "2026-03-01", until: "2026-04-10")
    #expect(garden.due() == "2026-04-10")
  }

  @Test func clearingAScheduleDoesNotEndIt() {
    var garden = weekly()
    garden.snooze(resting: "2026-03-01", until: "2026-03-20")
    garden.clearSchedule()
    #expect(garden.due() == nil)
    garden.schedule(every: 7)
    #expect(garden.due() == "2026-03-20")
  }
}
