public import JournalCare
internal import JournalEvents
public import JournalProjections
public import JournalTime

/// The number of tasks and the next one, for a line on a screen with other
/// matters.
public struct StatusView: Sendable {
  /// The day of the view.
  public let day: Day
  /// The number of tasks that were due on an earlier day.
  public let overdueCount: Int
  /// The number of tasks that are due on the day.
  public let todayCount: Int
  /// The number of tasks of the seven days after it.
  public let upcomingCount: Int
  /// The most overdue task; otherwise one that is due today, or on the next day
  /// that has tasks. Of several, the first by the plant's name.
  public let next: TodayView.Task?
  /// The visible rooms.
  public let rooms: RoomList

  /// The next task as a row of a list, with the name of its room.
  public var nextRow: TaskRound.Row? {
    next.flatMap { TaskRound.rows([$0], rooms).first }
  }
  /// The number of tasks that are due or overdue.
  public var dueCount: Int { overdueCount + todayCount }
}

extension Snapshot {
  /// Returns the number of tasks and the next one. Opens no plant.
  ///
  /// - Complexity: O(*t* log *t*) for *t* tasks of today and of the seven days
  ///   after it.
  public func statusView() throws -> StatusView {
    let open = try openTasks(by: today)
      .map { TodayView.Task(entry: $0, on: today) }
    let coming = try UpcomingView(
      self, after: today, length: UpcomingView.week
    ).days
    let first = open.map(\.task.due).min()
    var next = open.filter { $0.task.due == first }
    if next.isEmpty {
      var day = coming.first
      if day == nil { day = try nextTasks() }
      next = day?.tasks ?? []
    }
    return StatusView(
      day: today, overdueCount: open.count { $0.overdueDays > 0 },
      todayCount: open.count { $0.overdueDays == 0 },
      upcomingCount: coming.reduce(0) { $0 + $1.tasks.count },
      next: next.sorted { $0.entry.isBefore($1.entry) }
        .sortedByName(\.entry.plantName).first,
      rooms: rooms)
  }
}
