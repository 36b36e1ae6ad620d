internal import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

extension Snapshot {
  /// Returns the existing kind of care that a new name resembles or starts: a
  /// standard kind, or that of a plant; `nil` if there is none or if a plant
  /// has the kind itself.
  ///
  /// - Complexity: O(*n*) in plants, unless the kind is a standard kind.
  public func nearKind(to kind: TaskKind) throws -> TaskKind? {
    guard !TaskKind.standard.contains(kind) else { return nil }
    var own: Set<TaskKind> = []
    try forEachPlant { _, plant in
      for care in plant.cares { own.insert(care.kind) }
      for task in plant.oneOffTasks { own.insert(task.kind) }
      return !own.contains(kind)
    }
    guard !own.contains(kind) else { return nil }
    return (TaskKind.standard + own.sorted()).first { kind.isNear($0) }
  }
}

extension TaskKind {
  private static let shortestBeginning = 3

  /// Returns whether the name is a typing error of another, or its start.
  fileprivate func isNear(_ other: TaskKind) -> Bool {
    let (name, known) = (name.lowercased(), other.name.lowercased())
    if name.utf8.count >= Self.shortestBeginning, known.hasPrefix(name) {
      return true
    }
    let limit = EditDistance.allowance(for: known)
    return EditDistance.between(name, known, atMost: limit) != nil
  }
}
