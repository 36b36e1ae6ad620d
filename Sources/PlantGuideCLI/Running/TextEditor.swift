internal import ErrorKit
internal import Glibc
internal import POSIXKit
internal import TerminalKit

/// A program of the user's that opens files: an editor, or what shows
/// pictures.
struct TextEditor {
  /// The command, as a shell understands it.
  let command: String
  /// Whether it only shows them.
  private let isViewer: Bool

  /// What shows files, as a shell understands it.
  init(viewer command: String) {
    self.command = command
    isViewer = true
  }

  /// This machine's setting, else `$VISUAL`, else `$EDITOR`, else `vi`.
  init(environment: EnvironmentVariables, setting: String?) {
    let chosen = [setting, environment["VISUAL"], environment["EDITOR"]]
    command = chosen.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    isViewer = false
  }

  /// Opens a file and waits until the editor has ended.
  ///
  /// - Throws: ``TextEditorError`` unless it ended well.
  func open(_ path: String) throws(TextEditorError) {
    // Quoted for the shell: 'it'\''s'.
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: #"'\''"#)
    let outcome: TextEditorError.Outcome
    do throws(FileSystemError) {
      switch try ChildProcess.run(shellCommand: "\(command) '\(quoted)'") {
      case .exited(0), .timedOut: return
      case .exited(let status): outcome = .failed(status)
      case .signalled(let signal): outcome = .killed(signal)
      }
    } catch {
      outcome = .notStarted(errno: error.code)
    }
    throw TextEditorError(
      command: command, isViewer: isViewer, outcome: outcome)
  }
}

/// That an editor did not end well.
struct TextEditorError: DescribedError, Equatable {
  /// How it ended.
  enum Outcome: Equatable {
    case notStarted(errno: Int32)
    case killed(Int32)
    case failed(Int32)
  }

  /// The command.
  let command: String
  /// Whether it was only to show a file.
  let isViewer: Bool
  /// How it ended.
  let outcome: Outcome

  var facts: ErrorFacts {
    let how =
      switch outcome {
      case .notStarted(let errno):
        "did not start: \(FileSystemError.words(for: errno))"
      case .killed(let signal): "was ended by signal \(signal)"
      case .failed(let status): "ended with status \(status)"
      }
    return isViewer
      ? .init(
        .system, "'\(command)' \(how)",
        "name a program that shows pictures: --program NAME")
      : .init(
        .system, "the editor '\(command)' \(how)",
        "set EDITOR to an editor that you have")
  }
}
