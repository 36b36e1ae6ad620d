internal import JournalCare
public import JournalEvents
public import JournalProjections
internal import JournalTime

/// The tasks that a view shows: those of the selected plants, and of one kind
/// of care.
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

  /// A Boolean value that indicates whether the filter admits every task.
  public var isEmpty: Bool { plants.isEmpty && kind == nil }
}

extension Snapshot {
  /// Returns whether a filter can match anything: a plant that it selects and,
  /// if it names a kind of care, a task of that kind on any day. A filter that
  /// matches tasks, none of them due, gives an empty answer; a filter that can
  /// match nothing is a mistake.
  ///
  /// - Throws: The error of a wrong name, or an error of the store.
  public func canMatch(_ filter: TaskFilter) throws -> Bool {
    let test = try TaskTest(filter, in: self)
    if filter.kind == nil {
      guard filter.plants.hasFilter else { return true }
      // A room without plants is no mistake.
      guard try rooms(of: filter).isEmpty else { return true }
      var isMatch = false
      try forEachPlant { id, plant in
        isMatch = try plant.isPresent && test.admits(id, .other, in: self)
        return !isMatch
      }
      if isMatch { return true }
    }
    // A task of the home belongs to no plant.
    var isMatch = false
    try forEachDue(in: .earliest ... .latest) { entry in
      isMatch = try test.admits(entry.plant, entry.task.kind, in: self)
      return !isMatch
    }
    return isMatch
  }

  /// Returns the names of the rooms if a filter selects plants by rooms only;
  /// else none.
  func rooms(of filter: TaskFilter) throws -> [String] {
    var others = filter.plants
    others.rooms = []
    guard others.isEmpty, filter.kind == nil else { return [] }
    return try spelledOut(filter.plants).rooms
  }
}

/// Decides whether a filter admits a task.
package struct TaskTest {
  private let kind: TaskKind?
  private let named: Set<PlantID>?
  private let excepted: Set<PlantID>
  private let matches: ((PlantState) -> Bool)?
  private let verdicts = Verdicts()

  /// The decisions on plants, as a plant can have thousands of tasks and is
  /// then slow to open.
  private final class Verdicts {
    var known: [PlantID: Bool] = [:]
  }

  /// - Throws: The error of a wrong name in the selection of plants.
  package init(_ filter: TaskFilter, in snapshot: borrowing Snapshot) throws {
    kind = filter.kind
    let plants = filter.plants
    named = plants.names.isEmpty ? nil : Set(try snapshot.plants(plants))
    excepted = try snapshot.excepted(from: plants)
    var matches: ((PlantState) -> Bool)?
    if plants.choosesPlants { matches = try snapshot.filter(of: plants) }
    self.matches = matches
  }

  /// Returns whether the filter admits tasks of `plant` and `kind`.
  ///
  /// - Complexity: Each selected plant is opened at its first test; no other
  ///   plant is opened.
  package func admits(
    _ plant: PlantID, _ kind: TaskKind, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    guard self.kind == nil || kind == self.kind,
      named?.contains(plant) ?? true, !excepted.contains(plant)
    else { return false }
    guard let matches else { return true }
    // Filters select plants only.
    guard plant != .home else { return false }
    if let known = verdicts.known[plant] { return known }
    let isMatch = try snapshot.plant(plant).map(matches) ?? false
    verdicts.known[plant] = isMatch
    return isMatch
  }
}
