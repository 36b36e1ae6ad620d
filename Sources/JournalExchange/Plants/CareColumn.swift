internal import JournalEvents

/// A column about one kind of care in a table of plants: `last watered`,
/// `watering every`. They are read, and written to a table of their own.
enum CareColumn: Hashable, Sendable {
  /// When it was given last.
  case last(TaskKind)
  /// How often it is to be given.
  case every(TaskKind)

  /// The column that a folded name means.
  static func named(_ folded: String) -> CareColumn? {
    if folded.hasPrefix("last") {
      return words[String(folded.dropFirst(4))].map { .last($0) }
    }
    for ending in [
      "everydays", "every", "intervaldays", "interval", "frequency",
    ]
    where folded.hasSuffix(ending) {
      return words[String(folded.dropLast(ending.count))].map { .every($0) }
    }
    for beginning in ["daysbetween", "every"] where folded.hasPrefix(beginning)
    {
      return words[String(folded.dropFirst(beginning.count))]
        .map { .every($0) }
    }
    return nil
  }

  private static let words: [String: TaskKind] = [
    "watering": .watering, "watered": .watering, "water": .watering,
    "fertilizing": .fertilizing, "fertilized": .fertilizing,
    "fertilize": .fertilizing, "fertilised": .fertilizing,
    "fertilising": .fertilizing,
    "pruning": .pruning, "pruned": .pruning, "prune": .pruning,
    "repotting": .repotting, "repotted": .repotting, "repot": .repotting,
    "rotation": .rotation, "rotated": .rotation, "rotate": .rotation,
    "misting": .misting, "misted": .misting, "mist": .misting,
    "cleaning": .cleaning, "cleaned": .cleaning, "clean": .cleaning,
  ]
}
