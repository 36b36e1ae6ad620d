package import JournalCare
package import JournalEvents
package import JournalProjections
package import JournalTime

/// An open task on the day to do it, and the days on which it recurs if every
/// task is done on its day (rule 9).
struct ComingTask {
  let entry: DueEntry
  /// The days on which the task recurs, ascending.
  let days: [Day]

  var repetitions: [DueEntry] { days.map(entry.repeated) }
}

extension Snapshot {
  /// Returns the open tasks to do by `last` and their recurrences by then, as
  /// every view looks ahead. The waterings of each round are gathered as Today
  /// will gather them on its day.
  ///
  /// - Parameters:
  ///   - last: The last day.
  ///   - today: The day of the view, on which tasks due by then are done.
  ///   - isSteady: Returns all open tasks, each with the most recurrences that
  ///     so many days can have, so that the number does not depend on the day.
  ///   - change: Replaces an open task by the task to consider; `nil` skips it.
  ///   - includes: Selects the plants and kinds that are returned.
  /// - Returns: The tasks, sorted by plant, kind and one-off task.
  /// - Throws: An error of the store, of `change` or of `includes`.
  /// - Complexity: O(*t* log *t*) for *t* tasks that are returned, already due
  ///   or left out. Each plant is opened once, if its tasks may recur.
  func comingTasks(
    through last: Day, on today: Day, isSteady: Bool = false,
    changing change: (DueEntry) throws -> DueEntry? = { $0 },
    including includes: (PlantID, TaskKind) throws -> Bool = { _, _ in true }
  ) throws -> [ComingTask] {
    let gathering = settings.gathering
    let length = isSteady ? today.distance(to: last) : nil
    var coming: [ComingTask?] = []
    var waterings: [(place: Int?, entry: DueEntry, GatheredWatering)] = []
    var opened: (id: PlantID, state: PlantState?)?
    try forEachTask(
      through: last, isSteady, changing: change, including: includes
    ) { entry, isIncluded, isGathered in
      let task = entry.task
      let start = max(task.due, today)
      // The tasks are sorted by plant, so each plant is opened once.
      if opened?.id != entry.plant, isGathered || isSteady || start < last {
        opened = (entry.plant, try plant(entry.plant))
      }
      let state = opened?.id == entry.plant ? opened?.state : nil
      guard isGathered else {
        let days = days(
          of: task, state, after: start, through: last, atLeastOf: length)
        coming.append(ComingTask(entry: shown(entry), days: days))
        return
      }
      let watering = GatheredWatering(
        task: task, schedule: state?.care(task.kind)?.schedule,
        count: length.map {
          1 + gathering.mostRounds(every: task.intervalDays ?? 1, in: $0)
        } ?? 0)
      waterings.append((isIncluded ? coming.count : nil, entry, watering))
      // Its days depend on all waterings.
      if isIncluded { coming.append(nil) }
    }
    let rounds = calendar.days(
      of: waterings.map(\.2), from: today, through: last, by: gathering)
    for ((place, entry, _), days) in zip(waterings, rounds) {
      guard let place, let first = days.first else { continue }
      coming[place] = ComingTask(
        entry: shown(entry, on: min(first, entry.task.due)),
        days: Array(days.dropFirst()))
    }
    return coming.compactMap(\.self)
  }

  /// Visits the tasks that a look-ahead considers by plant, kind and one-off
  /// task, and says whether each is returned and whether it is gathered.
  private func forEachTask(
    through last: Day, _ isSteady: Bool,
    changing change: (DueEntry) throws -> DueEntry?,
    including includes: (PlantID, TaskKind) throws -> Bool,
    _ body: (DueEntry, _ isIncluded: Bool, _ isGathered: Bool) throws -> Void
  ) throws {
    let gathering = settings.gathering
    var found: [(entry: DueEntry, isIncluded: Bool, isGathered: Bool)] = []
    for stored in try tasks(askedForBy: isSteady ? .latest : last) {
      guard let entry = try change(stored) else { continue }
      let isIncluded = try includes(entry.plant, entry.task.kind)
      let isGathered = gathering != .none && entry.task.gathersFrom != nil
      // The day of a gathered watering depends on those of other plants.
      guard isIncluded || isGathered && gathering == .quarter,
        isGathered || isSteady || entry.task.due <= last
      else { continue }
      found.append((entry, isIncluded, isGathered))
    }
    let order = found.indices.sorted {
      found[$0].entry.isBefore(found[$1].entry)
    }
    for index in order {
      try body(
        found[index].entry, found[index].isIncluded, found[index].isGathered)
    }
  }

  /// Returns the days, ascending, on which a task that is not gathered recurs
  /// after `day` through `last`, and further days up to the maximum in a
  /// look-ahead of `length` days; none for a task without a rhythm.
  private func days(
    of task: OpenTask, _ plant: PlantState?, after day: Day, through last: Day,
    atLeastOf length: Int?
  ) -> [Day] {
    if let id = task.task {
      // A plant can have thousands of tasks, so none is looked up in vain.
      guard task.every != nil, let task = plant?.oneOffTask(id) else {
        return []
      }
      return calendar.repetition(of: task, after: day, through: last)
    }
    guard let care = plant?.care(task.kind) else { return [] }
    var days = calendar.repetition(of: care, after: day, through: last)
    guard let length else { return days }
    if let schedule = care.schedule {
      days += ScheduleRepetition(
        of: schedule, after: days.last ?? day, through: .latest, in: calendar
      ).prefix(max(length / schedule.intervalDays - days.count, 0))
    } else if let cadence = care.reminder?.cadence {
      days = Array(
        calendar.repetition(
          of: care, after: day, through: last.advanced(by: 62)
        ).prefix(max(length / (cadence.weeks.map { $0 * 7 } ?? 30), days.count))
      )
    }
    return days
  }
}

extension Snapshot {
  /// Returns the task after an open one that is done on `day`; `nil` for none.
  func successor(of entry: DueEntry, doneOn day: Day) throws -> DueEntry? {
    guard let plant = try plant(entry.plant) else { return nil }
    if let task = entry.task.task {
      return plant.oneOffTask(task)
        .flatMap { $0.every?.day(of: $0.due, after: day) }.map(entry.repeated)
    }
    guard let care = plant.care(entry.task.kind) else { return nil }
    guard let schedule = care.schedule else {
      // A reminder of photos recurs within two months.
      return calendar.repetition(
        of: care, after: day, through: day.advanced(by: 62)
      ).first.map(entry.repeated)
    }
    return calendar.task(of: schedule, after: day).map(entry.with)
  }

  /// Returns the open tasks of a plant as shown on `today`, by kind, with
  /// one-off tasks last.
  ///
  /// - Complexity: That of at most two look-aheads for all plants, if waterings
  ///   are gathered by a quarter and the plant's is yet to come.
  package func openTasks(
    of id: PlantID, _ plant: PlantState, on today: Day
  ) throws -> [DueEntry] {
    try DueEntry.all(of: id, plant, in: calendar).map { entry in
      shown(entry, on: try askedDay(of: entry, on: today))
    }
  }

  /// Returns the day to do an open task: its own, or that of its round.
  private func askedDay(of entry: DueEntry, on today: Day) throws -> Day {
    let task = entry.task
    let last = today.advanced(by: CareCalendar.foreseeableDays)
    guard task.gathersFrom != nil, task.due > today, task.due <= last else {
      return task.due
    }
    switch settings.gathering {
    case .none: return task.due
    case .weekdays:
      var rounds = WateringRounds(from: today, by: settings.gathering)
      rounds.add(task, as: 0)
      return rounds.next(through: task.due)?.day ?? task.due
    case .quarter:
      if foreseenWaterings.through < task.due {
        // A second request may be followed by many more.
        let end = foreseenWaterings.through > today ? last : task.due
        let coming = try comingTasks(through: end, on: today)
        foreseenWaterings = (
          end,
          coming.reduce(into: [:]) { days, coming in
            guard coming.entry.task.gathersFrom != nil else { return }
            days[coming.entry.plant] = coming.entry.task.due
          }
        )
      }
      return foreseenWaterings.days[entry.plant] ?? task.due
    }
  }
}

extension DueEntry {
  /// Returns the next task, as it is before any event changes it.
  fileprivate func repeated(on day: Day) -> DueEntry {
    with(
      OpenTask(
        kind: task.kind, task: task.task, due: day, snoozedUntil: nil,
        snoozeCount: 0, time: task.time, intervalDays: task.intervalDays,
        title: task.title, every: task.every))
  }

  /// Returns a copy of this entry with another task of the same plant.
  fileprivate func with(_ task: OpenTask) -> DueEntry {
    DueEntry(
      plant: plant, task: task, plantName: plantName, room: room,
      facts: facts.repeated)
  }
}

extension PhotoCadence {
  /// The number of weeks between two photos; `nil` for months.
  fileprivate var weeks: Int? {
    switch self {
    case .weekly: 1
    case .biweekly: 2
    case .monthly, .off: nil
    }
  }
}
