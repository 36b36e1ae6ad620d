internal import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

extension Snapshot {
  /// The kind of care that a new one's name comes near to, or begins: a
  /// standard one, or one that some plant has; `nil` where none does, or some
  /// plant has the kind itself.
  ///
  /// - Complexity: O(*n*) in plants for a kind that is no standard one.
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

  /// Whether it is a typing error away from another, or its beginning.
  fileprivate func isNear(_ other: TaskKind) -> Bool {
    let (name, known) = (name.lowercased(), other.name.lowercased())
    if name.utf8.count >= Self.shortestBeginning, known.hasPrefix(name) {
      return true
    }
    let limit = EditDistance.allowance(for: known)
    return EditDistance.between(name, known, atMost: limit) != nil
  }
}
