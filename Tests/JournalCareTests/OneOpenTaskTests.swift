import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 11: tasks never pile up. Whenever and however often care is given,
/// one task is open per plant and scheduled kind, and it follows the latest.
@Suite struct OneOpenTaskTests {
  /// Watered on March 1st, due on the 8th.
  private func weekly() -> Garden {
    var garden = Garden.plant(addedAt: "2026-02-01")
    garden.schedule(every: 7, at: "2026-02-01")
    garden.care(at: "2026-03-01")
    return garden
  }

  private func dueDays(_ garden: Garden) -> [String] {
    garden.calendar.openTasks(of: garden.plant).map(\.due.description)
  }

  @Test func careThatComesLateLeavesOneTask() {
    var garden = weekly()
    garden.care(at: "2026-04-20")
    #expect(dueDays(garden) == ["2026-04-27"])
  }

  @Test func careThatWasMissedForAYearLeavesOneTask() {
    #expect(dueDays(weekly()) == ["2026-03-08"])
  }

  @Test func careThatComesEarlyLeavesOneTask() {
    var garden = weekly()
    garden.care(at: "2026-03-03")
    #expect(dueDays(garden) == ["2026-03-10"])
  }

  @Test func careTwiceOnOneDayLeavesOneTask() {
    var garden = weekly()
    garden.care(at: "2026-03-08T08:00:00Z")
    garden.care(at: "2026-03-08T20:00:00Z")
    #expect(dueDays(garden) == ["2026-03-15"])
  }

  @Test func aSkipAndCareOnOneDayLeaveOneTask() {
    var garden = weekly()
    garden.skip(due: "2026-03-08", at: "2026-03-08")
    garden.care(at: "2026-03-08")
    #expect(dueDays(garden) == ["2026-03-15"])
  }

  @Test func careThatIsWrittenDownLaterLeavesOneTask() {
    var garden = weekly()
    garden.care(at: "2026-03-15")
    garden.care(at: "2026-03-08")
    #expect(dueDays(garden) == ["2026-03-22"])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whateverHappensOneTaskIsOpenPerKind(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: random.int(1...30))
    garden.schedule(.misting, every: random.int(1...5))
    for _ in 0..<30 {
      let kind: TaskKind = random.one(in: 2) ? .watering : .misting
      let day = day("2026-01-01").advanced(by: random.int(0...90)).description
      switch random.int(0...5) {
      case 0: garden.skip(kind, due: day, at: day)
      case 1: garden.snooze(kind, resting: garden.settled(kind), until: day)
      case 2: garden.schedule(kind, every: random.int(1...30), at: day)
      default: garden.care(kind, at: day)
      }
      let kinds = garden.calendar.openTasks(of: garden.plant).map(\.kind)
      #expect(kinds == [.misting, .watering], "seed \(seed)")
    }
  }
}
