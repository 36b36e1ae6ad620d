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

  /// The kind of care that a folded name alone means: `watering`.
  static func kind(called folded: String) -> TaskKind? {
    // `watered` may be a day as well.
    let isPast =
      folded.hasSuffix("ed") || folded.hasPrefix("ge")
      || ["besprueht", "umgetopft", "abgestaubt"].contains(folded)
    return isPast ? nil : words[folded]
  }

  /// What kinds of care are called in names of columns, folded.
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
