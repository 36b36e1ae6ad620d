public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// What the coming days bring, by rule 9: open tasks on their days, and
/// schedules and reminders as they come round when each task is done on its
/// day.
public struct UpcomingView: Sendable {
  /// A day that has tasks.
  public struct DayTasks: Sendable {
    /// The day.
    public let date: Day
    /// Its tasks, by plant and kind.
    public let tasks: [TodayView.Task]
  }

  /// How many days exports and counts look ahead where nothing else is asked
  /// for.
  public static let standardLength = 30
  /// How many days a person is shown who asks for no number.
  public static let week = 7

  /// How many days can be looked ahead: ten years. What is further off says
  /// nothing, and its cost grows.
  public static let greatestLength = 3_653

  /// The day from which is looked ahead.
  public let today: Day
  /// The last day that is looked at.
  public let last: Day
  /// The days with tasks, tomorrow first.
  public let days: [DayTasks]
  /// Whether the filter could mean nothing at all, so that it is a mistake.
  public fileprivate(set) var isMatchless = false
  /// The rooms that were asked for, where nothing else was.
  public fileprivate(set) var chosenRooms: [String] = []
  /// The rooms that can be seen.
  public let rooms: RoomList
  /// The units in which amounts are told.
  public let units: MeasurementUnits

  /// Looks ahead from `today`.
  ///
  /// - `length`: How many days, tomorrow being the first.
  /// - `includes`: Which plants and kinds are shown.
  /// - Complexity: O(*t* log *t*) for *t* tasks shown, and those due already.
  public init(
    _ snapshot: borrowing Snapshot, after today: Day,
    length: Int = standardLength,
    including includes: (PlantID, TaskKind) throws -> Bool = { _, _ in true }
  ) throws {
    self.today = today
    rooms = snapshot.rooms
    units = snapshot.settings.units
    let last = today.advanced(by: max(length, 0))
    self.last = last
    var tasks: [Day: [TodayView.Task]] = [:]
    let open = try snapshot.openTasks(
      through: last, on: today
    ).filter { try includes($0.plant, $0.task.kind) }
      .sorted { $0.isBefore($1) }
    // In the order of plants: each is opened once, and each day's tasks come
    // in the order in which they are listed.
    var plant: (id: PlantID, state: PlantState?)?
    for entry in open {
      if plant?.id != entry.plant {
        plant = (
          entry.plant, try snapshot.plant(entry.plant)
        )
      }
      for shown in snapshot.occurrences(
        of: entry, plant?.state, after: today, through: last)
      {
        tasks[shown.task.due, default: []]
          .append(TodayView.Task(entry: shown, overdueDays: 0))
      }
    }
    days = tasks.keys.sorted().map {
      DayTasks(date: $0, tasks: tasks[$0] ?? [])
    }
  }
}

extension UpcomingView.DayTasks {
  /// The tasks as people look for them: a row for each plant, by name.
  public func rows(in rooms: RoomList) -> [TaskRound.Row] {
    TaskRound.rows(tasks, rooms)
  }
}

extension Snapshot {
  /// What the days after today bring.
  public func upcomingView(
    _ filter: TaskFilter = TaskFilter(),
    length: Int = UpcomingView.week
  ) throws -> UpcomingView {
    let test = try TaskTest(filter, in: self)
    var view = try UpcomingView(self, after: today, length: length) {
      try test.admits($0, $1, in: self)
    }
    if view.days.isEmpty {
      view.isMatchless = try !canMatch(filter)
      view.chosenRooms = try rooms(of: filter)
    }
    return view
  }

  /// Each open task, and the times it comes round after it: those of `length`
  /// days, and as many as these can hold at most, so that their number does not
  /// depend on the day. By day, then plant and kind; each with its number, 0
  /// for the open task.
  ///
  /// - Complexity: O(*t* log *t*) for *t* tasks, open or coming round.
  package func rounds(
    length: Int, including includes: (PlantID, TaskKind) throws -> Bool
  ) throws -> [(number: Int, task: TodayView.Task)] {
    let last = today.advanced(by: length)
    var rounds: [(number: Int, task: TodayView.Task)] = []
    var opened: (id: PlantID, state: PlantState?)?
    for entry in try openTasks(through: .latest, on: today)
      .filter({ try includes($0.plant, $0.task.kind) })
      .sorted(by: { $0.isBefore($1) })
    {
      rounds.append((0, TodayView.Task(entry: entry, on: today)))
      let start = max(entry.task.due, today)
      guard entry.task.task == nil else {
        guard entry.task.every != nil else { continue }
        // In the order of plants: each is opened once.
        if opened?.id != entry.plant {
          opened = (entry.plant, try plant(entry.plant))
        }
        rounds += comingDays(
          of: entry, opened?.state, after: start, through: last
        ).enumerated().map { index, day in
          (
            index + 1,
            TodayView.Task(entry: entry.repeated(on: day), overdueDays: 0)
          )
        }
        continue
      }
      guard let care = try plant(entry.plant)?.care(entry.task.kind)
      else { continue }
      var days = calendar.repetition(of: care, after: start, through: last)
      if let schedule = care.schedule {
        let count = length / schedule.intervalDays
        for day in ScheduleRepetition(
          of: schedule, after: days.last ?? start, through: .latest,
          in: calendar
        ).prefix(max(count - days.count, 0)) {
          days.append(day)
        }
      } else if let cadence = care.reminder?.cadence {
        let count = length / (cadence.weeks.map { $0 * 7 } ?? 30)
        days += calendar.repetition(
          of: care, after: start, through: last.advanced(by: 62)
        ).dropFirst(days.count).prefix(max(count - days.count, 0))
      }
      rounds += days.enumerated().map { index, day in
        (
          index + 1,
          TodayView.Task(entry: entry.repeated(on: day), overdueDays: 0)
        )
      }
    }
    return rounds.enumerated().sorted {
      ($0.element.task.task.due, $0.offset)
        < ($1.element.task.task.due, $1.offset)
    }.map(\.element)
  }

  /// The entry itself where it is still to come, then the days on which it
  /// comes round.
  fileprivate func occurrences(
    of entry: DueEntry, _ plant: PlantState?, after today: Day,
    through last: Day
  ) -> [DueEntry] {
    let first = entry.task.due > today ? [entry] : []
    return first
      + comingDays(
        of: entry, plant, after: max(entry.task.due, today), through: last
      ).map(entry.repeated)
  }

  /// The days on which a task comes round after `day`, through `last`;
  /// ascending, none for one that comes once.
  func comingDays(
    of entry: DueEntry, _ plant: PlantState?, after day: Day,
    through last: Day
  ) -> [Day] {
    if let task = entry.task.task {
      // One that comes once need not be looked for among thousands.
      guard entry.task.every != nil else { return [] }
      return plant?.oneOffTask(task).map {
        calendar.repetition(of: $0, after: day, through: last)
      } ?? []
    }
    return plant?.care(entry.task.kind).map {
      calendar.repetition(of: $0, after: day, through: last)
    } ?? []
  }
}

extension DueEntry {
  /// The task that follows this one, before anything can have happened to it.
  fileprivate func repeated(on day: Day) -> DueEntry {
    DueEntry(
      plant: plant,
      task: OpenTask(
        kind: task.kind, task: task.task, due: day, snoozedUntil: nil,
        snoozeCount: 0, time: task.time, intervalDays: task.intervalDays,
        title: task.title, every: task.every),
      plantName: plantName, room: room, facts: facts.repeated)
  }
}

extension PhotoCadence {
  /// How many weeks lie between two photos; `nil` for a month.
  fileprivate var weeks: Int? {
    switch self {
    case .weekly: 1
    case .biweekly: 2
    case .monthly, .off: nil
    }
  }
}
