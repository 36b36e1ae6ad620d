import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 11.
@Suite struct RemovalTests {
  private func garden() -> Garden {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.schedule(every: 7, at: "2026-03-01")
    garden.given(
      .taskAdded(.init(kind: .pruning, task: id(1), due: day("2026-04-01"))))
    return garden
  }

  @Test func aRemovedPlantHasNoTasks() {
    var garden = garden()
    #expect(garden.calendar.openTasks(of: garden.plant).count == 2)
    garden.given(.plantRemoved(.init(reason: .died)), at: "2026-03-05")
    #expect(garden.calendar.openTasks(of: garden.plant).isEmpty)
    #expect(!garden.plant.isPresent)
    #expect(garden.plant.removal?.reason == .died)
    #expect(garden.plant.removal?.at == instant("2026-03-05"))
  }

  @Test func restoredItHasTheTasksItsHistoryImplies() {
    var garden = garden()
    garden.given(.plantRemoved(.init(reason: .givenAway)), at: "2026-03-05")
    garden.care(at: "2026-03-06")
    garden.given(.plantRestored(.init()), at: "2026-05-01")
    #expect(garden.due() == "2026-03-13")
    #expect(garden.oneOff(id(1))?.due == day("2026-04-01"))
  }

  @Test func aPlantThatWasNeverAddedHasNoTasks() {
    var garden = Garden()
    garden.schedule(every: 7)
    garden.care(at: "2026-03-01")
    garden.given(.plantRestored(.init()))
    #expect(garden.calendar.openTasks(of: garden.plant).isEmpty)
    #expect(!garden.plant.isPresent)
  }

  @Test func aKindHasAtMostOneOpenScheduledTask() {
    var garden = garden()
    for days in [1, 2, 3] { garden.schedule(every: days) }
    garden.snooze(resting: nil, until: "2026-03-20")
    let open = garden.calendar.openTasks(of: garden.plant)
    #expect(open.filter { $0.kind == .watering }.count == 1)
  }
}
