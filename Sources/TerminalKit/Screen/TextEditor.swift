package import ErrorKit
internal import Glibc
package import POSIXKit

/// A program of the user's that opens files: an editor, or what shows
/// pictures.
package struct TextEditor {
  /// The command, as a shell understands it.
  let command: String
  /// Whether it only shows them.
  private let isViewer: Bool

  /// What shows files, as a shell understands it.
  package init(viewer command: String) {
    self.command = command
    isViewer = true
  }

  /// This machine's setting, else `$VISUAL`, else `$EDITOR`, else `vi`.
  package init(environment: EnvironmentVariables, setting: String?) {
    let chosen = [setting, environment["VISUAL"], environment["EDITOR"]]
    command = chosen.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    isViewer = false
  }

  /// Opens a file and waits until the editor has ended.
  ///
  /// - Throws: ``TextEditorError`` unless it ended well.
  package func open(_ path: String) throws(TextEditorError) {
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
package struct TextEditorError: DescribedError, Equatable {
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

  package var facts: ErrorFacts {
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

/// A file for one text that somebody is writing, readable by its owner alone.
package struct DraftFile {
  /// Where it is.
  package let path: String

  /// Makes a file in the directory for temporary files.
  package init(_ text: String, in directory: String) throws(FileSystemError) {
    path = try FileSystem.makeTemporaryFile(in: directory, suffix: ".txt")
    try write(text)
  }

  /// Replaces the text.
  package func write(_ text: String) throws(FileSystemError) {
    try File(path, .replacing).write(Array(text.utf8)[...])
  }

  /// Takes the file away.
  package func remove() {
    _ = try? FileSystem.remove(path)
  }
}
