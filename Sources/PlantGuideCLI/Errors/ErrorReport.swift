internal import Encodings
internal import ErrorKit
internal import JournalReports
package import TerminalKit
internal import TextKit

/// What a person is told of an error, and what another program learns from the
/// exit status.
///
/// This is the one place where errors become text.
package struct ErrorReport: Sendable, Equatable {
  /// What the error says of itself, in texts that are safe to show: its
  /// message with what came of it.
  private let facts: ErrorFacts
  /// What to do about it.
  let hint: String?
  private let isJSON: Bool

  /// What went wrong and where.
  var message: String { facts.message }
  /// The single things that the message sums up, a line each.
  var details: [String] { facts.details }
  /// How the command is called; only for wrong usage.
  var usage: String? { facts.usage }
  /// The exit status.
  package var exitCode: ExitCode { ExitCode(facts.kind) }

  /// Creates a report of what `circumstances` led to.
  init(_ facts: ErrorFacts, during circumstances: Circumstances = .init()) {
    var facts = facts
    facts.outcome = circumstances.worthTelling(facts.outcome)
    facts.message = facts.sentence
    facts.details = facts.details.map(ErrorFacts.shown)
    facts.usage = facts.usage.map { SafeText.shown($0, allowsNewlines: true) }
    self.facts = facts
    hint = facts.remedy.map {
      ErrorFacts.shown($0.text(afterCommand: circumstances.command))
    }
    isJSON = circumstances.wantsJSON
  }

  /// Describes any error.
  package init(describing error: any Error) {
    self.init(describing: error, during: .init())
  }

  /// Describes an error whose type is known. To find out at run time whether
  /// a type describes itself takes a quarter of a short command.
  init(_ error: some DescribedError, wantsJSON: Bool) {
    self.init(error.facts, during: .init(wantsJSON: wantsJSON))
  }

  /// Describes any error that `circumstances` led to.
  init(describing error: any Error, during circumstances: Circumstances) {
    self.init(ErrorFacts(of: error), during: circumstances)
  }

  /// Whether there is nothing to say: the reader of the output went away.
  var isSilent: Bool { exitCode == .done }

  /// The lines for standard error.
  package func text(for terminal: Terminal) -> String {
    text(for: terminal, as: .error, inJSON: isJSON)
  }

  /// The lines for standard error.
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

  /// One JSON object in a line, as `schemas/error.schema.json` has it.
  private func json(as severity: ErrorSeverity) -> String {
    let status = severity == .error ? Int(exitCode.rawValue) : 0
    var writer = JSONWriter()
    writer.error(facts, severity, suggestion: hint, exitStatus: status)
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension ErrorReport {
  /// What was being done, for messages that say what came of it.
  struct Circumstances: Sendable {
    /// The command's words: `water`; `nil` where its first argument is no
    /// plant.
    var command: String? = nil
    /// Whether the command would have written.
    var isWriting = true
    /// Whether it has: what failed then was the telling.
    var hasWritten = false
    /// Whether the history tells of what it has written.
    var isInHistory = false
    /// Whether another program reads the error.
    var wantsJSON = false

    /// What came of it, unless the command itself tells another story.
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
