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
    /// The plant.
    public let plant: PlantID
    /// The name it is shown by.
    public let plantName: String
    /// The kind of care.
    public let kind: TaskKind
    /// When it was given last on that day.
    public let at: Instant
  }

  /// The day of the view.
  public let day: Day
  /// Tasks due before, the most overdue first.
  public let overdue: [Task]
  /// Tasks due on the day, by room in room order.
  public let today: [Room]
  /// Care given on the day, one per plant and kind.
  public let done: [Done]
  /// Tasks that a snooze postpones to a later day.
  public let snoozed: [Task]

  /// How many tasks are due on the day.
  public var todayCount: Int { today.reduce(0) { $0 + $1.tasks.count } }
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
    let open = try snapshot.openTasks(through: day, on: day)
      .map { Task(entry: $0, on: day) }
    overdue = open.filter { $0.overdueDays > 0 }.sorted(by: Self.isMoreUrgent)
    today = Self.byRoom(open.filter { $0.overdueDays == 0 }, snapshot.rooms)
    snoozed = try snapshot.snoozedTasks(on: day)
      .map { Task(entry: $0, on: day) }
      .sorted { $0.entry.isBefore($1.entry) }
    done = try Self.done(snapshot, on: day)
  }

  /// The view of those tasks alone, done ones among them, for which
  /// `includes` holds.
  public func filtered(
    _ includes: (PlantID, TaskKind) throws -> Bool
  ) rethrows -> TodayView {
    TodayView(
      day: day, overdue: try overdue.filter { try $0.isAdmitted(includes) },
      today: try today.compactMap { room in
        let tasks = try room.tasks.filter { try $0.isAdmitted(includes) }
        return tasks.isEmpty
          ? nil : Room(id: room.id, name: room.name, tasks: tasks)
      },
      done: try done.filter { try includes($0.plant, $0.kind) },
      snoozed: try snoozed.filter { try $0.isAdmitted(includes) })
  }

  /// A part of the view.
  public enum Part: Sendable {
    case overdue
    case snoozed
  }

  /// The view of these parts alone.
  public func only(_ parts: Set<Part>) -> TodayView {
    TodayView(
      day: day, overdue: parts.contains(.overdue) ? overdue : [],
      today: [], done: [], snoozed: parts.contains(.snoozed) ? snoozed : [])
  }

  private init(
    day: Day, overdue: [Task], today: [Room], done: [Done], snoozed: [Task]
  ) {
    self.day = day
    self.overdue = overdue
    self.today = today
    self.done = done
    self.snoozed = snoozed
  }

  private static func isMoreUrgent(_ left: Task, _ right: Task) -> Bool {
    if left.entry.task.due != right.entry.task.due {
      return left.entry.task.due < right.entry.task.due
    }
    let names = (left.entry.plantName, right.entry.plantName)
    if names.0 != names.1 {
      return names.0.utf8.lexicographicallyPrecedes(names.1.utf8)
    }
    return left.entry.isBefore(right.entry)
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

  /// The care given on `day`, one per plant and kind.
  static func done(
    _ snapshot: borrowing Snapshot, on day: Day
  ) throws -> [Done] {
    let zone = snapshot.calendar.zone
    var done: [Done] = []
    try snapshot.forEachDone(
      since: zone.startOfDay(day)
    ) { entry in
      guard let plant = try snapshot.plant(entry.plant),
        plant.isPresent
      else { return true }
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
            kind: entry.kind, at: at))
      }
      return true
    }
    return done.sorted { ($0.plant, $0.kind) < ($1.plant, $1.kind) }
  }
}

extension TodayView.Task {
  fileprivate func isAdmitted(
    _ includes: (PlantID, TaskKind) throws -> Bool
  ) rethrows -> Bool {
    try includes(entry.plant, entry.task.kind)
  }
}
