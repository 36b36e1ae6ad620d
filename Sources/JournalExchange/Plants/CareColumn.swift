internal import JournalEvents

/// A column about one kind of care in a table of plants: `last watered`,
/// `watering every`. Such columns are read here, but written to a separate
/// table.
enum CareColumn: Hashable, Sendable {
  /// The day of the last care.
  case last(TaskKind)
  /// The interval of the care.
  case every(TaskKind)

  /// Returns the column for a folded name.
  static func named(_ folded: String) -> CareColumn? {
    for beginning in ["last", "zuletzt", "letztes", "letzte"]
    where folded.hasPrefix(beginning) {
      return words[String(folded.dropFirst(beginning.count))]
        .map { .last($0) }
    }
    for ending in [
      "everydays", "every", "intervaldays", "interval", "frequency",
      "alletage", "allextage", "alle", "intervall", "haeufigkeit",
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

  /// Returns the kind of care for a folded name alone: `watering`.
  static func kind(called folded: String) -> TaskKind? {
    // The name `watered` may mean a day as well.
    let isPast =
      folded.hasSuffix("ed") || folded.hasPrefix("ge")
      || ["besprueht", "umgetopft", "abgestaubt"].contains(folded)
    return isPast ? nil : words[folded]
  }

  /// The names of kinds of care in column names, folded.
  static let words = english.merging(GermanWord.kinds) { first, _ in first }

  private static let english: [String: TaskKind] = [
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
