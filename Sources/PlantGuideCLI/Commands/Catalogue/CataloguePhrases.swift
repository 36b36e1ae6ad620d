internal import CatalogueKit
internal import CatalogueStore
internal import JournalReports
internal import TerminalKit
internal import TextKit

/// The hints of `add` about the catalogue.
enum CataloguePhrases {
  /// Returns how to accept the plant found, if nobody could be asked.
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

  /// Returns the names that come near an unknown one, and how to accept one.
  static func hint(_ name: String, nearest: [String]) -> String {
    let names = Phrase.list(nearest, joinedBy: "and")
    let search = "plantguide search \(ShellQuoting.quoted(name))"
    return SafeText.shown(
      "hint: the catalogue has no single plant '\(name)'; near are \(names). "
        + "Add one by its scientific name, or see more: \(search)")
  }
}
