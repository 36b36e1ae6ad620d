internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// Looks for inconsistent state: each event was valid where it was written, but
/// together they are not.
struct CollectionCheck {
  func findings(in snapshot: borrowing Snapshot) throws -> [Finding] {
    let rooms = snapshot.rooms
    var known: Set<PlantID> = []
    var present = 0
    var unknown: [PlantID] = []
    var roomless: [PlantID] = []
    var unscheduled: [PlantID] = []
    var children: [(plant: PlantID, parent: PlantID)] = []
    try snapshot.forEachPlant { id, plant in
      guard let profile = plant.profile else {
        if id != .home { unknown.append(id) }
        return true
      }
      known.insert(id)
      if plant.isPresent { present += 1 }
      if plant.lacksSchedule { unscheduled.append(id) }
      if plant.isPresent, let room = plant.room, rooms[room] == nil {
        roomless.append(id)
      }
      if let parent = profile.parent { children.append((id, parent)) }
      return true
    }
    let orphans = children.filter { !known.contains($0.parent) }.map(\.plant)
    let circular = try circular(children, snapshot.merges)
    let neverAdded = try unknown.filter { try !wasAdded($0, in: snapshot) }
    let findings =
      note(neverAdded, "care for plants that were never added") { _ in nil }
      + note(roomless, "plants of a deleted room, shown under Other") {
        .movePlant(shortID: $0)
      } + note(orphans, "plants with an unknown parent") { _ in nil }
      + note(circular, "plants that come from themselves") {
        .run(["plantguide", "edit", $0, "--clear", "from"])
      }
    let advice = note(unscheduled, "plants without a schedule") { _ in
      .adoptAll
    }
    guard findings.isEmpty else { return findings + advice }
    let gone = known.count - present
    let count =
      present.of("plant") + (gone > 0 ? " and \(gone) removed" : "")
    return [.ok(.collection, "\(count), all consistent")] + advice
  }

  /// Returns the plants whose parents lead back to them, as replicas or merges
  /// can make it. Plants that were merged are the plants that stand for them.
  private func circular(
    _ children: [(plant: PlantID, parent: PlantID)], _ merges: PlantMerges
  ) throws -> [PlantID] {
    var parents: [PlantID: PlantID] = [:]
    for child in children where merges.root(of: child.plant) == child.plant {
      parents[child.plant] = merges.root(of: child.parent)
    }
    return parents.keys.filter { plant in
      var seen: Set<PlantID> = []
      var next = parents[plant]
      while let parent = next, parent != plant, seen.insert(parent).inserted {
        next = parents[parent]
      }
      return next == plant
    }.sorted()
  }

  /// Returns whether the plant's addition is in the log, though undone.
  private func wasAdded(
    _ plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    var wasAdded = false
    try snapshot.log.forEachEntry(of: plant, in: snapshot.transaction) {
      entry in
      let event = try snapshot.log.event(
        entry.position.reference, in: snapshot.transaction)
      wasAdded = event?.header.type == EventType.plantAdded.rawValue
      return !wasAdded
    }
    return wasAdded
  }

  private func note(
    _ plants: [PlantID], _ what: String, remedy: (String) -> Remedy?
  ) -> [Finding] {
    guard let first = plants.first else { return [] }
    let ids = plants.prefix(Self.mostNamed).map { ShortID.text(of: $0) }
    let more = plants.count - ids.count
    let names =
      ids.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return [
      .note(
        .collection, "\(what): \(names)", remedy(ShortID.text(of: first)))
    ]
  }

  private static let mostNamed = 5
}
