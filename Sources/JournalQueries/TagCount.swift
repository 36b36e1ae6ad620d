internal import JournalCare
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
  public func tags() throws -> [TagCount] {
    var forms: [String: [String: Int]] = [:]
    try forEachPlant { _, plant in
      guard plant.isPresent else { return true }
      for tag in plant.profile?.tags ?? [] {
        forms[tag.foldedName, default: [:]][tag, default: 0] += 1
      }
      return true
    }
    return forms.values.map { forms in
      let name = forms.max { left, right in
        left.value == right.value
          ? right.key.utf8.lexicographicallyPrecedes(left.key.utf8)
          : left.value < right.value
      }
      return TagCount(
        name: name?.key ?? "", count: forms.values.reduce(0, +))
    }.sortedByName(\.name)
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
