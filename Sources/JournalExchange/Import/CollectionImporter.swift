internal import JournalCare
internal import JournalEvents
public import JournalProjections
internal import JournalTime
public import LMDBKit

/// Takes plants from elsewhere into the collection: all of them, in one
/// action, or none.
///
/// Plants that are there already and equal are passed over; one that differs
/// is refused. Rooms that do not exist are made.
public struct CollectionImporter {
  private let journal: Journal
  private let plants: [IncomingPlant]
  private let columns: Set<PlantColumn>

  /// Creates an importer.
  ///
  /// - `columns`: What the input tells of plants, and is compared where one
  ///   is there already.
  public init(
    _ journal: Journal, plants: [IncomingPlant], columns: Set<PlantColumn>
  ) {
    self.journal = journal
    self.plants = plants
    self.columns = columns
  }

  /// Writes the import within a session that has written nothing yet.
  ///
  /// - `progress`: Is told how many plants were written.
  /// - Throws: `TableError` that names everything that is wrong.
  public func run(
    _ session: inout ActionSession, in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws -> ImportSummary {
    var planner = try ImportPlanner(
      journal, columns: columns, randomness: session.randomness,
      in: transaction)
    let plan = try planner.plan(plants, in: transaction)
    // What follows must not draw the ids that the plan has drawn.
    session.randomness = planner.randomness
    var summary = ImportSummary()
    summary.unchanged = plan.unchanged
    guard !plan.additions.isEmpty else { return summary }
    try session.beginAction(in: transaction)
    let now = session.calendar.zone.offsetInstant(of: session.now)
    var writer = ImportWriter(now: now)
    try writer.write(
      plan, &session, in: transaction, progress: progress)
    _ = try session.endAction(in: transaction)
    summary.events = writer.events
    summary.rooms = plan.rooms.map(\.name)
    for addition in plan.additions {
      summary.added.append(
        .init(id: addition.id, name: addition.plant.displayName))
      if addition.plant.scientificName == nil { summary.withoutSpecies += 1 }
    }
    return summary
  }
}
