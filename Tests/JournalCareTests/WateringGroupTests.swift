import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rule 7.
@Suite struct WateringGroupTests {
  private static let today = day("2026-06-01")

  private func watering(
    due: String, every days: Int, snoozedUntil: String? = nil,
    settlesFrom: String? = nil
  ) -> OpenTask {
    .watering(
      due: day(due), every: days, snoozedUntil: snoozedUntil.map { day($0) },
      settlesFrom: settlesFrom.map { day($0) })
  }

  /// The days on which waterings are done, in the order of `tasks`.
  private func days(_ tasks: OpenTask...) -> [String] {
    let groups = WateringGroups(of: tasks, on: Self.today)
    return tasks.map { groups.day(of: $0).description }
  }

  @Test func theFirstDueDayTakesWhatMayComeEarlier() {
    #expect(
      days(
        watering(due: "2026-06-03", every: 7),
        watering(due: "2026-06-04", every: 7),
        watering(due: "2026-06-05", every: 7)
      ) == ["2026-06-03", "2026-06-03", "2026-06-05"])
  }

  @Test func aWindowIsAQuarterOfTheBaseIntervalRoundedDown() {
    #expect(
      days(
        watering(due: "2026-06-03", every: 7),
        watering(due: "2026-06-04", every: 3),
        watering(due: "2026-06-08", every: 21)
      ) == ["2026-06-03", "2026-06-04", "2026-06-03"])
  }

  @Test func nothingMovesToADayOnWhichCareDoesNotSettleIt() {
    #expect(
      days(
        watering(due: "2026-06-03", every: 10),
        watering(due: "2026-06-04", every: 30, settlesFrom: "2026-06-04"),
        watering(due: "2026-06-04", every: 30, settlesFrom: "2026-06-03")
      ) == ["2026-06-03", "2026-06-04", "2026-06-03"])
  }

  @Test func theFirstDayOfAScheduleIsNotDrawnNearer() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 30, startOn: "2026-06-12")
    #expect(garden.task()?.gathersFrom == day("2026-06-12"))
    garden.care(at: "2026-06-11")
    #expect(garden.task()?.gathersFrom == day("2026-06-12"))
    garden.care(at: "2026-06-12")
    #expect(garden.task()?.gathersFrom == day("2026-07-05"))
  }

  @Test func theDayOfTheLatestCareIsNotDrawnNear() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 30, seasons: [.summer: 3])
    garden.care(at: "2026-06-10")
    #expect(garden.due() == "2026-06-13")
    #expect(garden.task()?.gathersFrom == day("2026-06-11"))
  }

  @Test func whatIsOverdueMakesTodayAGroupDayAndStaysOverdue() {
    #expect(
      days(
        watering(due: "2026-05-28", every: 7),
        watering(due: "2026-06-02", every: 7)
      ) == ["2026-05-28", "2026-06-01"])
  }

  @Test func whereNothingIsDueTodayNothingMovesToToday() {
    #expect(days(watering(due: "2026-06-02", every: 28)) == ["2026-06-02"])
  }

  @Test func aWateringSnoozedBeyondTodayStaysApart() {
    #expect(
      days(
        watering(due: "2026-06-01", every: 7),
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-02"),
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-01")
      ) == ["2026-06-01", "2026-06-02", "2026-06-01"])
    #expect(
      days(
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-02"),
        watering(due: "2026-06-03", every: 7)
      ) == ["2026-06-02", "2026-06-03"])
  }

  @Test func onlyScheduledWateringsAreGathered() {
    let misting = OpenTask(
      kind: .misting, task: nil, due: day("2026-06-02"), snoozedUntil: nil,
      snoozeCount: 0, time: nil, intervalDays: 30)
    let oneOff = OpenTask(
      kind: .watering, task: id(1), due: day("2026-06-02"),
      snoozedUntil: nil, snoozeCount: 0, time: nil, intervalDays: nil)
    #expect(
      days(watering(due: "2026-06-01", every: 7), misting, oneOff)
        == ["2026-06-01", "2026-06-02", "2026-06-02"])
    #expect(
      days(oneOff, misting, watering(due: "2026-06-04", every: 28))[2]
        == "2026-06-04")
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func gatheringFollowsTheRuleDayByDay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let groups = WateringGroups(of: tasks, on: Self.today)
    #expect(
      tasks.map(groups.day(of:)) == Self.daysByRule(of: tasks),
      "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func theOrderOfPlantsDoesNotMatter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let groups = WateringGroups(of: tasks, on: Self.today)
    let shuffled = tasks.shuffled(using: &random)
    #expect(
      WateringGroups(of: shuffled, on: Self.today) == groups, "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func nothingMovesLaterOrLeavesItsWindow(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let groups = WateringGroups(of: tasks, on: Self.today)
    for task in tasks {
      let found = groups.day(of: task)
      try #require(found <= task.due, "seed \(seed)")
      try #require(found >= task.gathersFrom ?? task.due, "seed \(seed)")
      if task.due <= Self.today || task.isSnoozed(on: Self.today) {
        try #require(found == task.due, "seed \(seed)")
      } else {
        try #require(found >= Self.today, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func gatheringWhatIsGatheredChangesNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let once = Self.gathered(tasks)
    #expect(Self.gathered(once) == once, "seed \(seed)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whatIsDueLaterDoesNotChangeEarlierGroups(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let last = Self.today.advanced(by: random.int(0...40))
    let all = WateringGroups(of: tasks, on: Self.today).days
    let near = WateringGroups(
      of: tasks.filter { $0.due <= last }, on: Self.today)
    #expect(all.filter { $0 <= last } == near.days, "seed \(seed)")
  }

  @Test func onDaysOfTheWeekEachComesEarlierWithinItsWindow() {
    // Monday 2026-06-01 is today.
    let tasks = [
      watering(due: "2026-06-07", every: 7),
      watering(due: "2026-06-08", every: 7),
      watering(due: "2026-06-08", every: 8),
      watering(due: "2026-06-02", every: 40),
      watering(due: "2026-06-12", every: 40, settlesFrom: "2026-06-11"),
      watering(due: "2026-06-10", every: 40),
      watering(due: "2026-05-30", every: 40),
    ]
    let groups = WateringGroups(
      of: tasks, on: Self.today, by: .weekdays([3, 6]))
    #expect(
      tasks.map { groups.day(of: $0).description } == [
        "2026-06-06", "2026-06-08", "2026-06-06", "2026-06-02", "2026-06-12",
        "2026-06-10", "2026-05-30",
      ])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func gatheringOnDaysOfTheWeekFollowsTheRule(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let tasks = Self.tasks(using: &random)
    let chosen = Set((1...7).filter { _ in random.one(in: 3) })
    let groups = WateringGroups(
      of: tasks, on: Self.today, by: .weekdays(chosen))
    for task in tasks {
      let found = groups.day(of: task)
      var latest = task.due
      if task.due > Self.today, !task.isSnoozed(on: Self.today) {
        var day = task.due.advanced(by: -((task.intervalDays ?? 0) / 4))
        day = max(day, task.settlesFrom ?? day, Self.today)
        while day <= task.due {
          if chosen.contains(day.weekday) { latest = day }
          day = day.advanced(by: 1)
        }
      }
      #expect(found == latest, "seed \(seed)")
      #expect(found <= task.due, "seed \(seed)")
      // Done there, it is settled: it does not move again.
      #expect(
        groups.day(of: task.shown(on: found, at: nil)) == found, "seed \(seed)")
    }
  }

  private static func gathered(_ tasks: [OpenTask]) -> [OpenTask] {
    let groups = WateringGroups(of: tasks, on: today)
    return tasks.map { $0.shown(on: groups.day(of: $0), at: nil) }
  }

  private static func tasks(
    using random: inout SeededGenerator
  ) -> [OpenTask] {
    let count = random.int(0...20)
    return (0..<count).map { _ in
      let due = today.advanced(by: random.int(-10...60))
      let until = random.maybe { due.advanced(by: -$0.int(0...20)) }
      let settlesFrom = random.maybe { due.advanced(by: -$0.int(0...20)) }
      return .watering(
        due: due, every: random.int(1...60),
        snoozedUntil: until.flatMap { random.one(in: 2) ? $0 : nil },
        settlesFrom: settlesFrom)
    }
  }

  /// The rule word for word: days in ascending order, each tried.
  private static func daysByRule(of tasks: [OpenTask]) -> [Day] {
    var days: [Day?] = tasks.map { $0.isSnoozed(on: today) ? $0.due : nil }
    var day = today
    while days.contains(nil) {
      let left = tasks.indices.filter { days[$0] == nil }
      if left.contains(where: { max(tasks[$0].due, today) == day }) {
        for index in left {
          let task = tasks[index]
          let quarter = task.due.advanced(by: -((task.intervalDays ?? 0) / 4))
          let first = max(quarter, task.settlesFrom ?? quarter)
          if first <= day, day <= max(task.due, today) {
            days[index] = min(day, task.due)
          }
        }
      }
      day = day.advanced(by: 1)
    }
    return days.compactMap(\.self)
  }
}

extension OpenTask {
  /// A scheduled watering.
  fileprivate static func watering(
    due: Day, every days: Int, snoozedUntil: Day?, settlesFrom: Day?
  ) -> OpenTask {
    OpenTask(
      kind: .watering, task: nil, due: due, snoozedUntil: snoozedUntil,
      snoozeCount: snoozedUntil == nil ? 0 : 1, time: nil, intervalDays: days,
      settlesFrom: settlesFrom)
  }
}
