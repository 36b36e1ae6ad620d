public import JournalCare
public import JournalEvents
public import JournalProjections

/// A tag and the number of present plants that have it.
public struct TagCount: Sendable, Hashable {
  /// The tag in its most frequent spelling.
  public let name: String
  /// The number of plants that have the tag.
  public let count: Int
}

extension Snapshot {
  /// Returns the tags of present plants, by name.
  public func tags() throws -> [TagCount] { try countedRoomsAndTags().tags }

  /// Returns the rooms in room order, each with the number of present plants.
  public func countedRooms() throws -> [(room: RoomList.Room, count: Int)] {
    try countedRoomsAndTags().rooms
  }

  /// Returns rooms and tags as ``countedRooms()`` and ``tags()`` do, and reads
  /// each plant once.
  public func countedRoomsAndTags() throws -> (
    rooms: [(room: RoomList.Room, count: Int)], tags: [TagCount]
  ) {
    var counts: [RoomID: Int] = [:]
    var spellings: [String: [String: Int]] = [:]
    try forEachPlant { _, plant in
      guard plant.isPresent else { return true }
      counts[rooms.effective(plant.room), default: 0] += 1
      for tag in plant.profile?.tags ?? [] {
        spellings[tag.foldedName, default: [:]][tag, default: 0] += 1
      }
      return true
    }
    let tags = spellings.values.map { counts in
      let name = counts.max { left, right in
        left.value == right.value
          ? right.key.utf8.lexicographicallyPrecedes(left.key.utf8)
          : left.value < right.value
      }
      return TagCount(
        name: name?.key ?? "", count: counts.values.reduce(0, +))
    }
    return (
      rooms.rooms.map { ($0, counts[$0.id] ?? 0) }, tags.sortedByName(\.name)
    )
  }

  /// Returns the number of present plants with a scientific or common name, in
  /// any case.
  public func presentPlantCount(called name: String) throws -> Int {
    try presentPlants(called: name).count
  }

  /// Returns the present plants with a scientific or common name, in any case.
  public func presentPlants(called name: String) throws -> Set<PlantID> {
    let entries = try names(equalTo: name)
    let present = entries.filter { $0.role == .other && !$0.isRemoved }
    return Set(present.map(\.plant))
  }
}
