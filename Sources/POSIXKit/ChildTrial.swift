internal import CPOSIXShims
internal import Glibc

/// Work that may end its process, tried in a child: reading missing or broken
/// pages of a data file does.
public enum ChildTrial {
  /// The end of a trial.
  public enum Outcome: Sendable, Hashable {
    /// The work was done.
    case returned
    /// The work threw an error.
    case threw
    /// The work ended its process.
    case ended
  }

  /// Runs `body` in a child process, whose output is discarded.
  ///
  /// Call it while this process has no other thread, and with paths at which it
  /// has no environment open. Effects of `body` on files stay; those in memory
  /// end with the child.
  ///
  /// - Returns: The end of the work.
  /// - Throws: The system's error, such as `EAGAIN` if it cannot create a
  ///   process, and `EINTR` if somebody stopped the child: then the outcome is
  ///   unknown.
  public static func outcome(
    of body: () throws -> Void
  ) throws(FileSystemError) -> Outcome {
    // If the signal is ignored, the system keeps no status of a child.
    signal(SIGCHLD, SIG_DFL)
    let child = try checked("fork", "a child process", posixkit_fork())
    if child == 0 {
      StandardDescriptors.silence()
      do {
        try body()
        _exit(0)
      } catch {
        _exit(1)
      }
    }
    switch ChildProcess.ending(of: child) {
    case .exited(0): return .returned
    case .exited(1): return .threw
    case .exited: return .ended
    case .signalled(let signal) where faults.contains(signal): return .ended
    case .signalled, .timedOut:
      throw FileSystemError(
        operation: "waitpid", path: "a child process", code: EINTR)
    }
  }

  /// The signals that the work itself can cause.
  private static let faults = [
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP,
  ]
}
