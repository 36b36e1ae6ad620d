import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Every sequence of events that can be decoded folds, in any order.
@Suite struct TotalFoldTests {
  private static let kinds: [EventType] = EventType.allCases

  private func calendars() throws -> [CareCalendar] {
    [
      CareCalendar(zone: .utc),
      CareCalendar(
        zone: try TimeZoneRules(identifier: "Pacific/Kiritimati"),
        hemisphere: .southern),
      CareCalendar(
        zone: try TimeZoneRules(identifier: "America/St_Johns"),
        adjustsForSeason: false),
    ]
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func randomSequencesFoldAndDerive(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let calendars = try calendars()
    for _ in 0..<5_000 {
      var plant = PlantState()
      for _ in 0..<generator.int(1...12) {
        plant.evolve(generator.payload(of: generator.pick(Self.kinds)))
      }
      check(plant, in: calendars, seed: seed)
    }
  }

  private func check(
    _ plant: PlantState, in calendars: [CareCalendar], seed: UInt64
  ) {
    #expect(
      plant.cares.map(\.kind) == Set(plant.cares.map(\.kind)).sorted(),
      "seed \(seed)")
    for calendar in calendars {
      let open = calendar.openTasks(of: plant)
      let scheduled = open.filter { $0.task == nil }
      #expect(
        Set(scheduled.map(\.kind)).count == scheduled.count, "seed \(seed)")
      #expect(plant.isPresent || open.isEmpty, "seed \(seed)")
      for task in open {
        #expect(task.due >= task.snoozedUntil ?? .earliest, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func theOrderOfCareDoesNotMatter(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let calendars = try calendars()
    for _ in 0..<500 {
      let events = (0..<generator.int(1...15)).map { _ in
        generator.payload(of: generator.pick([.taskCompleted, .taskSkipped]))
      }
      let shuffled = events.shuffled(using: &generator)
      let (left, right) = (fold(events), fold(shuffled))
      #expect(left.cares.map(\.kind) == right.cares.map(\.kind))
      for (one, other) in zip(left.cares, right.cares) {
        for calendar in calendars {
          #expect(
            calendar.settledDay(of: one) == calendar.settledDay(of: other),
            "seed \(seed)")
        }
        #expect(one.lastCompleted == other.lastCompleted, "seed \(seed)")
      }
    }
  }

  private func fold(_ events: [EventPayload]) -> PlantState {
    events.reduce(into: PlantState()) { $0.evolve($1) }
  }

  @Test func atTheEndOfTheCalendarDaysSaturate() {
    var garden = Garden.plant(addedAt: "9999-12-31T23:59:59Z")
    garden.schedule(every: 36_500, at: "9999-12-31T23:59:59Z")
    #expect(garden.due() == "9999-12-31")
    garden.care(at: "9999-12-31T23:59:59-23:59")
    #expect(garden.due() == "9999-12-31")
    garden.skip(due: "9999-12-31", at: "0001-01-01T00:00:00+23:59")
    garden.snooze(resting: "9999-12-31", until: "9999-12-31")
    #expect(garden.due() == "9999-12-31")
  }

  @Test func atItsBeginningTheyCountOn() {
    var garden = Garden.plant(addedAt: "0001-01-01T00:00:00+23:59")
    garden.schedule(every: 1, at: "0001-01-01T00:00:00+23:59")
    #expect(garden.due() == "0001-01-02")
    garden.care(at: "0001-01-01T00:00:00Z")
    #expect(garden.due() == "0001-01-02")
    garden.schedule(every: 36_500)
    #expect(garden.due() == "0100-12-08")
  }

  @Test func aRoomsEventsFoldLikewise() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let room = generator.pick(StandardRoom.allCases).id
      var state = RoomState(initial: room)
      for _ in 0..<generator.int(0...8) {
        state.evolve(generator.payload(), of: room, at: position(1))
      }
      let list = RoomList([room: state])
      #expect(list[StandardRoom.other.id] != nil, "seed 7")
      // Merged into a room that never existed, it stays.
      #expect((list[room] != nil) == state.isPresent, "seed 7")
    }
  }
}
