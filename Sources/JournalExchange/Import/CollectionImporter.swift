internal import JournalCare
internal import JournalEvents
public import JournalProjections
internal import JournalTime

/// Takes plants from elsewhere into the collection: all of them, in one
/// action, or none.
///
/// Plants that are there already and equal are passed over; one that differs
/// is refused. Rooms that do not exist are made.
public struct CollectionImporter {
  private let plants: [IncomingPlant]
  private let columns: Set<PlantColumn>

  /// Creates an importer.
  ///
  /// - `columns`: What the input tells of plants, and is compared where one
  ///   is there already.
  public init(
    plants: [IncomingPlant], columns: Set<PlantColumn>
  ) {
    self.plants = plants
    self.columns = columns
  }

  /// Writes the import within a session that has written nothing yet.
  ///
  /// - `progress`: Is told how many plants were written.
  /// - Throws: `TableError` that names everything that is wrong.
  public func run(
    _ session: inout ActionSession,
    progress: (Int) -> Void = { _ in }
  ) throws -> ImportSummary {
    let snapshot = try session.snapshot()
    var planner = ImportPlanner(
      columns: columns, randomness: session.randomness,
      rooms: snapshot.rooms)
    let plan = try planner.plan(plants, in: snapshot)
    // What follows must not draw the ids that the plan has drawn.
    session.randomness = planner.randomness
    var summary = ImportSummary()
    summary.unchanged = plan.unchanged
    guard !plan.additions.isEmpty else { return summary }
    var writer = ImportWriter(now: session.zone.offsetInstant(of: session.now))
    try session.action { session in
      try writer.write(plan, &session, progress: progress)
    }
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
