public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// The tasks of today, by rule 8: overdue, today by room, done today, snoozed.
public struct TodayView: Sendable {
  /// An open task on the day of the view.
  public struct Task: Sendable, Hashable {
    /// The task and the facts shown of its plant.
    public let entry: DueEntry
    /// The number of days that the task is overdue; 0 if it is not.
    public let overdueDays: Int

    /// The plant.
    public var plant: PlantID { entry.plant }
    /// The displayed name of the plant.
    public var plantName: String { entry.plantName }
    /// The task itself.
    public var task: OpenTask { entry.task }

    /// Creates a task.
    public init(entry: DueEntry, overdueDays: Int) {
      self.entry = entry
      self.overdueDays = overdueDays
    }

    /// Creates a task relative to a day.
    public init(entry: DueEntry, on day: Day) {
      self.init(
        entry: entry, overdueDays: max(entry.task.due.distance(to: day), 0))
    }
  }

  /// The tasks of one room.
  public struct Room: Sendable, Hashable {
    /// The room.
    public let id: RoomID
    /// The room's name.
    public let name: String
    /// The room's tasks, by plant and kind.
    public let tasks: [Task]
  }

  /// Care that was given on the day of the view.
  public struct Done: Sendable, Hashable {
    /// The plant; `StreamID.home` for a task of the home.
    public let plant: PlantID
    /// The displayed name of a plant, or the title of a task of the home.
    public let plantName: String
    /// The kind of care.
    public let kind: TaskKind
    /// The title of the task that was done, if it has one.
    public var title: String?
    /// The plant's own room, which may be hidden.
    public let room: RoomID?
    /// The time of the latest such care on that day.
    public let at: Instant
    /// The writer of the record; `nil` if only this home records anything, and
    /// in views that do not ask.
    public internal(set) var recorder: Recorder?
  }

  /// The day of the view.
  public let day: Day
  /// The tasks due before the day, the most overdue first.
  public let overdue: [Task]
  /// The tasks due on the day, by room in room order.
  public let today: [Room]
  /// Tasks of the home that are due on the day, by title.
  public let home: [Task]
  /// Care given on the day, one per plant and kind.
  public private(set) var done: [Done]
  /// Tasks that a snooze postpones to a later day.
  public let snoozed: [Task]

  /// The number of tasks that are due on the day.
  public var todayCount: Int {
    today.reduce(home.count) { $0 + $1.tasks.count }
  }
  /// The tasks that are due on the day, those of plants by room.
  public var due: [Task] { today.flatMap(\.tasks) + home }
  /// The number of tasks of the day: done, due and overdue.
  public var total: Int { done.count + todayCount + overdue.count }
  /// The number on a badge: overdue tasks only.
  public var badge: Int { overdue.count }

  /// Reads the view of today.
  public init(_ snapshot: borrowing Snapshot) throws {
    try self.init(snapshot, on: snapshot.today)
  }

  /// Reads the view of `day`.
  ///
  /// - Complexity: O(*t*) for *t* tasks shown; plants are opened only for care
  ///   that was done.
  public init(
    _ snapshot: borrowing Snapshot, on day: Day
  ) throws {
    self.day = day
    let open = try snapshot.openTasks(by: day)
      .map { Task(entry: $0, on: day) }
    overdue = open.filter { $0.overdueDays > 0 }
      .sorted { $0.entry.isBefore($1.entry) }.sortedByName(\.entry.plantName)
      .sortedByDay(\.entry.task.due)
    let due = open.filter { $0.overdueDays == 0 }
    today = Self.byRoom(due.filter { $0.plant != .home }, snapshot.rooms)
    home = due.filter { $0.plant == .home }
      .sorted { $0.entry.isBefore($1.entry) }.sortedByName(\.plantName)
    snoozed = try snapshot.snoozedTasks(on: day)
      .map { Task(entry: $0, on: day) }
      .sorted { $0.entry.isBefore($1.entry) }
    done = try Self.done(snapshot, on: day)
  }

  /// Returns the view with only the tasks and care that `includes` selects.
  package func filtered(
    _ includes: (PlantID, TaskKind) throws -> Bool
  ) rethrows -> TodayView {
    TodayView(
      day: day, overdue: try overdue.filter { try $0.isAdmitted(includes) },
      today: try today.compactMap { room in
        let tasks = try room.tasks.filter { try $0.isAdmitted(includes) }
        return tasks.isEmpty
          ? nil : Room(id: room.id, name: room.name, tasks: tasks)
      },
      home: try home.filter { try $0.isAdmitted(includes) },
      done: try done.filter { try includes($0.plant, $0.kind) },
      snoozed: try snoozed.filter { try $0.isAdmitted(includes) })
  }

  /// Looks up the recorders of the care that was done.
  fileprivate mutating func addRecorders(
    from snapshot: borrowing Snapshot
  ) throws {
    guard !done.isEmpty, let household = try snapshot.severalDevices() else {
      return
    }
    for (index, care) in done.enumerated() {
      done[index].recorder = try snapshot.recorders(
        of: [care.kind: care.at], of: care.plant, in: household)[care.kind]
    }
  }

  /// A part of the view.
  public enum Part: Sendable {
    /// Tasks that were due on an earlier day.
    case overdue
    /// Tasks that are due on the day itself.
    case today
    /// Tasks that were moved to a later day.
    case snoozed
  }

  /// Returns the view with only these parts.
  fileprivate func only(_ parts: Set<Part>) -> TodayView {
    TodayView(
      day: day, overdue: parts.contains(.overdue) ? overdue : [],
      today: parts.contains(.today) ? today : [],
      home: parts.contains(.today) ? home : [], done: [],
      snoozed: parts.contains(.snoozed) ? snoozed : [])
  }

  private init(
    day: Day, overdue: [Task], today: [Room], home: [Task], done: [Done],
    snoozed: [Task]
  ) {
    self.day = day
    self.overdue = overdue
    self.today = today
    self.home = home
    self.done = done
    self.snoozed = snoozed
  }

  private static func byRoom(_ tasks: [Task], _ rooms: RoomList) -> [Room] {
    let grouped = Dictionary(grouping: tasks) {
      rooms.effective($0.entry.room)
    }
    return rooms.rooms.compactMap { room in
      grouped[room.id].map { tasks in
        Room(
          id: room.id, name: room.name,
          tasks: tasks.sorted { $0.entry.isBefore($1.entry) })
      }
    }
  }

  /// Returns the care given on `day`, one per plant and kind, and one per task
  /// with a title.
  static func done(
    _ snapshot: borrowing Snapshot, on day: Day
  ) throws -> [Done] {
    let zone = snapshot.calendar.zone
    var done: [Done] = []
    var titled: Set<PlantID> = []
    try snapshot.forEachDone(
      since: zone.startOfDay(day)
    ) { entry in
      guard let plant = try snapshot.plant(entry.plant),
        plant.isPresent || entry.plant == .home
      else { return true }
      guard !plant.details.hasTitledTasks else {
        if titled.insert(entry.plant).inserted {
          done += try snapshot.careGiven(to: entry.plant, on: day).map {
            Done($0, $1, of: plant)
          }
        }
        return true
      }
      // The index has only the latest care of a kind. If that is on another
      // day, the plant's own stream tells whether there was care on this day.
      let at =
        zone.localDay(of: entry.at) == day
        ? entry.at
        : try snapshot.latestCare(
          of: entry.plant, entry.kind, on: day)
      if let at {
        done.append(
          Done(
            plant: entry.plant, plantName: plant.displayName,
            kind: entry.kind, room: plant.room, at: at))
      }
      return true
    }
    return done.sorted {
      ($0.plant, $0.kind, $0.title ?? "")
        < ($1.plant, $1.kind, $1.title ?? "")
    }
  }
}

extension TodayView.Done {
  init(_ care: GivenCare, _ at: Instant, of plant: PlantState) {
    let isOfHome = care.plant == .home
    self.init(
      plant: care.plant,
      plantName: isOfHome ? care.title ?? care.kind.name : plant.displayName,
      kind: care.kind, title: care.title, room: plant.room, at: at)
  }
}

extension TodayView.Task {
  fileprivate func isAdmitted(
    _ includes: (PlantID, TaskKind) throws -> Bool
  ) rethrows -> Bool {
    try includes(entry.plant, entry.task.kind)
  }
}

extension TodayView {
  /// The page of today's tasks for a person.
  public struct Page: Sendable {
    /// The tasks; within a part, in the order of ids, as in exports.
    public let view: TodayView
    /// The overdue and due tasks, in the requested order.
    public let round: TaskRound
    /// The next day that has tasks, if nothing is left to do on this one.
    public let next: UpcomingView.DayTasks?
    /// The moment of the view.
    public let now: Instant
    /// The moment up to which events count; `nil` for all.
    public let asOf: Instant?
    /// The time zone.
    public let zone: TimeZoneRules
    /// The visible rooms.
    public let rooms: RoomList
    /// The units of amounts.
    public let units: MeasurementUnits
    /// The number of plants without a schedule; 0 in a filtered view.
    public let unscheduledCount: Int
    /// A Boolean value that indicates whether there are any plants.
    public let hasPlants: Bool
    /// A Boolean value that indicates whether the filter can match nothing at
    /// all, or the requested parts are empty.
    public let isMatchless: Bool

    /// A Boolean value that indicates whether nothing is due, done or snoozed.
    public var isEmpty: Bool { view.total == 0 && view.snoozed.isEmpty }
    /// The care that was done, in order of time.
    public var done: [Done] { view.done.sorted { $0.at < $1.at } }
    /// The snoozed tasks, by the day on which they return and by name.
    public var snoozed: [TaskRound.Row] {
      view.snoozed.sortedByName(\.entry.plantName)
        .sortedByDay { $0.entry.task.snoozedUntil ?? .earliest }
        .flatMap { TaskRound.rows([$0], rooms) }
    }
  }
}

extension Snapshot {
  /// Returns the tasks of today.
  ///
  /// - Parameters:
  ///   - filter: The tasks that are shown.
  ///   - parts: The parts that are shown; none for the whole day.
  ///   - order: The order in which the tasks are to be done.
  /// - Returns: The view, and the explanation of an empty view.
  /// - Throws: The error of a wrong name, or an error of the store.
  public func todayView(
    _ filter: TaskFilter = TaskFilter(), only parts: Set<TodayView.Part> = [],
    by order: TaskRound.Order = .room
  ) throws -> TodayView.Page {
    var view = try TodayView(self, on: today)
    if !filter.isEmpty {
      let test = try TaskTest(filter, in: self)
      view = try view.filtered { try test.admits($0, $1, in: self) }
    }
    if parts.isEmpty { try view.addRecorders(from: self) }
    if !parts.isEmpty { view = view.only(parts) }
    let isDone = view.overdue.isEmpty && view.todayCount == 0
    let isWhole = filter.isEmpty && parts.isEmpty
    return TodayView.Page(
      view: view,
      round: TaskRound(
        view.overdue + view.due, by: order, rooms),
      next: isDone && isWhole ? try nextTasks() : nil,
      now: now, asOf: asOf, zone: zone, rooms: rooms, units: settings.units,
      unscheduledCount: isWhole ? try count(of: .unscheduled) : 0,
      hasPlants: try count(of: .total) > 0,
      isMatchless: try view.total == 0 && view.snoozed.isEmpty
        && (!parts.isEmpty || !canMatch(filter)))
  }

  /// Returns the first day after today that has tasks; gathered waterings count
  /// on the day of their round.
  func nextTasks() throws -> UpcomingView.DayTasks? {
    guard today < .latest else { return nil }
    var due: Day?
    try forEachDue(in: today.advanced(by: 1) ... .latest) { entry in
      due = entry.task.due
      return false
    }
    return try due.flatMap {
      try UpcomingView(self, after: today, length: today.distance(to: $0)).days
        .first
    }
  }
}

extension Array {
  /// Returns the elements by day, otherwise in their current order.
  fileprivate func sortedByDay(_ day: (Element) -> Day) -> [Element] {
    enumerated().sorted {
      (day($0.element), $0.offset) < (day($1.element), $1.offset)
    }.map(\.element)
  }
}
