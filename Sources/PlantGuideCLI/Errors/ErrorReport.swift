internal import Encodings
internal import ErrorKit
internal import JournalReports
internal import JournalTime
package import TerminalKit
internal import TextKit

/// The message of an error for a person, and the exit status for programs.
///
/// Errors become text only here.
package struct ErrorReport: Sendable, Equatable {
  /// The facts of the error, in texts that are safe to show: the message, with
  /// its outcome.
  private let facts: ErrorFacts
  /// The hint about a remedy.
  let hint: String?
  private let isJSON: Bool

  /// The problem and its place.
  var message: String { facts.message }
  /// The single problems that the message sums up, a line each.
  var details: [String] { facts.details }
  /// The usage of the command, after wrong usage only.
  var usage: String? { facts.usage }
  /// The exit status.
  package var exitCode: ExitCode { ExitCode(facts.kind) }

  /// Creates a report of an error under `circumstances`.
  init(_ facts: ErrorFacts, during circumstances: Circumstances = .init()) {
    var facts = facts
    facts.outcome = circumstances.worthTelling(facts.outcome)
    facts.message = facts.sentence
    facts.details = facts.details.map(ErrorFacts.shown)
    facts.usage = facts.usage.map { SafeText.shown($0, allowsNewlines: true) }
    self.facts = facts
    hint = facts.remedy.map {
      ErrorFacts.shown(
        $0.saying(circumstances.words).text(afterCommand: circumstances.command)
      )
    }
    isJSON = circumstances.wantsJSON
  }

  /// Describes any error.
  package init(describing error: any Error) {
    self.init(describing: error, during: .init())
  }

  /// Describes an error of a known type. To find out at run time whether a type
  /// describes itself takes a quarter of the time of a short command.
  init(_ error: some DescribedError, wantsJSON: Bool) {
    self.init(error.facts, during: .init(wantsJSON: wantsJSON))
  }

  /// Describes any error under `circumstances`.
  init(describing error: any Error, during circumstances: Circumstances) {
    self.init(ErrorFacts(of: error), during: circumstances)
  }

  /// A Boolean value that indicates whether the reader of the output went away.
  var isSilent: Bool { exitCode == .done }

  /// Returns the lines for standard error.
  package func text(for terminal: Terminal) -> String {
    text(for: terminal, as: .error, inJSON: isJSON)
  }

  /// Returns the lines for standard error.
  func text(
    for terminal: Terminal, as severity: ErrorSeverity, inJSON: Bool = false
  ) -> String {
    guard !isSilent else { return "" }
    guard !inJSON else { return json(as: severity) }
    let label = "plantguide: \(severity.rawValue):"
    var text = "\(terminal.styled(label, .error)) \(message)\n"
    for detail in details { text += "  \(detail)\n" }
    if let hint { text += "\(terminal.styled("hint:", .hint)) \(hint)\n" }
    if let usage { text += "usage: \(usage)\n" }
    return text
  }

  /// Returns a JSON object in one line, as in `schemas/error.schema.json`.
  private func json(as severity: ErrorSeverity) -> String {
    let status = severity == .error ? Int(exitCode.rawValue) : 0
    var writer = JSONWriter()
    writer.error(facts, severity, suggestion: hint, exitStatus: status)
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ErrorReport {
  /// The circumstances of an error, for messages about its outcome.
  struct Circumstances {
    /// The command's words: `water`; `nil` if its first argument is no
    /// plant.
    var command: String? = nil
    /// A Boolean value that indicates whether the command writes.
    var isWriting = true
    /// A Boolean value that indicates whether it has already written.
    var hasWritten = false
    /// A Boolean value that indicates whether the history shows the changes.
    var isInHistory = false
    /// A Boolean value that indicates whether a program reads the error.
    var wantsJSON = false
    /// Returns a moment in words, in the journal's zone once it is known.
    var words: (Instant) -> String = { $0.rfc3339 }

    /// Returns the outcome to report, unless it contradicts the circumstances.
    fileprivate func worthTelling(_ outcome: ErrorOutcome?) -> ErrorOutcome? {
      switch outcome {
      case .nothingWritten where !isWriting || hasWritten,
        .noneWritten where !isWriting:
        nil
      default: outcome
      }
    }
  }
}
