internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// A month of days with what was done on them and what they bring.
public struct MonthView: Sendable {
  /// What a day holds.
  public struct DayCount: Sendable, Hashable {
    /// How much care was given on it, one per plant and kind.
    public var done = 0
    /// How many tasks are due on it and open, or will come round.
    public var due = 0
    /// How many tasks are overdue; on the day of the view alone.
    public var overdue = 0
  }

  /// The first and last day of the month.
  public let days: ClosedRange<Day>
  /// What each day holds; days without anything are missing.
  public let counts: [Day: DayCount]

  /// Reads the month of `day`.
  ///
  /// - `today`: The day of the view.
  /// - `includes`: Which plants and kinds count.
  public init(
    of day: Day, today: Day, _ snapshot: borrowing Snapshot,
    including includes: (PlantID, TaskKind) throws -> Bool
  ) throws {
    let first = day.advanced(by: 1 - day.day)
    let days = first...first.advanced(by: day.lengthOfMonth - 1)
    self.days = days
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
          try coming.tasks.count {
            try includes($0.entry.plant, $0.entry.task.kind)
          }
      }
    }
    for (day, cares) in try Self.cares(
      in: days, snapshot)
    {
      counts[day, default: DayCount()].done =
        try cares.count { try includes($0.plant, $0.kind) }
    }
    self.counts = counts.filter { $0.value != DayCount() }
  }

  private struct Care: Hashable {
    let plant: PlantID
    let kind: TaskKind
  }

  /// The care given on each day. That of plants entered by mistake does not
  /// count, as in ``CareReportView``.
  private static func cares(
    in days: ClosedRange<Day>, _ snapshot: borrowing Snapshot
  ) throws -> [Day: Set<Care>] {
    var cares: [Day: Set<Care>] = [:]
    try snapshot.forEachEvent(on: days) { day, payload, event, _ in
      guard case .taskCompleted(let body) = payload.body else { return }
      cares[day, default: []].insert(
        Care(plant: event.header.stream, kind: body.kind))
    }
    let mistakes = try Set(cares.values.joined().map(\.plant)).filter {
      let plant = try snapshot.plant($0)
      return plant?.removal?.reason == .mistake
    }
    return cares.mapValues { $0.filter { !mistakes.contains($0.plant) } }
  }
}
