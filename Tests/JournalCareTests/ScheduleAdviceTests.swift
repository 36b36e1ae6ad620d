import JournalCare
import JournalEvents
import Testing

/// From what a plant needs to when it is cared for.
struct ScheduleAdviceTests {
  private func advice(
    _ kind: TaskKind, for facts: GrowthFacts,
    at location: GrowingLocation = .indoor,
    _ hemisphere: Hemisphere = .northern
  ) -> ScheduleAdvice? {
    ScheduleAdvice.schedules(
      for: facts.profile(source: .trefle), location: location,
      hemisphere: hemisphere
    ).first { $0.schedule.kind == kind }
  }

  @Test func humidGroundIsWateredEveryDay() {
    var facts = GrowthFacts()
    facts.atmosphericHumidity = 9
    #expect(advice(.watering, for: facts)?.schedule.intervalDays == 1)
  }

  @Test func dryGroundIsWateredOnceAWeek() {
    var facts = GrowthFacts()
    facts.atmosphericHumidity = 2
    #expect(advice(.watering, for: facts)?.schedule.intervalDays == 7)
  }

  @Test func theGroundGoesBeforeTheAirAndTheAirBeforeTheRain() {
    var facts = GrowthFacts()
    facts.minimumPrecipitation = 2_500
    #expect(advice(.watering, for: facts)?.schedule.intervalDays == 2)
    facts.atmosphericHumidity = 5
    #expect(advice(.watering, for: facts)?.schedule.intervalDays == 4)
    facts.soilHumidity = 1
    #expect(advice(.watering, for: facts)?.schedule.intervalDays == 7)
  }

  @Test func rainIsRead() {
    for (millimetres, days) in [
      (0, 14), (499, 14), (500, 7), (1_000, 4), (2_000, 2),
    ] {
      var facts = GrowthFacts()
      facts.minimumPrecipitation = millimetres
      #expect(advice(.watering, for: facts)?.schedule.intervalDays == days)
    }
  }

  @Test func hungryPlantsAreFedEveryThirtyDays() {
    var facts = GrowthFacts()
    facts.soilNutriments = 8
    let schedule = advice(.fertilizing, for: facts)?.schedule
    #expect(schedule?.intervalDays == 30)
    #expect(schedule?.activeMonths == MonthSet(3...9))
    #expect(schedule?.fertilizer == .balanced)
  }

  @Test func modestPlantsAreNotFed() {
    var facts = GrowthFacts()
    facts.soilNutriments = 2
    #expect(advice(.fertilizing, for: facts) == nil)
  }

  @Test func monthsTurnAboutInTheSouth() {
    var facts = GrowthFacts()
    facts.soilNutriments = 8
    #expect(
      advice(.fertilizing, for: facts, at: .indoor, .southern)?
        .schedule.activeMonths == MonthSet([9, 10, 11, 12, 1, 2, 3]))
  }

  @Test func nothingKnownIsWateredWeeklyAndNeverFed() {
    for profile in [nil, GrowthFacts().profile(source: .trefle)] {
      let all = ScheduleAdvice.schedules(for: profile)
      #expect(all.map(\.schedule.kind) == [.watering])
      #expect(all.first?.schedule.intervalDays == 7)
      #expect(all.first?.origins[.intervalDays] == .standard)
      #expect(all.first?.schedule.seasonalIntervalDays[.winter] == 14)
    }
  }

  @Test(arguments: GrowingLocation.allCases)
  func everyPlantWantsLessInWinter(location: GrowingLocation) {
    let schedule = ScheduleAdvice.schedules(for: nil, location: location)
      .first?.schedule
    let winter = schedule?.seasonalIntervalDays[.winter] ?? 0
    #expect(winter > (schedule?.intervalDays ?? 0))
  }

  @Test func outdoorsWantsLessInWinterThanIndoors() {
    var profile = CareProfiled(source: .catalogue)
    profile.watering = .init(
      intervalDays: 5, seasonalIntervalDays: SeasonalIntervals([.winter: 8]))
    let winters = [GrowingLocation.indoor, .outdoor].map { location in
      ScheduleAdvice.schedules(for: profile, location: location).first?
        .schedule.seasonalIntervalDays[.winter]
    }
    #expect(winters == [8, 15])
  }

  @Test func everyValueSaysWhereItCameFrom() {
    var profile = CareProfiled(source: .catalogue)
    profile.watering = .init(
      intervalDays: 5, seasonalIntervalDays: SeasonalIntervals([.winter: 8]),
      amount: "soak")
    profile.fertilizer = .init(intervalDays: 30, type: .organic)
    let all = ScheduleAdvice.schedules(for: profile, location: .balcony)
    #expect(
      all.map(\.origins) == [
        [
          .intervalDays: .profile(.catalogue), .winter: .location(.balcony),
          .amount: .profile(.catalogue),
        ],
        [
          .intervalDays: .profile(.catalogue),
          .activeMonths: .profile(.catalogue),
          .fertilizer: .profile(.catalogue),
        ],
      ])
  }

  @Test func factsBeyondTheirScaleCountAsItsEnds() {
    var facts = GrowthFacts()
    facts.light = 40
    facts.soilHumidity = -3
    facts.minimumTemperature = -400
    let profile = facts.profile(source: .trefle)
    #expect(profile.light == 10)
    #expect(profile.watering?.intervalDays == 7)
    #expect(profile.temperature?.minimum == -100)
    #expect(profile.temperature?.isFrostTolerant == true)
  }

  @Test func lightFallsIntoFourClasses() {
    #expect(
      (0...10).map { LightClass(level: $0) } == [
        .fullShade, .fullShade, .fullShade, .partialShade, .partialShade,
        .partialSun, .partialSun, .fullSun, .fullSun, .fullSun, .fullSun,
      ])
  }

  @Test func longIntervalsStayWithinWhatAScheduleHolds() {
    var profile = CareProfiled(source: .manual)
    profile.watering = .init(intervalDays: ScheduleSet.maximumInterval)
    let schedule = ScheduleAdvice.schedules(for: profile, location: .outdoor)
      .first?.schedule
    #expect(
      schedule?.seasonalIntervalDays[.winter] == ScheduleSet.maximumInterval)
  }
}
