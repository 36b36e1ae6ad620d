internal import CatalogueKit
internal import CatalogueStore
internal import JournalReports
internal import TerminalKit
internal import TextKit

/// What `add` says of the catalogue.
enum CataloguePhrases {
  /// How what was found can be taken, where nobody could be asked.
  static func hint(
    _ name: String, _ found: NameReading.Found
  ) -> String {
    let summary = SafeText.shown(found.names.summary)
    return switch found.certainty {
    case .certain, .likely, .partial:
      "hint: the catalogue has \(summary); with --yes its names and care are taken"
    case .near:
      "hint: did you mean \(summary)? With --yes its names and care are taken"
    case .guess: hint(name, nearest: found.nearest)
    }
  }

  /// Which names come near to one that is no single plant's, and how to take
  /// one of them.
  static func hint(_ name: String, nearest: [String]) -> String {
    let names = Phrase.list(nearest, joinedBy: "and")
    let search = "plantguide search \(ShellQuoting.quoted(name))"
    return SafeText.shown(
      "hint: the catalogue has no single plant '\(name)'; near are \(names). "
        + "Add one by its scientific name, or see more: \(search)")
  }
}
