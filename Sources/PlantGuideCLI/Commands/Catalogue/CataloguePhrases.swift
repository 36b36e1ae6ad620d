internal import CatalogueKit
internal import CatalogueStore
internal import JournalReports
internal import TerminalKit
internal import TextKit

/// The hints of `add` about the catalogue.
enum CataloguePhrases {
  /// Returns how to accept the plant found, if nobody could be asked; `plant` is
  /// the name of the added plant, `nil` if none was added.
  static func hint(
    _ name: String, _ found: NameReading.Found, added plant: String?
  ) -> String {
    guard found.certainty < .guess else {
      return hint(name, nearest: found.nearest, added: plant)
    }
    let acceptance =
      plant.map {
        "for its names and care: plantguide adopt \(ShellQuoting.quoted($0)) --yes"
      } ?? "with --yes its names and care are taken"
    let summary = found.names.summary
    return SafeText.shown(
      found.certainty == .near
        ? "hint: did you mean \(summary)? If so, \(acceptance)"
        : "hint: the catalogue has \(summary); \(acceptance)")
  }

  /// Returns the names that come near an unknown one, and how to accept one.
  static func hint(
    _ name: String, nearest: [String], added plant: String?
  ) -> String {
    let names = Phrase.list(nearest, joinedBy: "and")
    let acceptance =
      plant.map {
        "To choose one on a terminal: plantguide adopt \(ShellQuoting.quoted($0))"
      } ?? "Add one by its scientific name"
    let search = "plantguide search \(ShellQuoting.quoted(name))"
    return SafeText.shown(
      "hint: the catalogue has no single plant '\(name)'; near are \(names). "
        + "\(acceptance); to see more: \(search)")
  }
}
