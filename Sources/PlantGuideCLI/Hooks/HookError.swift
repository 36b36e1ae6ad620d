/// A hook that did not run, or not as it should have.
struct HookError: Error, Sendable, Hashable {
  /// What went wrong.
  enum Reason: Sendable, Hashable {
    /// It is a directory or the like.
    case noFile
    /// It belongs to another user.
    case notOwned
    /// Other users may change it.
    case writableByOthers
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
  let path: String
  /// What went wrong.
  let reason: Reason

  init(path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
