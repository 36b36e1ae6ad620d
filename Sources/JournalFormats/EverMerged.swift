internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// The groups of plants that were ever merged with each other, even if the
/// merges are undone, do not count, or are erased.
///
/// A new merge unites groups, and nothing splits them. An erased merge no longer
/// says with which plant, so that all plants are then one group.
struct EverMerged {
  private var groups: [PlantID: Set<PlantID>] = [:]
  /// The plants that ever had an event, if any merge is erased.
  private var all: Set<PlantID> = []

  /// Reads the merges.
  ///
  /// - Complexity: O(*n*) in the events of the plants that were merged; in all
  ///   events if a merge is erased.
  init(_ snapshot: borrowing Snapshot) throws {
    let merged = try snapshot.everMerged
    guard !merged.isEmpty else { return }
    var links: [(PlantID, PlantID)] = []
    var hasUnknown = false
    // One by one, as their order does not matter.
    for plant in merged {
      try snapshot.forEachEvent(inAll: [plant]) { payload, event, _, _ in
        guard event.header.knownType == .plantMerged else { return }
        if case .plantMerged(let body) = payload?.body {
          links.append((plant, body.into))
        } else {
          hasUnknown = true
        }
      }
    }
    guard !hasUnknown else {
      try snapshot.log.forEachEvent(.forward, in: snapshot.transaction) {
        event, _ in
        let isOfPlant = event.header.knownType?.subject == .plant
        if isOfPlant { all.insert(event.header.stream) }
        return true
      }
      return
    }
    unite(links)
  }

  private mutating func unite(_ links: [(PlantID, PlantID)]) {
    var leaders: [PlantID: PlantID] = [:]
    func leader(of plant: PlantID) -> PlantID {
      var plant = plant
      while let next = leaders[plant] { plant = next }
      return plant
    }
    for (plant, other) in links {
      let (first, second) = (leader(of: plant), leader(of: other))
      if first != second { leaders[first] = second }
    }
    var members: [PlantID: Set<PlantID>] = [:]
    for plant in leaders.keys {
      let leader = leader(of: plant)
      members[leader, default: [leader]].insert(plant)
    }
    for group in members.values {
      for plant in group { groups[plant] = group }
    }
  }

  /// Returns the plants that were ever merged with a plant, itself among them.
  func group(of plant: PlantID) -> Set<PlantID> {
    all.contains(plant) ? all : groups[plant] ?? [plant]
  }
}
