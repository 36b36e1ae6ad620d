internal import JournalCare
public import JournalEvents
public import JournalProjections

extension Snapshot {
  /// The word that means all plants in every command that writes.
  static let wordForAll = "all"
  private static let joiningWords: Set = [
    wordForAll, "and", "for", "in", "the", "to",
  ]

  /// Returns a Boolean value that indicates whether a word only joins others.
  static func isJoiningWord(_ folded: String) -> Bool {
    joiningWords.contains(folded)
  }

  /// Returns a Boolean value that indicates whether a word belongs to the
  /// sentence around it: a joining word, a kind of care or a room. It means a
  /// plant only if the plant has exactly that name.
  ///
  /// - Parameter folded: The word, in small letters.
  /// - Returns: Whether it is reserved.
  /// - Throws: What the store throws.
  /// - Complexity: O(*n*) in plants for a word that may be a kind of care of
  ///   one of them.
  func isReserved(_ folded: String) throws -> Bool {
    if Self.isJoiningWord(folded) { return true }
    if !rooms.named(folded).isEmpty { return true }
    let isStandard =
      TaskKind.standard(called: folded) != nil
      || TaskKind.standard.contains { $0.name.lowercased() == folded }
    return try isStandard || isOwnKind(folded)
  }

  private func isOwnKind(_ folded: String) throws -> Bool {
    guard TaskKind(folded) != nil else { return false }
    return try hasKind { $0.name.lowercased() == folded }
  }

  /// Returns a Boolean value that indicates whether some plant has, or had,
  /// care of a kind.
  ///
  /// - Complexity: O(*n*) in plants.
  public func hasKind(_ kind: TaskKind) throws -> Bool {
    try hasKind { $0 == kind }
  }

  private func hasKind(where isMeant: (TaskKind) -> Bool) throws -> Bool {
    var isFound = false
    try forEachPlant { _, plant in
      isFound =
        plant.cares.contains { isMeant($0.kind) }
        || plant.oneOffTasks.contains { isMeant($0.kind) }
      return !isFound
    }
    return isFound
  }
}
