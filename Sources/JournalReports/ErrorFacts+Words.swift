package import Encodings
package import ErrorKit
internal import TextKit

extension ErrorFacts {
  /// The message with what came of it, fit to be shown.
  package var sentence: String {
    Self.shown(
      message + (outcome.map { "; \($0.rawValue)" } ?? "")
        + (details.isEmpty ? "" : ":"))
  }

  /// The same facts, and how the work goes on in spite of them.
  package func butGoingOn(_ how: String) -> ErrorFacts {
    var facts = self
    facts.message += "; \(how)"
    facts.outcome = nil
    return facts
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

/// How grave an error is.
package enum ErrorSeverity: String {
  /// What was asked for failed.
  case error
  /// It was done; something beside it failed.
  case warning
}

extension JSONWriter {
  /// Writes an error, as `schemas/error.schema.json` has it.
  ///
  /// - Parameters:
  ///   - facts: What it says of itself, in texts that are safe to show.
  ///   - severity: How grave it is.
  ///   - suggestion: What to do about it.
  ///   - exitStatus: The status that a process ends with.
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
