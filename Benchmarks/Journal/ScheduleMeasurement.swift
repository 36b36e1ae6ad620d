import JournalCare
import JournalEvents
import JournalTime

/// Makes the schedules of plants from what is known of their species, and
/// from these the tasks of the 30 days to come.
func measureSchedules(plants: Int) throws -> Measurement {
  let zone = try TimeZoneRules(identifier: "Europe/Paris")
  let calendar = CareCalendar(zone: zone)
  let added = OffsetInstant(
    instant: Instant(milliseconds: 1_795_147_200_000), offsetMinutes: 60)
  let today = zone.localDay(of: added.instant)
  let kindsOfPlants = (0..<11).map(facts)
  var tasks = 0
  let measurement = Measurement {
    for index in 0..<plants {
      let profile = kindsOfPlants[index % kindsOfPlants.count]
        .profile(source: .trefle)
      var plant = PlantState()
      plant.evolve(
        EventPayload(
          at: added,
          body: .plantAdded(.init(scientificName: "Monstera deliciosa"))))
      let location = GrowingLocation.allCases[
        index % GrowingLocation.allCases.count]
      let advice = ScheduleAdvice.schedules(
        for: profile, location: location, hemisphere: calendar.hemisphere)
      for schedule in advice.map(\.schedule) {
        plant.evolve(EventPayload(at: added, body: .scheduleSet(schedule)))
      }
      tasks += upcoming(plant, after: today, in: calendar)
    }
    return plants
  }
  // What is not looked at, the compiler may leave out.
  guard tasks > plants else {
    throw BenchmarkError(description: "\(plants) plants have \(tasks) tasks")
  }
  return measurement
}

/// How many tasks a plant has in the 30 days after `today`.
private func upcoming(
  _ plant: PlantState, after today: Day, in calendar: CareCalendar
) -> Int {
  let last = today.advanced(by: 30)
  var count = 0
  for task in calendar.openTasks(of: plant) where task.due <= last {
    guard let schedule = plant.care(task.kind)?.schedule else { continue }
    count += 1
    for _ in ScheduleRepetition(
      of: schedule, after: max(task.due, today), through: last, in: calendar)
    {
      count += 1
    }
  }
  return count
}

/// What a database says of a species: all of it, parts, or nothing.
private func facts(_ number: Int) -> GrowthFacts {
  var facts = GrowthFacts()
  guard number > 0 else { return facts }
  facts.soilHumidity = number % 3 == 0 ? nil : number
  facts.atmosphericHumidity = number
  facts.soilNutriments = 11 - number
  facts.light = number
  facts.minimumTemperature = number
  return facts
}
