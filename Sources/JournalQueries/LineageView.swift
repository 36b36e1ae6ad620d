public import JournalCare
public import JournalEvents
public import JournalProjections
internal import JournalTime

/// The ancestors and descendants of a plant.
public struct LineageView: Sendable {
  /// A plant of the lineage.
  public struct Member: Sendable {
    /// The plant.
    public let id: PlantID
    /// The plant's state; removed plants are included.
    public let state: PlantState
    /// The number of generations below the requested plant.
    public let generation: Int
  }

  /// The plant's ancestors, the oldest first.
  public let ancestors: [(id: PlantID, state: PlantState)]
  /// The plant and its descendants, each before its own descendants, by the
  /// time of addition. This is a list, as a recursive walk of thousands of
  /// generations would overflow the stack.
  public let members: [Member]

  /// Reads the lineage of a plant.
  ///
  /// A parent that was never added ends the line. A cycle, which two replicas
  /// can create, is walked once. Children of a plant that was merged are those
  /// of the plant that stands for it, and a merged plant is nobody's child.
  ///
  /// - Complexity: O(*n*) for *n* plants.
  init(
    of id: PlantID, _ state: PlantState, _ snapshot: borrowing Snapshot
  ) throws {
    let merges = try snapshot.merges
    var seen: Set<PlantID> = [id]
    var ancestors: [(id: PlantID, state: PlantState)] = []
    var next = (state.profile?.parent).map(merges.root)
    while let parent = next, seen.insert(parent).inserted,
      let found = try snapshot.plant(parent),
      let profile = found.profile
    {
      ancestors.append((parent, found))
      next = profile.parent.map(merges.root)
    }
    self.ancestors = ancestors.reversed()
    var children: [PlantID: [(id: PlantID, state: PlantState)]] = [:]
    try snapshot.forEachPlant { child, state in
      if let parent = state.profile?.parent, merges.root(of: child) == child {
        children[merges.root(of: parent), default: []].append((child, state))
      }
      return true
    }
    var members: [Member] = []
    var open = [Member(id: id, state: state, generation: 0)]
    while let member = open.popLast() {
      members.append(member)
      // The first child comes last, because it is taken first.
      for child in Self.byAge(children[member.id] ?? []).reversed()
      where seen.insert(child.id).inserted {
        open.append(
          Member(
            id: child.id, state: child.state,
            generation: member.generation + 1))
      }
    }
    self.members = members
  }

  private static func byAge(
    _ plants: [(id: PlantID, state: PlantState)]
  ) -> [(id: PlantID, state: PlantState)] {
    plants.sorted { left, right in
      let instants = (left.state.addedAt?.instant, right.state.addedAt?.instant)
      guard let first = instants.0, let second = instants.1, first != second
      else { return left.id < right.id }
      return first < second
    }
  }
}

extension Snapshot {
  /// Returns the ancestors and descendants of a plant, even if it is removed.
  public func lineage(
    of name: String, _ naming: PlantNaming
  ) throws -> LineageView {
    let plant = try anyPlant(named: name, naming)
    return try LineageView(of: plant.id, plant.state, self)
  }
}
