import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 6, of tasks that come round: the rhythm is that of the first day.
@Suite struct RepeatingTaskTests {
  private let task: TaskID = id(1)

  /// A check for mites each week from Sunday, March 1st, on.
  private func garden(_ every: TaskRhythm = .days(7)) -> Garden {
    var garden = Garden.plant(addedAt: "2026-02-01")
    garden.given(
      .taskAdded(
        .init(
          kind: .pestControl, task: task, due: day("2026-03-01"),
          every: every, title: "Check for mites")))
    return garden
  }

  private func done(_ due: String, at: String) -> (EventBody, String) {
    (
      .taskCompleted(
        .init(kind: .pestControl, task: task, due: day(due))), at
    )
  }

  private func due(_ garden: Garden) -> String? {
    garden.oneOff(task)?.due.description
  }

  @Test func itIsDueOnItsFirstDayAndSaysWhatItIs() {
    let open = garden().oneOff(task)
    #expect(open?.due == day("2026-03-01"))
    #expect(open?.title == "Check for mites")
    #expect(open?.every == .days(7))
  }

  @Test func doneOnItsDayItComesRound() {
    var garden = garden()
    garden.given(done("2026-03-01", at: "2026-03-01"))
    #expect(due(garden) == "2026-03-08")
    #expect(garden.settled(.pestControl) == "2026-03-01")
  }

  @Test func doneLateItKeepsItsRhythmAndMakesUpForNothing() {
    var garden = garden()
    garden.given(done("2026-03-01", at: "2026-03-17"))
    #expect(due(garden) == "2026-03-22")
    garden = self.garden(.months(1))
    garden.given(done("2026-03-01", at: "2026-04-01"))
    #expect(due(garden) == "2026-05-01")
  }

  @Test func doneEarlyTheDayIsDone() {
    var garden = garden()
    garden.given(done("2026-03-01", at: "2026-02-26"))
    #expect(due(garden) == "2026-03-08")
  }

  @Test func twoReplicasThatDoOneDayDoItOnce() {
    let first = done("2026-03-01", at: "2026-03-03")
    let second = done("2026-03-01", at: "2026-03-04")
    for events in [[first, second], [second, first]] {
      var garden = garden()
      for event in events { garden.given(event) }
      #expect(due(garden) == "2026-03-08")
    }
  }

  @Test func whatWasDoneWhileTheOtherWasAwayIsNotLost() {
    // One replica went on, the other did the first day late.
    let events = [
      done("2026-03-01", at: "2026-03-01"),
      done("2026-03-08", at: "2026-03-08"),
      done("2026-03-01", at: "2026-03-16"),
    ]
    for order in [[0, 1, 2], [2, 0, 1], [0, 2, 1], [2, 1, 0]] {
      var garden = garden()
      for index in order { garden.given(events[index]) }
      #expect(due(garden) == "2026-03-22", "\(order)")
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func theOrderInWhichItWasDoneDoesNotMatter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let start = garden(random.pick([.days(7), .days(1), .months(1)]))
      let events = (0..<random.int(1...8)).map { _ in
        let at = "\(day("2026-03-01").advanced(by: random.int(-9...60)))"
        let due = day("2026-03-01").advanced(by: random.int(0...60))
        let body: EventBody =
          random.one(in: 3)
          ? .taskSkipped(.init(kind: .pestControl, task: task, due: due))
          : .taskCompleted(.init(kind: .pestControl, task: task, due: due))
        return (body, at, max(due, day(at)))
      }
      var dues: Set<String?> = []
      for order in [events, events.reversed(), events.shuffled(using: &random)]
      {
        var garden = start
        for (body, at, _) in order { garden.given(body, at: at) }
        dues.insert(due(garden))
        // What was settled is not asked for again.
        let settled = events.map(\.2).max() ?? .earliest
        #expect(
          garden.oneOff(task).map { $0.due > settled } ?? false, "seed \(seed)")
      }
      #expect(dues.count == 1, "seed \(seed)")
    }
  }

  @Test func aSkipLeadsToTheNextDay() {
    var garden = garden()
    garden.skip(.pestControl, due: "2026-03-01", task: task, at: "2026-02-20")
    #expect(due(garden) == "2026-03-08")
    #expect(garden.settled(.pestControl) == nil)
    garden.skip(.pestControl, due: "2026-03-20", task: task, at: "2026-02-20")
    #expect(due(garden) == "2026-03-22")
  }

  @Test func whoSkipsTheLastDayThereIsEndsIt() {
    var garden = garden()
    garden.skip(.pestControl, due: "9999-12-31", task: task, at: "2026-03-01")
    #expect(due(garden) == nil)
    #expect(garden.plant.oneOffTasks.isEmpty)
  }

  @Test func aSnoozeIsOfOneDayAlone() {
    var garden = garden()
    garden.snooze(
      .pestControl, resting: nil, until: "2026-03-05", task: task)
    #expect(due(garden) == "2026-03-05")
    #expect(garden.oneOff(task)?.snoozeCount == 1)
    garden.given(done("2026-03-01", at: "2026-03-05"))
    #expect(due(garden) == "2026-03-08")
    // One of the first day that comes late moves nothing.
    garden.snooze(
      .pestControl, resting: nil, until: "2026-03-30", task: task)
    #expect(due(garden) == "2026-03-08")
    garden.snooze(
      .pestControl, resting: "2026-03-05", until: "2026-03-12", task: task)
    #expect(due(garden) == "2026-03-12")
  }

  @Test func otherCareOfItsKindLeavesItAlone() {
    var garden = garden()
    garden.care(.pestControl, at: "2026-03-01")
    #expect(due(garden) == "2026-03-01")
  }

  @Test func theCommandNamesTheDayThatIsDone() throws {
    var garden = garden()
    garden.given(done("2026-03-01", at: "2026-03-01"))
    let command = PlantCommand.complete(
      .init(kind: .pestControl, task: task, amount: "250ml"))
    let body = try command.decide(
      on: id(9), garden.plant, at: instant("2026-03-06"),
      in: DecisionContext(calendar: garden.calendar, rooms: RoomList([:])))
    #expect(
      body
        == .taskCompleted(
          .init(
            kind: .pestControl, task: task, due: day("2026-03-08"),
            title: "Check for mites", amount: "250ml")))
    #expect(body.schema == 2)
  }

  @Test func whatOlderProgramsKnowIsWrittenAsTheyKnowIt() throws {
    var garden = Garden.plant(addedAt: "2026-02-01")
    let added = TaskAdded(
      kind: .repotting, task: task, due: day("2026-03-01"))
    #expect(EventBody.taskAdded(added).schema == 1)
    garden.given(.taskAdded(added))
    let context = DecisionContext(
      calendar: garden.calendar, rooms: RoomList([:]))
    for command in [
      PlantCommand.complete(.init(kind: .repotting, task: task)),
      .skip(.repotting, task: task, due: day("2026-03-01")),
      .snooze(
        .repotting, task: task, until: day("2026-03-09"), settled: .current),
    ] {
      let body = try command.decide(
        on: id(9), garden.plant, at: instant("2026-03-06"), in: context)
      #expect(body.schema == 1)
    }
  }
}

extension Garden {
  fileprivate mutating func given(_ event: (EventBody, String)) {
    given(event.0, at: event.1)
  }
}
