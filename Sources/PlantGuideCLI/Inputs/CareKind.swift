internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import LMDBKit
internal import SearchEngine
internal import TerminalKit

extension CommandContext {
  /// The kind of care that is written, whose name is `text`.
  ///
  /// People have kinds of their own, so a slip would make one. A name that
  /// comes near to a standard kind is taken for that one where somebody
  /// agrees, as it is with the names of plants; one that some plant has
  /// already stays what it is.
  ///
  /// - Throws: ``NearKind`` before anybody has agreed.
  func careKind(_ text: String) throws -> TaskKind {
    let kind = try KindInput.kind(text)
    guard let standard = Self.standard(near: kind), try !isInUse(kind) else {
      return kind
    }
    guard agreed.holds(for: text) else {
      throw NearKind(name: text, candidate: standard)
    }
    return standard
  }

  private static func standard(near kind: TaskKind) -> TaskKind? {
    guard !TaskKind.standard.contains(kind) else { return nil }
    let name = kind.name.lowercased()
    return TaskKind.standard.first { standard in
      let known = standard.name.lowercased()
      let limit = EditDistance.allowance(for: known)
      return EditDistance.between(name, known, atMost: limit) != nil
    }
  }

  private func isInUse(_ kind: TaskKind) throws -> Bool {
    try read { snapshot in
      var isInUse = false
      try snapshot.forEachPlant { _, plant in
        isInUse =
          plant.care(kind) != nil
          || plant.oneOffTasks.contains { $0.kind == kind }
        return !isInUse
      }
      return isInUse
    }
  }
}
