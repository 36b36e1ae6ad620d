public import ErrorKit
public import JournalCare
internal import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// A month with the care done and the tasks due on each day.
public struct MonthView: Sendable {
  /// The contents of a day.
  public struct DayCount: Sendable, Hashable {
    /// The number of times that care was given, one per plant and kind.
    public var done = 0
    /// The number of tasks that are due on the day, now or as they recur.
    public var due = 0
    /// The number of overdue tasks, only on the day of the view.
    public var overdue = 0

    /// The total number.
    public var total: Int { done + due + overdue }
  }

  /// The day of the view.
  public let today: Day
  /// The first and last day of the month.
  public let days: ClosedRange<Day>
  /// The contents of the days; empty days are missing.
  public let counts: [Day: DayCount]

  /// Reads the month of `day`.
  ///
  /// - `today`: The day of the view.
  /// - `includes`: Selects the plants and kinds.
  init(
    of day: Day, today: Day, _ snapshot: borrowing Snapshot,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws {
    let first = day.advanced(by: 1 - day.day)
    let days = first...first.advanced(by: day.lengthOfMonth - 1)
    self.days = days
    self.today = today
    var counts: [Day: DayCount] = [:]
    if days.contains(today) {
      let view = try TodayView(snapshot, on: today)
        .filtered(includes)
      counts[today, default: DayCount()].overdue =
        view.overdue.count
      counts[today, default: DayCount()].due =
        view.todayCount
    }
    if days.upperBound > today {
      let upcoming = try UpcomingView(
        snapshot, after: today, length: today.distance(to: days.upperBound),
        including: includes)
      for coming in upcoming.days where days.contains(coming.date) {
        counts[coming.date, default: DayCount()].due =
          coming.tasks.count
      }
    }
    for (day, cares) in try Self.cares(
      in: days, snapshot)
    {
      counts[day, default: DayCount()].done =
        try cares.keys.count { try includes($0.plant, $0.kind) }
    }
    self.counts = counts.filter { $0.value != DayCount() }
  }

  /// Returns the care given on each day, except for plants added by mistake, as
  /// in ``CareReportView``.
  fileprivate static func cares(
    in days: ClosedRange<Day>, _ snapshot: borrowing Snapshot
  ) throws -> [Day: [GivenCare: Instant]] {
    var cares: [Day: [GivenCare: Instant]] = [:]
    try snapshot.forEachEvent(on: days) { day, payload, event, _ in
      let plant = try snapshot.subject(of: event.header)
      guard let care = GivenCare(payload.body, to: plant) else { return }
      cares[day, default: [:]].merge(
        [care: payload.at.instant], uniquingKeysWith: max)
    }
    let mistakes = try Set(cares.values.flatMap { $0.keys.map(\.plant) })
      .filter { try snapshot.plant($0)?.removal?.reason == .mistake }
    return cares.mapValues { cares in
      cares.filter { !mistakes.contains($0.key.plant) }
    }
  }
}

/// The contents of a single day.
public struct DayView: Sendable {
  /// The day.
  public let day: Day
  /// The day of the view.
  public let today: Day
  /// The overdue tasks, only on the day of the view.
  public let overdue: [TodayView.Task]
  /// The tasks due on the day, now or as they recur, by plant and kind.
  public let due: [TodayView.Task]
  /// The care given on the day, by time.
  public let done: [TodayView.Done]
  /// The time zone for times.
  public let zone: TimeZoneRules
  /// The visible rooms.
  public let rooms: RoomList
  /// The units for amounts.
  public let units: MeasurementUnits

  /// A Boolean value that indicates whether the day is empty.
  public var isEmpty: Bool { overdue.isEmpty && due.isEmpty && done.isEmpty }
  /// The overdue tasks, in a row for each plant, by name.
  public var overdueRows: [TaskRound.Row] { TaskRound.rows(overdue, rooms) }
  /// The due tasks, in a row for each plant, by name.
  public var dueRows: [TaskRound.Row] { TaskRound.rows(due, rooms) }

  init(
    of day: Day, _ snapshot: borrowing Snapshot,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws {
    self.day = day
    today = snapshot.today
    zone = snapshot.zone
    rooms = snapshot.rooms
    units = snapshot.settings.units
    let isToday = day == snapshot.today
    let view =
      isToday
      ? try TodayView(snapshot, on: day).filtered(includes) : nil
    overdue = view?.overdue ?? []
    due =
      try view?.due
      ?? UpcomingView(
        snapshot, after: today, length: today.distance(to: day),
        including: includes
      ).days.first { $0.date == day }?.tasks ?? []
    var done: [TodayView.Done] = []
    for (care, at) in try MonthView.cares(in: day...day, snapshot)[day] ?? [:]
    where try includes(care.plant, care.kind) {
      guard let plant = try snapshot.plant(care.plant) else { continue }
      done.append(.init(care, at, of: plant))
    }
    self.done = done.sorted {
      ($0.at, $0.plant, $0.kind, $0.title ?? "")
        < ($1.at, $1.plant, $1.kind, $1.title ?? "")
    }
  }
}

/// A month further ahead than the look-ahead goes.
public struct MonthTooFarAhead: DescribedError {
  /// The last day of the look-ahead.
  public let latest: Day

  public var facts: ErrorFacts {
    .init(
      .invalidInput, "that is too far ahead",
      "the look-ahead ends on \(latest)")
  }
}

extension Snapshot {
  /// Returns the contents of a month.
  ///
  /// - Parameters:
  ///   - day: A day of the month; `nil` for the current month.
  ///   - filter: The care and the tasks that count.
  /// - Returns: The view.
  /// - Throws: ``MonthTooFarAhead``, or the error of a wrong name.
  public func monthView(
    of day: Timed<Day>?, _ filter: TaskFilter = TaskFilter()
  ) throws -> MonthView {
    let day = try checked(day)
    let test = try TaskTest(filter, in: self)
    return try MonthView(of: day, today: today, self) {
      try test.admits($0, $1, in: self)
    }
  }

  /// Returns the contents of a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - filter: The care and the tasks that count.
  /// - Returns: The view.
  /// - Throws: ``MonthTooFarAhead``, or the error of a wrong name.
  public func dayView(
    of day: Timed<Day>, _ filter: TaskFilter = TaskFilter()
  ) throws -> DayView {
    let day = try checked(day)
    let test = try TaskTest(filter, in: self)
    return try DayView(of: day, self) { try test.admits($0, $1, in: self) }
  }

  /// Returns the requested day, or throws if it is too far ahead.
  private func checked(_ day: Timed<Day>?) throws -> Day {
    let day = try day?.value(by: clock) ?? today
    let latest = today.advanced(by: UpcomingView.greatestLength)
    guard day <= latest else { throw MonthTooFarAhead(latest: latest) }
    return day
  }
}
