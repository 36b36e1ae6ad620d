internal import JournalCare
public import JournalEvents
package import JournalProjections

/// Which tasks a view shows: those of the plants that are chosen, and of one
/// kind of care.
public struct TaskFilter: Sendable, Hashable {
  /// The plants; an empty choice means all.
  public var plants: PlantChoice
  /// The kind of care; `nil` for all.
  public var kind: TaskKind?

  /// Creates a filter.
  public init(plants: PlantChoice = PlantChoice(), kind: TaskKind? = nil) {
    self.plants = plants
    self.kind = kind
  }

  /// Whether everything is let through.
  public var isEmpty: Bool { plants.isEmpty && kind == nil }
}

/// Tells whether a filter lets a task through.
package struct TaskTest {
  private let kind: TaskKind?
  private let named: Set<PlantID>?
  private let excepted: Set<PlantID>
  private let matches: ((PlantState) -> Bool)?
  private let verdicts = Verdicts()

  /// What was said of each plant: one can have thousands of tasks, and takes
  /// the longer to open the more it has.
  private final class Verdicts {
    var known: [PlantID: Bool] = [:]
  }

  /// - Throws: What the choice of plants throws where a name is wrong.
  package init(_ filter: TaskFilter, in snapshot: borrowing Snapshot) throws {
    kind = filter.kind
    let plants = filter.plants
    named = plants.names.isEmpty ? nil : Set(try snapshot.plants(plants))
    excepted = try snapshot.excepted(from: plants)
    var matches: ((PlantState) -> Bool)?
    if plants.choosesPlants { matches = try snapshot.filter(of: plants) }
    self.matches = matches
  }

  /// Whether tasks of `plant` and `kind` are let through.
  ///
  /// - Complexity: A chosen plant is opened when it is first asked about, and
  ///   no other is.
  package func admits(
    _ plant: PlantID, _ kind: TaskKind, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    guard self.kind == nil || kind == self.kind,
      named?.contains(plant) ?? true, !excepted.contains(plant)
    else { return false }
    guard let matches else { return true }
    // What filters choose are plants.
    guard plant != .home else { return false }
    if let known = verdicts.known[plant] { return known }
    let isMatch = try snapshot.plant(plant).map(matches) ?? false
    verdicts.known[plant] = isMatch
    return isMatch
  }
}
