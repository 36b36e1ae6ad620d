public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The tasks of the coming days by rule 9: open tasks on their days, and
/// schedules and reminders as they recur if each task is done on its day.
public struct UpcomingView: Sendable {
  /// A day that has tasks.
  public struct DayTasks: Sendable {
    /// The day.
    public let date: Day
    /// The day's tasks, by plant and kind.
    public let tasks: [TodayView.Task]
    /// The tasks that care of today settles. The others are open later, or recur
    /// on that day if all goes as planned.
    public fileprivate(set) var settled: Set<TodayView.Task> = []
  }

  /// The default number of days for exports and counts.
  public static let standardLength = 30
  /// The default number of days for users.
  public static let week = 7

  /// The greatest number of days to look ahead: ten years. Tasks beyond are
  /// meaningless and ever more expensive.
  public static let greatestLength = 3_653

  /// The day of the view.
  public let today: Day
  /// The last day of the view.
  public let last: Day
  /// The days with tasks, tomorrow first.
  public let days: [DayTasks]
  /// The tasks that were due before today.
  public let overdue: DayTasks
  /// A Boolean value that indicates whether the filter can match nothing at
  /// all, so that it is a mistake.
  public fileprivate(set) var isMatchless = false
  /// The requested rooms, if the request names nothing else.
  public fileprivate(set) var chosenRooms: [String] = []
  /// The visible rooms.
  public let rooms: RoomList
  /// The units of amounts.
  public let units: MeasurementUnits

  /// Looks ahead from `today`.
  ///
  /// - `length`: The number of days, tomorrow being the first.
  /// - `includes`: Selects the plants and kinds that are shown.
  /// - Complexity: O(*t* log *t*) for *t* tasks that are shown or already due.
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
    var settled: Set<TodayView.Task> = []
    var overdue: [TodayView.Task] = []
    for coming in try snapshot.comingTasks(
      through: last, on: today, including: includes)
    {
      let open = TodayView.Task(entry: coming.entry, on: today)
      if open.overdueDays > 0 { overdue.append(open) }
      if open.task.settlesFrom.map({ $0 <= today }) ?? true {
        settled.insert(open)
      }
      let first = open.task.due > today ? [coming.entry] : []
      for entry in first + coming.repetitions {
        tasks[entry.task.due, default: []]
          .append(TodayView.Task(entry: entry, overdueDays: 0))
      }
    }
    days = tasks.keys.sorted().map { day in
      let found = tasks[day] ?? []
      return DayTasks(
        date: day, tasks: found, settled: settled.intersection(found))
    }
    self.overdue = DayTasks(
      date: today, tasks: overdue, settled: settled.intersection(overdue))
  }
}

extension UpcomingView.DayTasks {
  /// Returns the tasks in the order to do them: a row for each plant, by room
  /// and name, with tasks of the home last.
  public func rows(in rooms: RoomList) -> [TaskRound.Row] {
    TaskRound(tasks, by: .room, rooms).groups.flatMap(\.rows)
  }
}

extension Snapshot {
  /// Returns the tasks of the days after today.
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

  /// Returns each open task and its recurrences: those within `length` days,
  /// but always the maximum number in so many days, so that the number does not
  /// depend on the day. Sorted by day, plant and kind; each has its number, 0
  /// for the open task.
  ///
  /// - Complexity: O(*t* log *t*) for *t* tasks, open or recurring.
  package func rounds(
    length: Int, including includes: (PlantID, TaskKind) throws -> Bool
  ) throws -> [(number: Int, task: TodayView.Task)] {
    let rounds = try comingTasks(
      through: today.advanced(by: length), on: today, isSteady: true,
      including: includes
    ).flatMap { coming in
      ([coming.entry] + coming.repetitions).enumerated().map { number, entry in
        (number, TodayView.Task(entry: entry, on: today))
      }
    }
    return rounds.enumerated().sorted {
      ($0.element.1.task.due, $0.offset) < ($1.element.1.task.due, $1.offset)
    }.map { ($0.element.0, $0.element.1) }
  }
}
