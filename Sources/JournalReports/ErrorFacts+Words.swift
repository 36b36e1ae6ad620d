package import Encodings
package import ErrorKit
internal import TextKit

extension ErrorFacts {
  /// The message with its outcome, safe to show.
  package var sentence: String {
    Self.shown(
      message + (outcome.map { "; \($0.rawValue)" } ?? "")
        + (details.isEmpty ? "" : ":"))
  }

  /// Returns the same facts with a message that says how the work continues.
  package func butGoingOn(_ how: String) -> ErrorFacts {
    var facts = self
    facts.message += "; \(how)"
    facts.outcome = nil
    return facts
  }

  /// Returns a text that is safe to show. Piped names can have megabytes, so
  /// the middle of a long text is left out.
  package static func shown(_ text: String) -> String {
    guard text.utf8.count > longestText else { return SafeText.shown(text) }
    let scalars = text.unicodeScalars
    let beginning = String(scalars.prefix(longestText / 2))
    let end = String(scalars.suffix(longestText / 4))
    return SafeText.shown("\(beginning) … \(end)")
  }

  /// In bytes; several names of the maximum length fit.
  private static let longestText = 4_000
}

/// The severity of an error.
package enum ErrorSeverity: String {
  /// The request failed.
  case error
  /// The request succeeded, but something else failed.
  case warning
}

extension JSONWriter {
  /// Writes an error in the form of `schemas/error.schema.json`.
  ///
  /// - Parameters:
  ///   - facts: The facts of the error, in texts that are safe to show.
  ///   - severity: The severity of the error.
  ///   - suggestion: The suggested remedy.
  ///   - exitStatus: The exit status of the process.
  package mutating func error(
    _ facts: ErrorFacts, _ severity: ErrorSeverity, suggestion: String?,
    exitStatus: Int
  ) {
    object { writer in
      writer.member("severity", severity.rawValue)
      writer.member("kind", facts.kind.rawValue)
      writer.member("title", facts.title)
      writer.member("message", facts.message)
      writer.member("details", facts.details)
      writer.member("suggestion", suggestion)
      writer.member("canRetry", facts.canRetry)
      writer.member("exitStatus", exitStatus)
    }
  }
}
