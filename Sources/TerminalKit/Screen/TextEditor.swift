package import ErrorKit
internal import Glibc
package import POSIXKit

/// The user's program for opening files: an editor, or a viewer of pictures.
package struct TextEditor {
  /// The command, as a shell understands it.
  let command: String
  private let isViewer: Bool

  /// Creates a viewer from a command, as a shell understands it.
  package init(viewer command: String) {
    self.command = command
    isViewer = true
  }

  /// Takes this machine's setting, else `$VISUAL`, else `$EDITOR`, else `vi`.
  package init(environment: EnvironmentVariables, setting: String?) {
    let chosen = [setting, environment["VISUAL"], environment["EDITOR"]]
    command = chosen.compactMap(\.self).first { !$0.isEmpty } ?? "vi"
    isViewer = false
  }

  /// Opens a file and waits until the editor has ended.
  ///
  /// - Throws: ``TextEditorError`` if it fails.
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

/// The failure of an editor or viewer.
package struct TextEditorError: DescribedError, Equatable {
  enum Outcome: Equatable {
    case notStarted(errno: Int32)
    case killed(Int32)
    case failed(Int32)
  }

  /// The command.
  let command: String
  /// A Boolean value that indicates whether it only shows files.
  let isViewer: Bool
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

/// A file for a text that the user is editing, readable only by its owner.
package struct DraftFile {
  /// The path of the file.
  package let path: String

  /// Creates a file in the directory for temporary files.
  package init(_ text: String, in directory: String) throws(FileSystemError) {
    path = try FileSystem.makeTemporaryFile(in: directory, suffix: ".txt")
    try write(text)
  }

  /// Replaces the text.
  package func write(_ text: String) throws(FileSystemError) {
    try File(path, .replacing).write(Array(text.utf8)[...])
  }

  /// Removes the file.
  package func remove() {
    _ = try? FileSystem.remove(path)
  }
}
