internal import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

extension Snapshot {
  /// Whether a plant has care, or an open one-off task, of a kind.
  ///
  /// - Complexity: O(*n*) in plants.
  public func isInUse(_ kind: TaskKind) throws -> Bool {
    var isInUse = false
    try forEachPlant { _, plant in
      isInUse =
        plant.care(kind) != nil
        || plant.oneOffTasks.contains { $0.kind == kind }
      return !isInUse
    }
    return isInUse
  }
}

extension TaskKind {
  /// The standard kind to which the name of another comes near; `nil` where
  /// none does.
  public var nearStandard: TaskKind? {
    guard !Self.standard.contains(self) else { return nil }
    return Self.standard.first { standard in
      let known = standard.name.lowercased()
      let limit = EditDistance.allowance(for: known)
      return EditDistance.between(name.lowercased(), known, atMost: limit)
        != nil
    }
  }
}
