internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalTime

/// Tasks in the order in which a user does them: in groups, with a row for each
/// plant.
public struct TaskRound: Sendable {
  /// The kind of groups.
  public enum Order: String, Sendable, CaseIterable {
    /// Rooms, in room order.
    case room
    /// Kinds of care, the standard ones first.
    case kind
    /// Overdue tasks, the most overdue first, and tasks due today.
    case flat
  }

  /// The tasks of a plant within a group.
  public struct Row: Sendable, Hashable {
    /// The plant; `StreamID.home` for a task of the home.
    public let plant: PlantID
    /// The display name of the plant, or the title of a task of the home.
    public let plantName: String
    /// The name of the room in which it is shown; empty for the home.
    public let room: String
    /// The tasks, the most overdue first, then by kind.
    public let tasks: [TodayView.Task]

    /// Returns a row of only one of the tasks.
    public func only(_ task: TodayView.Task) -> Row {
      Row(plant: plant, plantName: plantName, room: room, tasks: [task])
    }

    /// Returns a row of the tasks that `isWanted`; `nil` for none.
    public func only(where isWanted: (TodayView.Task) -> Bool) -> Row? {
      let tasks = tasks.filter(isWanted)
      return tasks.isEmpty
        ? nil
        : Row(plant: plant, plantName: plantName, room: room, tasks: tasks)
    }

    /// The row in parts that are done by a deed each: the care of the plant, and
    /// every task with a title.
    public var deeds: [Row] {
      let titled = tasks.filter { $0.task.title != nil }
      guard !isOfHome, !titled.isEmpty else { return [self] }
      let care = tasks.filter { $0.task.title == nil }
      let rest =
        care.isEmpty
        ? []
        : [Row(plant: plant, plantName: plantName, room: room, tasks: care)]
      return rest + titled.map(only)
    }

    /// A Boolean value that indicates whether this is a task of the home, the
    /// only one of its row.
    public var isOfHome: Bool { plant == .home }
    /// The short id of the plant, or of the home's task.
    public var shortID: String {
      if isOfHome, let task = tasks[0].task.task {
        return ShortID.text(of: task)
      }
      return ShortID.text(of: plant)
    }
    /// The number of days that the most overdue task is overdue; 0 for none.
    public var overdueDays: Int { tasks[0].overdueDays }
    /// The day of the latest care of the first task's kind; `nil` for none.
    public var lastGiven: Day? { tasks[0].entry.facts.lastGiven }
    /// A Boolean value that indicates whether a task was snoozed so often that
    /// its schedule may not fit.
    public var isOftenSnoozed: Bool { tasks.contains(where: \.isOftenSnoozed) }

    /// The notes on the tasks, without repetitions.
    public var remarks: [String] {
      var remarks: [String] = []
      for task in tasks {
        let facts = task.entry.facts
        for remark in [facts.remark, facts.snoozeRemark] {
          if let remark, !remarks.contains(remark) { remarks.append(remark) }
        }
      }
      return remarks
    }
  }

  /// The common property of a group's rows.
  public enum Subject: Sendable, Hashable {
    /// A room, by its name.
    case room(String)
    /// A kind of care.
    case kind(TaskKind)
    /// Tasks of the home, which belong to no plant.
    case home
    /// Tasks due before the day.
    case overdue
    /// Tasks due on the day.
    case today
  }

  /// Rows with a common property.
  public struct Group: Sendable, Hashable {
    /// The common property.
    public let subject: Subject
    /// The rows, at least one.
    public let rows: [Row]

    /// The number of tasks.
    public var taskCount: Int { rows.reduce(0) { $0 + $1.tasks.count } }
    /// The number of overdue tasks.
    public var overdueCount: Int {
      rows.reduce(0) { $0 + $1.tasks.count { $0.overdueDays > 0 } }
    }
  }

  /// The groups.
  public let groups: [Group]

  /// Sorts `tasks`, which can have any order.
  ///
  /// - Complexity: O(*t* log *t*) for *t* tasks.
  init(_ tasks: [TodayView.Task], by order: Order, _ rooms: RoomList) {
    groups =
      switch order {
      case .room:
        Self.groups(
          Self.rows(tasks, rooms), count: rooms.rooms.count + 1
        ) {
          $0.isOfHome
            ? rooms.rooms.count
            : rooms.place(of: rooms.effective($0.tasks[0].entry.room))
        } subject: {
          $0 < rooms.rooms.count ? .room(rooms.rooms[$0].name) : .home
        }
      case .kind:
        Set(tasks.map(\.task.kind)).sorted { $0.isShownBefore($1) }
          .map { kind in
            Group(
              subject: .kind(kind),
              rows: Self.rows(tasks.filter { $0.task.kind == kind }, rooms))
          }
      case .flat: Self.byUrgency(tasks, rooms)
      }
  }

  /// Returns a row for each plant, and for each task of the home, by name.
  static func rows(_ tasks: [TodayView.Task], _ rooms: RoomList) -> [Row] {
    let sorted = tasks.sorted { $0.entry.isBefore($1.entry) }
    var rows: [Row] = []
    var start = 0
    while start < sorted.count {
      let entry = sorted[start].entry
      var end = start + 1
      while end < sorted.count, sorted[end].plant == entry.plant,
        entry.plant != .home
      {
        end += 1
      }
      var tasks = [sorted[start]]
      if end > start + 1 {
        tasks = sorted[start..<end].sorted { $0.isMorePressing(than: $1) }
      }
      rows.append(
        Row(
          plant: entry.plant, plantName: entry.plantName,
          room: entry.plant == .home
            ? "" : rooms[rooms.effective(entry.room)]?.name ?? "",
          tasks: tasks))
      start = end
    }
    return rows.sortedByName(\.plantName)
  }

  private static func groups(
    _ rows: [Row], count: Int, _ place: (Row) -> Int,
    subject: (Int) -> Subject
  ) -> [Group] {
    var places = [[Row]](repeating: [], count: count)
    for row in rows { places[place(row)].append(row) }
    return places.indices.compactMap { index in
      places[index].isEmpty
        ? nil : Group(subject: subject(index), rows: places[index])
    }
  }

  private static func byUrgency(
    _ tasks: [TodayView.Task], _ rooms: RoomList
  ) -> [Group] {
    let overdue = rows(tasks.filter { $0.overdueDays > 0 }, rooms).enumerated()
      .sorted { left, right in
        let days = (left.element.overdueDays, right.element.overdueDays)
        return days.0 == days.1 ? left.offset < right.offset : days.0 > days.1
      }.map(\.element)
    let today = rows(tasks.filter { $0.overdueDays == 0 }, rooms)
    return [
      Group(subject: .overdue, rows: overdue),
      Group(subject: .today, rows: today),
    ].filter { !$0.rows.isEmpty }
  }
}

extension TodayView.Task {
  /// A Boolean value that indicates whether the task was snoozed so often that
  /// its schedule may not fit.
  public var isOftenSnoozed: Bool { task.snoozeCount >= 3 }

  /// Returns whether the task is more overdue, or else its kind comes first.
  fileprivate func isMorePressing(than other: Self) -> Bool {
    if overdueDays != other.overdueDays {
      return overdueDays > other.overdueDays
    }
    if task.kind != other.task.kind {
      return task.kind.isShownBefore(other.task.kind)
    }
    return entry.isBefore(other.entry)
  }
}

extension TaskKind {
  /// Returns whether the kind comes first: standard kinds in their order, then
  /// other kinds by name.
  func isShownBefore(_ other: TaskKind) -> Bool {
    let places = (
      Self.standard.firstIndex(of: self), Self.standard.firstIndex(of: other)
    )
    return switch places {
    case (let left?, let right?): left < right
    case (nil, nil): self < other
    case (let left, _): left != nil
    }
  }
}
