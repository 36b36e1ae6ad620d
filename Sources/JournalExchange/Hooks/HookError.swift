package import ErrorKit
internal import Glibc
internal import POSIXKit

/// A hook that did not run, or not as it should have.
package struct HookError: DescribedError, Sendable, Hashable {
  /// What went wrong.
  package enum Reason: Sendable, Hashable {
    /// It is a directory or the like.
    case noFile
    /// It belongs to another user.
    case notOwned
    /// Other users may change it.
    case writableByOthers
    /// A directory or link on the way to it, which belongs to another user or
    /// which others may change.
    case weakPlace(String, isForeign: Bool)
    /// It may not be executed.
    case notExecutable
    /// The system could not start it.
    case notStarted(errno: Int32)
    /// It ended with a status other than 0.
    case failed(Int32)
    /// A signal ended it.
    case signalled(Int32)
    /// It was stopped, as it took too long.
    case timedOut(seconds: Int64)
  }

  /// Where the hook lies.
  package let path: String
  /// What went wrong.
  package let reason: Reason

  package init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package var facts: ErrorFacts {
    .init(
      .system, "the hook \(path) \(fault)", remedy,
      outcome: .recorded, title: "Hook Failed", canRetry: false)
  }

  /// What is wrong with the hook, as the end of a sentence.
  package var fault: String {
    switch reason {
    case .noFile: "is no file and did not run"
    case .notOwned: "belongs to another user and did not run"
    case .writableByOthers: "may be changed by others and did not run"
    case .weakPlace(let place, let isForeign):
      "did not run: others could exchange it, as \(place) "
        + (isForeign ? "belongs to another user" : "may be changed by them")
    case .notExecutable: "is not executable and did not run"
    case .notStarted(let errno):
      "could not be started: \(FileSystemError.words(for: errno))"
    case .failed(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .timedOut(let seconds):
      "did not end within \(seconds) seconds and was stopped"
    }
  }

  /// What mends it.
  package var remedy: Remedy? {
    switch reason {
    case .noFile: "remove it"
    case .notOwned: "put a copy of your own in its place"
    case .writableByOthers: .run(["chmod", "go-w", path])
    case .weakPlace(_, isForeign: true):
      "keep the journal in a directory of your own"
    case .weakPlace(let place, isForeign: false):
      .run(["chmod", "go-w", place])
    case .notExecutable: .run(["chmod", "u+x", path])
    case .notStarted(ENOEXEC), .notStarted(ENOENT):
      "begin it with the line of its interpreter, such as #!/bin/sh"
    case .notStarted, .failed, .signalled: nil
    case .timedOut: .giveHookTime
    }
  }
}
