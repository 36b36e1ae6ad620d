import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 6.
@Suite struct OneOffTaskTests {
  private let first: TaskID = id(1)
  private let second: TaskID = id(2)

  /// Watering every week, and repotting once, on April 1st.
  private func garden() -> Garden {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-01")
    garden.given(
      .taskAdded(.init(kind: .repotting, task: first, due: day("2026-04-01"))))
    return garden
  }

  @Test func theDueDayIsFixed() {
    var garden = garden()
    #expect(garden.oneOff(first)?.due == day("2026-04-01"))
    #expect(garden.oneOff(first)?.intervalDays == nil)
    garden.care(.repotting, at: "2026-03-20")
    #expect(garden.oneOff(first)?.due == day("2026-04-01"))
  }

  @Test func severalOfAKindStandSideBySide() {
    var garden = garden()
    garden.given(
      .taskAdded(.init(kind: .repotting, task: second, due: day("2026-03-05"))))
    garden.care(.repotting, task: first, at: "2026-03-20")
    #expect(garden.oneOff(first) == nil)
    #expect(garden.oneOff(second)?.due == day("2026-03-05"))
  }

  @Test func completionEndsItAndSettlesItsKind() {
    var garden = garden()
    garden.schedule(.repotting, every: 365)
    garden.care(.repotting, task: first, at: "2026-03-20")
    #expect(garden.oneOff(first) == nil)
    #expect(garden.settled(.repotting) == "2026-03-20")
    #expect(garden.due(.repotting) == "2027-03-20")
  }

  @Test func aSkipEndsItAndTouchesNothingElse() {
    var garden = garden()
    garden.schedule(.repotting, every: 365)
    garden.skip(
      .repotting, due: "2026-04-01", task: first, at: "2026-03-20")
    #expect(garden.oneOff(first) == nil)
    #expect(garden.settled(.repotting) == nil)
  }

  @Test func aSnoozePostponesItAndTouchesNothingElse() {
    var garden = garden()
    garden.schedule(.repotting, every: 365)
    let before = garden.due(.repotting)
    garden.snooze(
      .repotting, resting: nil, until: "2026-04-08", task: first)
    garden.snooze(
      .repotting, resting: nil, until: "2026-04-05", task: first)
    #expect(garden.oneOff(first)?.due == day("2026-04-05"))
    #expect(garden.oneOff(first)?.snoozeCount == 2)
    #expect(garden.due(.repotting) == before)
  }

  @Test func newerCareOfItsKindDoesNotEndItsSnooze() {
    var garden = garden()
    garden.snooze(
      .repotting, resting: nil, until: "2026-04-08", task: first)
    garden.care(.repotting, at: "2026-04-02")
    #expect(garden.oneOff(first)?.due == day("2026-04-08"))
  }

  @Test func anUnknownTaskChangesNothingButItsKind() {
    var garden = garden()
    let before = garden.plant
    garden.skip(.repotting, due: "2026-04-01", task: second, at: "2026-03-20")
    garden.snooze(
      .repotting, resting: nil, until: "2026-04-08", task: second)
    #expect(garden.plant == before)
    garden.care(.repotting, task: second, at: "2026-03-20")
    #expect(garden.oneOff(first) != nil)
    #expect(garden.settled(.repotting) == "2026-03-20")
  }
}
