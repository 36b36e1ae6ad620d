public import ErrorKit
internal import JournalCare
internal import JournalEvents
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

  /// The day of the view.
  public let today: Day
  /// The first and last day of the month.
  public let days: ClosedRange<Day>
  /// What each day holds; days without anything are missing.
  public let counts: [Day: DayCount]

  /// Reads the month of `day`.
  ///
  /// - `today`: The day of the view.
  /// - `includes`: Which plants and kinds count.
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
      guard let care = payload.body.careGiven else { return }
      cares[day, default: []].insert(
        Care(plant: event.header.stream, kind: care.kind))
    }
    let mistakes = try Set(cares.values.joined().map(\.plant)).filter {
      let plant = try snapshot.plant($0)
      return plant?.removal?.reason == .mistake
    }
    return cares.mapValues { $0.filter { !mistakes.contains($0.plant) } }
  }
}

/// A month that lies further ahead than tasks are looked for.
public struct MonthTooFarAhead: DescribedError {
  /// The last day that is looked at.
  public let latest: Day

  public var facts: ErrorFacts {
    .init(
      .invalidInput, "that month is too far ahead",
      "the look-ahead ends on \(latest)")
  }
}

extension Snapshot {
  /// What a month holds.
  ///
  /// - Parameters:
  ///   - day: A day of the month; `nil` for the one that is now.
  ///   - filter: Which care and tasks count.
  /// - Returns: The view.
  /// - Throws: ``MonthTooFarAhead``, and what a wrong name throws.
  public func monthView(
    of day: Timed<Day>?, _ filter: TaskFilter = TaskFilter()
  ) throws -> MonthView {
    let test = try TaskTest(filter, in: self)
    let day = try day?.value(by: clock) ?? today
    let latest = today.advanced(by: UpcomingView.greatestLength)
    guard day <= latest else { throw MonthTooFarAhead(latest: latest) }
    return try MonthView(of: day, today: today, self) {
      try test.admits($0, $1, in: self)
    }
  }
}
