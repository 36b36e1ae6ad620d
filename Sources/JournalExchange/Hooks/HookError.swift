package import ErrorKit
internal import Glibc
internal import POSIXKit

/// An error of a hook.
package struct HookError: DescribedError, Sendable, Hashable {
  /// A reason for the error.
  package enum Reason: Sendable, Hashable {
    /// The hook is not a file, but a directory or the like.
    case noFile
    /// The hook belongs to another user.
    case notOwned
    /// Other users may change the hook.
    case writableByOthers
    /// A directory or link on its path belongs to another user, or others may
    /// change it.
    case weakPlace(String, isForeign: Bool)
    /// The hook is not executable.
    case notExecutable
    /// The system could not start the hook.
    case notStarted(errno: Int32)
    /// The hook ended with a status other than 0.
    case failed(Int32)
    /// A signal ended the hook.
    case signalled(Int32)
    /// The hook was stopped, as it took too long.
    case timedOut(seconds: Int64)
  }

  /// The path of the hook.
  package let path: String
  /// The reason.
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

  /// The problem with the hook, as the end of a sentence.
  package var fault: String {
    switch reason {
    case .noFile: "is not a file, so it did not run"
    case .notOwned: "belongs to another user, so it did not run"
    case .writableByOthers: "can be changed by other users, so it did not run"
    case .weakPlace(let place, let isForeign):
      "did not run: other users could replace it, because \(place) "
        + (isForeign ? "belongs to another user" : "can be changed by them")
    case .notExecutable: "is not executable, so it did not run"
    case .notStarted(let errno):
      "could not be started: \(FileSystemError.words(for: errno))"
    case .failed(let status): "ended with status \(status)"
    case .signalled(let signal): "was ended by signal \(signal)"
    case .timedOut(let seconds):
      "did not end within \(seconds) seconds and was stopped"
    }
  }

  /// The remedy, if any.
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
