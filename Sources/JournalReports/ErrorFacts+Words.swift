package import ErrorKit
internal import TextKit

extension ErrorFacts {
  /// The message with what came of it, fit to be shown.
  package var sentence: String {
    Self.shown(
      message + (outcome.map { "; \($0.rawValue)" } ?? "")
        + (details.isEmpty ? "" : ":"))
  }

  /// A text that is safe to show. What is piped in can be named in megabytes,
  /// of which the middle says nothing more.
  package static func shown(_ text: String) -> String {
    guard text.utf8.count > longestText else { return SafeText.shown(text) }
    let scalars = text.unicodeScalars
    let beginning = String(scalars.prefix(longestText / 2))
    let end = String(scalars.suffix(longestText / 4))
    return SafeText.shown("\(beginning) … \(end)")
  }

  /// In bytes; several names of the greatest length fit.
  private static let longestText = 4_000
}
