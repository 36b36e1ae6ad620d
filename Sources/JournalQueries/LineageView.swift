public import JournalCare
public import JournalEvents
public import JournalProjections
internal import JournalTime

/// Where a plant came from and what came from it.
public struct LineageView: Sendable {
  /// A plant and those propagated from it.
  public struct Member: Sendable {
    /// The plant.
    public let id: PlantID
    /// Its state; removed plants are part of a lineage too.
    public let state: PlantState
    /// Those propagated from it, by the time they were added.
    public let offspring: [Member]
  }

  /// The plant's parents, the oldest first.
  public let ancestors: [(id: PlantID, state: PlantState)]
  /// The plant with its offspring.
  public let plant: Member

  /// Reads the lineage of a plant.
  ///
  /// Total: parents that were never added end the line, and a circle, which
  /// two replicas can make, is walked once.
  ///
  /// - Complexity: O(*n*) for *n* plants.
  init(
    of id: PlantID, _ state: PlantState, _ snapshot: borrowing Snapshot
  ) throws {
    var seen: Set<PlantID> = [id]
    var ancestors: [(id: PlantID, state: PlantState)] = []
    var next = state.profile?.parent
    while let parent = next, seen.insert(parent).inserted,
      let found = try snapshot.plant(parent),
      let profile = found.profile
    {
      ancestors.insert((parent, found), at: 0)
      next = profile.parent
    }
    self.ancestors = ancestors
    var children: [PlantID: [(id: PlantID, state: PlantState)]] = [:]
    try snapshot.forEachPlant { child, state in
      if let parent = state.profile?.parent {
        children[parent, default: []].append((child, state))
      }
      return true
    }
    plant = Self.member(id, state, children, &seen)
  }

  private static func member(
    _ id: PlantID, _ state: PlantState,
    _ children: [PlantID: [(id: PlantID, state: PlantState)]],
    _ seen: inout Set<PlantID>
  ) -> Member {
    let sorted = (children[id] ?? []).sorted { left, right in
      let instants = (left.state.addedAt?.instant, right.state.addedAt?.instant)
      guard let first = instants.0, let second = instants.1, first != second
      else { return left.id < right.id }
      return first < second
    }
    var offspring: [Member] = []
    for child in sorted where seen.insert(child.id).inserted {
      offspring.append(member(child.id, child.state, children, &seen))
    }
    return Member(id: id, state: state, offspring: offspring)
  }
}

extension Snapshot {
  /// Where a plant, removed or not, came from and what came from it.
  public func lineage(
    of name: String, _ naming: PlantNaming
  ) throws -> LineageView {
    let plant = try anyPlant(named: name, naming)
    return try LineageView(of: plant.id, plant.state, self)
  }
}
