import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Rules 7 and 9.
@Suite struct WateringRoundTests {
  private static let today = day("2026-06-01")
  private static let calendar = CareCalendar(zone: .utc)

  private func watering(
    due: String, every days: Int, snoozedUntil: String? = nil,
    settlesFrom: String? = nil
  ) -> OpenTask {
    OpenTask(
      kind: .watering, task: nil, due: day(due),
      snoozedUntil: snoozedUntil.map { day($0) },
      snoozeCount: snoozedUntil == nil ? 0 : 1, time: nil, intervalDays: days,
      settlesFrom: settlesFrom.map { day($0) })
  }

  /// The days on which waterings are done that do not come round.
  private func days(
    _ tasks: [OpenTask], by gathering: WateringGathering = .quarter
  ) -> [String] {
    Self.calendar.days(
      of: tasks.map { GatheredWatering(task: $0, schedule: nil) },
      from: Self.today, through: day("2026-12-31"), by: gathering
    ).map { $0.map(\.description).joined(separator: " ") }
  }

  private func days(_ tasks: OpenTask...) -> [String] { days(tasks) }

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

  @Test func whatIsOverdueMakesARoundOfToday() {
    #expect(
      days(
        watering(due: "2026-05-28", every: 7),
        watering(due: "2026-06-02", every: 7)
      ) == ["2026-06-01", "2026-06-01"])
  }

  @Test func whereNothingIsDueTodayNothingMovesToToday() {
    #expect(days(watering(due: "2026-06-02", every: 28)) == ["2026-06-02"])
  }

  @Test func aWateringStaysApartUntilItsSnoozeEnds() {
    #expect(
      days(
        watering(due: "2026-06-01", every: 7),
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-02"),
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-01")
      ) == ["2026-06-01", "2026-06-02", "2026-06-01"])
    // On the 2nd, Today draws the other near.
    #expect(
      days(
        watering(due: "2026-06-02", every: 7, snoozedUntil: "2026-06-02"),
        watering(due: "2026-06-03", every: 7)
      ) == ["2026-06-02", "2026-06-02"])
  }

  private func watering(
    due: Day, every days: Int, waited: Int
  ) -> OpenTask {
    watering(
      due: due.description, every: days,
      settlesFrom: due.advanced(by: 1 - waited).description)
  }

  @Test func onDaysOfTheWeekAWateringComesEarlier() {
    // Monday 2026-06-01 is today; Wednesdays are the 3rd and the 10th,
    // Saturdays the 6th and the 13th.
    let tasks = [
      watering(due: day("2026-06-09"), every: 7, waited: 7),
      watering(due: day("2026-06-12"), every: 7, waited: 7),
      watering(due: day("2026-06-10"), every: 40, waited: 40),
      watering(due: day("2026-06-07"), every: 5, waited: 5),
      watering(due: day("2026-06-08"), every: 5, waited: 5),
      // Seven days in winter are five in summer.
      watering(due: day("2026-06-08"), every: 7, waited: 5),
      // The last such day was on Saturday before today.
      watering(due: day("2026-06-02"), every: 40, waited: 40),
      watering(due: day("2026-05-30"), every: 40, waited: 40),
      // The first day of a schedule.
      watering(due: day("2026-06-12"), every: 40, waited: 1),
    ]
    #expect(
      days(tasks, by: .weekdays([3, 6])) == [
        "2026-06-06", "2026-06-10", "2026-06-10", "2026-06-06", "2026-06-08",
        "2026-06-08", "2026-06-02", "2026-06-01", "2026-06-12",
      ])
  }

  /// Every five days, watered on Thursday 20 August 2026.
  @Test func theNextRoundsAreGatheredAsTheFirstOneIs() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 5)
    garden.care(at: "2026-08-20")
    #expect(
      Self.foretold(
        [garden], from: day("2026-08-20"), through: day("2026-09-12"),
        by: .weekdays([3, 6])
      ).map(\.description) == [
        "2026-08-25", "2026-08-29", "2026-09-02", "2026-09-07", "2026-09-12",
      ])
  }

  @Test func aWateringOfAWeekDrawnFarComesInTwoSteps() {
    var garden = Garden.plant(addedAt: "2026-01-01")
    garden.schedule(every: 7)
    // A Saturday; the day after would be a Sunday.
    garden.care(at: "2026-08-22")
    #expect(
      Self.foretold(
        [garden], from: day("2026-08-22"), through: day("2026-09-06"),
        by: .weekdays([7])
      ).map(\.description) == ["2026-08-26", "2026-08-30", "2026-09-06"])
  }

  @Test(arguments: [7, 8, 9, 10, 11, 12, 14, 20, 45])
  func aWateringOfAWeekAndMoreEndsOnTheChosenDays(interval: Int) {
    for chosen in 1..<128 {
      let weekdays = Set((1...7).filter { chosen & 1 << ($0 - 1) != 0 })
      for start in 0..<7 {
        let cared = Self.today.advanced(by: start)
        var garden = Garden.plant(addedAt: "2026-01-01")
        garden.schedule(every: interval)
        garden.care(at: cared.description)
        let days =
          [cared]
          + Self.foretold(
            [garden], from: cared, through: cared.advanced(by: 60),
            by: .weekdays(weekdays))
        let isRight = zip(days, days.dropFirst()).enumerated().allSatisfy {
          let (last, day) = $0.element
          let wait = last.distance(to: day)
          // Never late, and no sooner than is needed to come to such a day.
          let isFitting =
            weekdays.contains(last.weekday)
            ? wait >= max(7, interval - 6) : 2 * wait >= interval
          let isChosen = $0.offset == 0 || weekdays.contains(day.weekday)
          return wait <= interval && isFitting && isChosen
        }
        #expect(isRight, "\(weekdays) from \(cared): \(days)")
      }
    }
  }

  /// Each day is followed: the care that Today asks for, by the rule read word
  /// for word, is done.
  @Test(arguments: 0..<300 as Range<UInt64>)
  func whatIsForetoldIsWhatEachDayAsksFor(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let today = day("2026-01-01").advanced(by: random.int(0...364))
    let weekdays = Set((1...7).filter { _ in random.one(in: 3) })
    let gathering: WateringGathering =
      weekdays.isEmpty || random.one(in: 2) ? .quarter : .weekdays(weekdays)
    var gardens = Self.gardens(around: today, using: &random)
    let last = today.advanced(by: 60)
    let waterings = gardens.map { $0.watering }
    let foretold = gardens[0].calendar.days(
      of: waterings, from: today, through: last, by: gathering)
    var asked = [[Day]](repeating: [], count: gardens.count)
    var day = today
    while day <= last {
      let tasks = gardens.map { $0.task() }
      for (number, isAsked) in Self.round(tasks, on: day, gathering)
        .enumerated()
      where isAsked {
        asked[number].append(day)
        gardens[number].care(at: day.description)
      }
      day = day.advanced(by: 1)
    }
    #expect(foretold == asked, "seed \(seed)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func theOrderOfPlantsDoesNotMatter(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let waterings = Self.gardens(around: Self.today, using: &random)
      .map(\.watering)
    let shuffled = waterings.indices.shuffled(using: &random)
    let last = Self.today.advanced(by: 60)
    let days = Self.calendar.days(
      of: waterings, from: Self.today, through: last, by: .quarter)
    #expect(
      Self.calendar.days(
        of: shuffled.map { waterings[$0] }, from: Self.today, through: last,
        by: .quarter) == shuffled.map { days[$0] }, "seed \(seed)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func aLongerLookAheadBeginsAsAShorterOne(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let gardens = Self.gardens(around: Self.today, using: &random)
    let last = Self.today.advanced(by: random.int(0...40))
    func days(through end: Day, count: Int) -> [[Day]] {
      Self.calendar.days(
        of: gardens.map { garden in
          let watering = garden.watering
          return GatheredWatering(
            task: watering.task, schedule: watering.schedule, count: count)
        }, from: Self.today, through: end, by: .quarter)
    }
    let short = days(through: last, count: 0)
    let long = days(through: last.advanced(by: 366), count: 0)
    #expect(
      short == long.map { $0.filter { $0 <= last } }, "seed \(seed)")
    // So many are asked for, however late they are.
    for (steady, all) in zip(days(through: last, count: 3), long) {
      #expect(steady.count >= 3, "seed \(seed)")
      #expect(
        steady.prefix { $0 <= last.advanced(by: 366) }
          == all.prefix(steady.count), "seed \(seed)")
    }
  }

  private static func foretold(
    _ gardens: [Garden], from today: Day, through last: Day,
    by gathering: WateringGathering
  ) -> [Day] {
    calendar.days(
      of: gardens.map(\.watering), from: today, through: last, by: gathering
    ).flatMap(\.self)
  }

  /// Plants with everything that affects their waterings.
  private static func gardens(
    around today: Day, using random: inout SeededGenerator
  ) -> [Garden] {
    let calendar = CareCalendar(
      zone: .utc, hemisphere: random.one(in: 2) ? .northern : .southern,
      adjustsForSeason: !random.one(in: 4))
    return (0..<random.int(1...12)).map { _ in
      func near(_ days: ClosedRange<Int>) -> String {
        today.advanced(by: random.int(days)).description
      }
      var garden = Garden.plant(addedAt: near(-90 ... -30))
      garden.calendar = calendar
      garden.schedule(
        every: random.int(1...(random.one(in: 2) ? 9 : 40)),
        seasons: random.maybe { random in
          Dictionary(
            uniqueKeysWithValues: Season.allCases.map {
              ($0, random.int(1...20))
            })
        } ?? [:],
        months: random.maybe { random in
          (1...12).filter { _ in !random.one(in: 4) }
        }.flatMap { $0.isEmpty ? nil : $0 },
        startOn: random.one(in: 4) ? near(-5...40) : nil, at: near(-60 ... -30))
      if !random.one(in: 4) { garden.care(at: near(-40...0)) }
      if random.one(in: 5) {
        garden.skip(due: near(-10...10), at: near(-10...0))
      }
      if random.one(in: 3) {
        garden.snooze(resting: garden.settled(), until: near(-3...25))
      }
      return garden
    }
  }

  /// Returns whether each task is asked for on a day, word for word.
  private static func round(
    _ tasks: [OpenTask?], on today: Day, _ gathering: WateringGathering
  ) -> [Bool] {
    func isApart(_ task: OpenTask) -> Bool {
      task.snoozedUntil.map { $0 > today } ?? false
    }
    let isRound = tasks.contains {
      $0.map { $0.due <= today && !isApart($0) } ?? false
    }
    return tasks.map { task in
      guard let task else { return false }
      guard task.due > today, !isApart(task) else { return task.due <= today }
      let quarter = task.due.advanced(by: -((task.intervalDays ?? 0) / 4))
      let first = max(quarter, task.settlesFrom ?? quarter)
      guard case .weekdays(let weekdays) = gathering else {
        return isRound && first <= today
      }
      let settlesFrom = task.settlesFrom ?? task.due
      let wait = settlesFrom.advanced(by: -1).distance(to: task.due)
      var chosen = task.due
      while !weekdays.contains(chosen.weekday) {
        chosen = chosen.advanced(by: -1)
      }
      if wait >= 7 {
        return today == max(chosen, task.due.advanced(by: -(wait / 2)))
      }
      return today == chosen && chosen >= first
    }
  }
}

extension Garden {
  /// The open watering and its repetition.
  fileprivate var watering: GatheredWatering {
    guard let task = task(), let care = plant.care(.watering) else {
      preconditionFailure("there is no watering")
    }
    return GatheredWatering(task: task, schedule: care.schedule)
  }
}
