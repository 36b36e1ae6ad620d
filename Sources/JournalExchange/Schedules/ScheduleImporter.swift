internal import JournalCare
internal import JournalEvents
public import JournalProjections
internal import JournalQueries
internal import JournalTime

/// Gives plants the schedules of a table: all of them, in one action, or none.
///
/// A schedule that a plant has already is passed over; where it has another
/// one of that kind, the table is refused.
public struct ScheduleImporter {
  /// What an import of schedules changed, or would have.
  public struct Summary: Sendable, Hashable {
    /// How many schedules were set.
    public internal(set) var set = 0
    /// How many were there already.
    public internal(set) var unchanged = 0
  }

  private let table: ScheduleTable

  /// Creates an importer.
  public init(table: ScheduleTable) {
    self.table = table
  }

  /// Writes the import within a session that has written nothing yet.
  ///
  /// - `progress`: Is told how many lines were done.
  /// - Throws: `TableError` that names everything that is wrong.
  public func run(
    _ session: inout ActionSession, progress: (Int) -> Void = { _ in }
  ) throws -> Summary {
    var summary = Summary()
    let wanted = try wanted(&session, &summary)
    guard !wanted.isEmpty else { return summary }
    try session.action { session in
      try set(wanted, &session, progress: progress)
    }
    summary.set = wanted.count
    return summary
  }

  /// A schedule that is to be set.
  private struct Wanted {
    let plant: PlantID
    let schedule: ScheduleSet
    let place: String
  }

  /// The schedules that are not there already.
  private func wanted(
    _ session: inout ActionSession, _ summary: inout Summary
  ) throws -> [Wanted] {
    let snapshot = try session.snapshot()
    var problems = ProblemList()
    var wanted: [Wanted] = []
    for row in table.rows {
      do {
        let id = try plant(of: row, in: snapshot)
        let schedule = try row.schedule()
        let state = try session.plant(id)
        if try isHeld(schedule, by: state) {
          summary.unchanged += 1
        } else {
          wanted.append(
            Wanted(plant: id, schedule: schedule, place: row.place))
        }
      } catch let error as CellError {
        problems.add(TableProblem(place: row.place, reason: error.reason))
      }
    }
    try problems.check()
    return wanted
  }

  /// - Throws: `CellError` where the plant has another schedule of the kind.
  private func isHeld(
    _ schedule: ScheduleSet, by plant: PlantState
  ) throws(CellError) -> Bool {
    guard let held = plant.care(schedule.kind)?.schedule else { return false }
    guard held == schedule else {
      throw CellError(
        "'\(plant.displayName)' has another schedule for \(schedule.kind)")
    }
    return true
  }

  private func set(
    _ wanted: [Wanted], _ session: inout ActionSession,
    progress: (Int) -> Void
  ) throws {
    var problems = ProblemList()
    let at = session.zone.offsetInstant(of: session.now)
    for (index, entry) in wanted.enumerated() {
      do {
        try session.perform(
          .setSchedule(entry.schedule), on: entry.plant, at: at)
      } catch let error as CareError {
        problems.add(
          TableProblem(place: entry.place, reason: "\(error)"))
      }
      progress(index + 1)
    }
    try problems.check()
  }

  private func plant(
    of row: ScheduleTable.Row, in snapshot: borrowing Snapshot
  ) throws -> PlantID {
    guard let name = row.plant ?? row.plantName else {
      throw CellError("no plant is named")
    }
    let resolver = PlantResolver(
      precision: .exact, includesRemoved: false)
    switch try resolver.match(name, in: snapshot) {
    case .plant(let id): return id
    case .ambiguous: throw CellError("'\(name)' could be several plants")
    // An exact resolver takes no near spelling.
    case .near, .notFound: throw CellError("'\(name)' names no plant")
    }
  }
}
