internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalTime
internal import LMDBKit
package import TerminalKit

/// What a person is told of an error, and what another program learns from the
/// exit status.
///
/// This is the one place where errors become text.
package struct ErrorReport: Sendable, Equatable {
  /// What went wrong and where.
  let message: String
  /// The single things that the message sums up, a line each.
  let details: [String]
  /// What to do about it.
  let hint: String?
  /// How the command is called; only for wrong usage.
  let usage: String?
  /// The exit status.
  package let exitCode: ExitCode

  /// Creates a report. All texts are made safe to show.
  init(
    _ message: String, details: [String] = [], hint: String? = nil,
    usage: String? = nil, _ exitCode: ExitCode
  ) {
    self.message = Self.shown(message)
    self.details = details.map(Self.shown)
    self.hint = hint.map(Self.shown)
    self.usage = usage.map { SafeText.shown($0, allowsNewlines: true) }
    self.exitCode = exitCode
  }

  /// A text that is safe to show. What is piped in can be named in megabytes,
  /// of which the middle says nothing more.
  private static func shown(_ text: String) -> String {
    guard text.utf8.count > longestText else { return SafeText.shown(text) }
    let scalars = text.unicodeScalars
    let beginning = String(scalars.prefix(longestText / 2))
    let end = String(scalars.suffix(longestText / 4))
    return SafeText.shown("\(beginning) … \(end)")
  }

  /// In bytes; several names of the greatest length fit.
  private static let longestText = 4_000

  /// Describes any error.
  package init(describing error: any Error) {
    self.init(describing: error, during: Circumstances())
  }

  /// Describes any error that `circumstances` led to.
  init(describing error: any Error, during circumstances: Circumstances) {
    self =
      Self.ofCommandLine(error)
      ?? Self.ofName(error, circumstances)
      ?? Self.ofSettings(error)
      ?? Self.ofLostOutput(error, circumstances)
      ?? Self.ofInput(error, circumstances)
      ?? Self.ofData(error, circumstances)
      ?? Self.ofEditing(error)
      ?? Self.ofRules(error)
      ?? Self.ofCatalogue(error)
      ?? Self.ofArchive(error)
      ?? Self.ofStorage(error)
      ?? Self.ofSystem(error)
      ?? Self.ofHooks(error)
      ?? Self.ofProgram(error)
      ?? ErrorReport("\(error)", .system)
  }

  /// Whether there is nothing to say: the reader of the output went away.
  var isSilent: Bool { exitCode == .done }

  /// How grave it is.
  enum Severity: String {
    /// The command failed.
    case error
    /// The command was done; something beside it failed.
    case warning
  }

  /// The lines for standard error.
  package func text(for terminal: Terminal) -> String {
    text(for: terminal, as: .error)
  }

  /// The lines for standard error.
  func text(for terminal: Terminal, as severity: Severity) -> String {
    guard !isSilent else { return "" }
    let label = "plantguide: \(severity.rawValue):"
    var lines = [terminal.styled(label, .error) + " " + message]
    lines += details.map { "  \($0)" }
    if let hint { lines.append(terminal.styled("hint:", .hint) + " " + hint) }
    if let usage { lines.append("usage: \(usage)") }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension ErrorReport {
  /// What was being done, for messages that say what came of it.
  struct Circumstances: Sendable {
    /// The command's words: `water`.
    let command: String?
    /// Whether the command would have written.
    let isWriting: Bool
    /// Whether it has: what failed then was the telling.
    var hasWritten = false

    init(command: String? = nil, isWriting: Bool = true) {
      self.command = command
      self.isWriting = isWriting
    }
  }
}
