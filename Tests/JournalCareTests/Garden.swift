import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime

/// A plant that is told its events in canonical order and asked what is due:
/// given, when, then.
struct Garden {
  var plant = PlantState()
  var calendar = CareCalendar(zone: .utc)

  /// A plant that was added at `at`, a date or an instant.
  static func plant(addedAt at: String) -> Garden {
    var garden = Garden()
    garden.given(.plantAdded(.init(scientificName: "Hoya carnosa")), at: at)
    return garden
  }

  /// The next event.
  mutating func given(_ body: EventBody, at: String = "2026-01-01") {
    plant.evolve(EventPayload(at: instant(at), body: body))
  }

  mutating func schedule(
    _ kind: TaskKind = .watering, every days: Int,
    seasons: [Season: Int] = [:], months: [Int]? = nil,
    startOn: String? = nil, at: String = "2026-01-01"
  ) {
    given(
      .scheduleSet(
        .init(
          kind: kind, intervalDays: days,
          seasonalIntervalDays: SeasonalIntervals(seasons),
          activeMonths: months.flatMap { MonthSet($0) } ?? .all,
          startOn: startOn.map { day($0) })), at: at)
  }

  mutating func clearSchedule(
    _ kind: TaskKind = .watering, at: String = "2026-01-01"
  ) {
    given(.scheduleCleared(.init(kind: kind)), at: at)
  }

  mutating func care(
    _ kind: TaskKind = .watering, task: TaskID? = nil, at: String
  ) {
    given(.taskCompleted(.init(kind: kind, task: task)), at: at)
  }

  mutating func skip(
    _ kind: TaskKind = .watering, due: String, task: TaskID? = nil, at: String
  ) {
    given(
      .taskSkipped(.init(kind: kind, task: task, due: day(due))), at: at)
  }

  mutating func snooze(
    _ kind: TaskKind = .watering, resting settled: String?, until: String,
    task: TaskID? = nil
  ) {
    given(
      .taskSnoozed(
        .init(
          kind: kind, task: task, settled: settled.map { day($0) },
          until: day(until))))
  }

  /// E of rule 3.
  func settled(_ kind: TaskKind = .watering) -> String? {
    plant.care(kind).flatMap(calendar.settledDay(of:))?.description
  }

  /// The open task of a scheduled kind.
  func task(_ kind: TaskKind = .watering) -> OpenTask? {
    calendar.openTasks(of: plant).first { $0.kind == kind && $0.task == nil }
  }

  /// The open one-off task `id`.
  func oneOff(_ id: TaskID) -> OpenTask? {
    calendar.openTasks(of: plant).first { $0.task == id }
  }

  /// The due day of a scheduled kind.
  func due(_ kind: TaskKind = .watering) -> String? {
    task(kind)?.due.description
  }
}
