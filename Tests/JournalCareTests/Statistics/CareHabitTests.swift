import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

struct CareHabitTests {
  /// A plant that is watered on these days, the first being 1 January, each so
  /// many days after the one before.
  private func ledger(_ intervals: [Int], every days: Int = 7) -> Ledger {
    var ledger = Ledger.watered(every: days)
    var date = day("2026-01-01")
    ledger.water("\(date)")
    for interval in intervals {
      date = date.advanced(by: interval)
      ledger.water("\(date)")
    }
    return ledger
  }

  private func habits(
    _ ledger: Ledger, _ schedule: ScheduleSet?, grace: Int = 0
  ) throws -> [CareHabit] {
    let audit = try #require(ledger.audit(grace: grace))
    return CareHabit.all(in: audit, schedule, ledger.calendar)
  }

  private func weekly(
    seasons: [Season: Int] = [:], months: [Int]? = nil
  ) -> ScheduleSet {
    ScheduleSet(
      kind: .watering, intervalDays: 7,
      seasonalIntervalDays: SeasonalIntervals(seasons),
      activeMonths: months.flatMap { MonthSet($0) } ?? .all)
  }

  @Test func theMedianFitsAndOutliersHardlyCount() throws {
    let habit = try habits(ledger([8, 9, 8, 40, 8, 9, 1]), weekly())[0]
    #expect(habit.median == 8)
    #expect(habit.mean == 8.4)
    #expect(habit.usual == 8...9)
    #expect(habit.suggestion == 8)
    #expect(habit.asked == 6)
    #expect(habit.lateness == [1, 1, 1, 2, 2, 33])
    #expect(habit.usualLateness == 2)
  }

  /// Whatever a fifth of the intervals is, what fits is one that is usual.
  @Test(arguments: [UInt64](1...200))
  func whatFitsIsUsual(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let every = random.int(2...40)
    let count = random.int(4...30)
    var intervals = (0..<count).map { _ in every + random.int(0...3) }
    for _ in 0..<(count / 5) {
      intervals[random.int(0...(count - 1))] = random.int(1...90)
    }
    var ledger = Ledger.watered(every: every, since: "2024-01-01")
    var date = day("2024-01-01")
    ledger.water("\(date)")
    for interval in intervals {
      date = date.advanced(by: interval)
      ledger.water("\(date)")
    }
    let audit = try #require(ledger.audit("2024-01-01", "2030-12-31"))
    let schedule = ScheduleSet(kind: .watering, intervalDays: every)
    let habit = CareHabit.all(in: audit, schedule, ledger.calendar)[0]
    #expect(habit.intervals == intervals.sorted(), "seed \(seed)")
    let fitting = try #require(habit.fitting)
    #expect((every...(every + 3)).contains(fitting), "seed \(seed)")
    let usual = try #require(habit.usual)
    #expect((every...(every + 3)).contains(usual.lowerBound), "seed \(seed)")
    #expect((every...(every + 3)).contains(usual.upperBound), "seed \(seed)")
    #expect(habit.lateness.allSatisfy { $0 > 0 }, "seed \(seed)")
    #expect(habit.lateness.count <= habit.asked, "seed \(seed)")
    #expect(habit.asked <= count, "seed \(seed)")
  }

  @Test func careBeforeTheSchedulesLastChangeDoesNotCount() throws {
    // On 1, 15 and 29 January, then on 5, 12, 19, 26 February and 5 March.
    var ledger = ledger([14, 14, 7, 7, 7, 7, 7], every: 14)
    ledger.note(.scheduleSet(weekly()), at: "2026-01-29")
    // Set again it stays what it is, and so with another amount.
    ledger.note(.scheduleSet(weekly()), at: "2026-02-20")
    ledger.note(
      .scheduleSet(
        ScheduleSet(kind: .watering, intervalDays: 7, amount: "soak")),
      at: "2026-02-27")
    let habit = try habits(ledger, weekly())[0]
    #expect(habit.changedOn == day("2026-01-29"))
    #expect(habit.intervals == [7, 7, 7, 7, 7])
    // What comes after it was cleared is another schedule than the one before.
    ledger.note(.scheduleCleared(.init(kind: .watering)), at: "2026-02-28")
    ledger.note(
      .scheduleSet(ScheduleSet(kind: .watering, intervalDays: 9)),
      at: "2026-02-28")
    #expect(try habits(ledger, weekly())[0].intervals.isEmpty)
  }

  @Test func fewIntervalsSayHowManyAreMissing() throws {
    #expect(try habits(ledger([8, 8, 8]), weekly())[0].suggestion == nil)
    #expect(try habits(ledger([8, 8, 8]), weekly())[0].missing == 1)
    #expect(try habits(ledger([]), weekly())[0].missing == 4)
    #expect(try habits(ledger([8, 8, 8, 8]), weekly())[0].suggestion == 8)
  }

  @Test func aScheduleThatFitsStays() throws {
    let habit = try habits(ledger([7, 7, 8, 7, 6]), weekly())[0]
    #expect(habit.fitting == 7)
    #expect(habit.suggestion == nil)
    let monthly = ScheduleSet(kind: .watering, intervalDays: 30)
    let slow = try habits(ledger([32, 32, 32, 32], every: 30), monthly)[0]
    #expect(slow.fitting == 32)
    #expect(slow.suggestion == nil)
  }

  @Test func theLongerOfTwoIsTaken() throws {
    #expect(try habits(ledger([8, 8, 9, 9]), weekly())[0].suggestion == 9)
  }

  @Test func graceDecidesWhatIsLate() throws {
    let ledger = ledger([8, 9, 8, 9])
    #expect(try habits(ledger, weekly())[0].lateness.count == 4)
    #expect(try habits(ledger, weekly(), grace: 1)[0].lateness == [2, 2])
  }

  @Test func aSeasonWithItsOwnIntervalIsLookedAtByItself() throws {
    // Winter until 28 February, then every eight days.
    let ledger = ledger([20, 20, 20, 8, 8, 8, 8])
    let habits = try habits(ledger, weekly(seasons: [.winter: 14]))
    #expect(habits.map(\.season) == [nil, .winter])
    #expect(habits.map(\.intervals) == [[8, 8, 8, 8], [20, 20, 20]])
    #expect(habits.map(\.present) == [7, 14])
    #expect(habits.map(\.missing) == [0, 1])
    var constant = ledger
    constant.calendar = CareCalendar(zone: .utc, adjustsForSeason: false)
    let one = try self.habits(constant, weekly(seasons: [.winter: 14]))
    #expect(one.map(\.intervals.count) == [7])
  }

  @Test func daysWithoutDueDaysDoNotCount() throws {
    // From 1 January: February rests.
    let habits = try habits(
      ledger([8, 8, 8, 40, 8, 8]), weekly(months: [1, 3, 4, 5]))
    #expect(habits[0].intervals == [8, 8, 8, 8, 8])
  }

  @Test func aPlantThatWasAwayDoesNotCount() throws {
    var ledger = ledger([8, 8])
    ledger.note(.plantRemoved(.init(reason: .givenAway)), at: "2026-01-20")
    ledger.note(.plantRestored(.init()), at: "2026-03-01")
    ledger.water("2026-03-02", "2026-03-10")
    #expect(try habits(ledger, weekly())[0].intervals == [8, 8, 8])
  }

  @Test func careWithoutAScheduleHasNothingAsked() throws {
    var ledger = Ledger()
    ledger.note(.plantAdded(.init(scientificName: "Hoya carnosa")))
    ledger.water(
      "2026-01-05", "2026-01-10", "2026-01-15", "2026-01-20", "2026-01-25")
    let habit = try habits(ledger, nil)[0]
    #expect(habit.present == nil)
    #expect(habit.suggestion == 5)
    #expect(habit.asked == 0)
  }
}
