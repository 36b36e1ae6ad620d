public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// What is to be done today, by rule 8: overdue, today by room, done today,
/// snoozed.
public struct TodayView: Sendable {
  /// An open task on the day of the view.
  public struct Task: Sendable, Hashable {
    /// The task and what is shown of its plant.
    public let entry: DueEntry
    /// How many days it is overdue; 0 where it is not.
    public let overdueDays: Int

    /// The plant.
    public var plant: PlantID { entry.plant }
    /// The name that its plant is shown by.
    public var plantName: String { entry.plantName }
    /// The task itself.
    public var task: OpenTask { entry.task }

    /// Creates a task.
    public init(entry: DueEntry, overdueDays: Int) {
      self.entry = entry
      self.overdueDays = overdueDays
    }

    /// Creates a task as it is seen on a day.
    public init(entry: DueEntry, on day: Day) {
      self.init(
        entry: entry, overdueDays: max(entry.task.due.distance(to: day), 0))
    }
  }

  /// The tasks of one room.
  public struct Room: Sendable, Hashable {
    /// The room.
    public let id: RoomID
    /// What it is called.
    public let name: String
    /// Its tasks, by plant and kind.
    public let tasks: [Task]
  }

  /// Care that was given on the day of the view.
  public struct Done: Sendable, Hashable {
    /// The plant; `StreamID.home` for what was done of none.
    public let plant: PlantID
    /// The name it is shown by; of a task of the home, its title.
    public let plantName: String
    /// The kind of care.
    public let kind: TaskKind
    /// What the task is called that was done, where it has a title.
    public var title: String?
    /// The plant's own room, which may be one that cannot be seen.
    public let room: RoomID?
    /// When it was given last on that day.
    public let at: Instant
    /// Who recorded it; `nil` where this home alone records anything, and in
    /// views that do not ask.
    public internal(set) var recorder: Recorder?
  }

  /// The day of the view.
  public let day: Day
  /// Tasks due before, the most overdue first.
  public let overdue: [Task]
  /// Tasks due on the day, by room in room order.
  public let today: [Room]
  /// Tasks of the home that are due on the day, by title.
  public let home: [Task]
  /// Care given on the day, one per plant and kind.
  public private(set) var done: [Done]
  /// Tasks that a snooze postpones to a later day.
  public let snoozed: [Task]

  /// How many tasks are due on the day.
  public var todayCount: Int {
    today.reduce(home.count) { $0 + $1.tasks.count }
  }
  /// All tasks that are due on the day, those of plants by room.
  public var due: [Task] { today.flatMap(\.tasks) + home }
  /// How many tasks the day has: done, due and overdue.
  public var total: Int { done.count + todayCount + overdue.count }
  /// What a badge counts: overdue tasks only.
  public var badge: Int { overdue.count }

  /// Reads the view of the day that is today.
  public init(_ snapshot: borrowing Snapshot) throws {
    try self.init(snapshot, on: snapshot.today)
  }

  /// Reads the view of `day`.
  ///
  /// - Complexity: O(*t*) for *t* tasks shown; plants are opened only for
  ///   what was done.
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

  /// The view of those tasks alone, done ones among them, for which
  /// `includes` holds.
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

  /// Looks up who did what was done.
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
    case overdue
    case snoozed
  }

  /// The view of these parts alone.
  fileprivate func only(_ parts: Set<Part>) -> TodayView {
    TodayView(
      day: day, overdue: parts.contains(.overdue) ? overdue : [],
      today: [], home: [], done: [],
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

  /// The care given on `day`, one per plant and kind, and one per task with a
  /// title.
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
      // Only the latest care of a kind is indexed; where that lies on another
      // day, the plant's own stream says whether there was some on this one.
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
  /// Today as a person looks at it.
  public struct Page: Sendable {
    /// What is shown, tasks of a part in the order of ids as exports have it.
    public let view: TodayView
    /// What is overdue or due, in the order asked for.
    public let round: TaskRound
    /// The next day that has tasks, where nothing is left to do on this one.
    public let next: UpcomingView.DayTasks?
    /// The moment of the view.
    public let now: Instant
    /// The moment up to which events count; `nil` for all.
    public let asOf: Instant?
    /// Where the clocks go.
    public let zone: TimeZoneRules
    /// The rooms that can be seen.
    public let rooms: RoomList
    /// The units in which amounts are told.
    public let units: MeasurementUnits
    /// How many plants have no schedule; 0 in a view of less than the day.
    public let unscheduledCount: Int
    /// Whether there are plants at all.
    public let hasPlants: Bool
    /// Whether nothing is there that the filter could mean, or the parts asked
    /// for are empty.
    public let isMatchless: Bool

    /// Whether nothing is due, done or snoozed.
    public var isEmpty: Bool { view.total == 0 && view.snoozed.isEmpty }
    /// What was done, in the order in which it was.
    public var done: [Done] { view.done.sorted { $0.at < $1.at } }
    /// The snoozed tasks, by the day on which they come back and name.
    public var snoozed: [TaskRound.Row] {
      view.snoozed.sortedByName(\.entry.plantName)
        .sortedByDay { $0.entry.task.snoozedUntil ?? .earliest }
        .flatMap { TaskRound.rows([$0], rooms) }
    }
  }
}

extension Snapshot {
  /// What is to be done today.
  ///
  /// - Parameters:
  ///   - filter: Which tasks are shown.
  ///   - parts: The parts that are shown; none for the whole day.
  ///   - order: In which order tasks are to be done.
  /// - Returns: The view, and what is said where it is empty.
  /// - Throws: What a wrong name throws, and what the store throws.
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

  /// The first day after today on which a task is to be done; of what is
  /// gathered, the day of its round.
  private func nextTasks() throws -> UpcomingView.DayTasks? {
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
  /// By day; what is of one day stays as it is.
  fileprivate func sortedByDay(_ day: (Element) -> Day) -> [Element] {
    enumerated().sorted {
      (day($0.element), $0.offset) < (day($1.element), $1.offset)
    }.map(\.element)
  }
}
