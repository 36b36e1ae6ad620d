internal import CPOSIXShims
internal import Glibc

/// Work that may end the process that does it, tried in a child: where pages
/// of a data file are missing or broken, looking at them does.
public enum ChildTrial {
  /// How a trial ended.
  public enum Outcome: Sendable, Hashable {
    /// The work was done.
    case returned
    /// The work threw an error.
    case threw
    /// The work ended its process.
    case ended
  }

  /// Runs `body` in a child process, whose output goes nowhere.
  ///
  /// To be called while this process has no other thread, and with paths that
  /// it has no environment open at. What `body` does to files stays; what it
  /// does in memory goes with the child.
  ///
  /// - Returns: How the work ended.
  /// - Throws: What the system refuses, such as `EAGAIN` where no process can
  ///   be made, and `EINTR` where somebody stopped the child: then nothing is
  ///   known of the work.
  public static func outcome(
    of body: () throws -> Void
  ) throws(FileSystemError) -> Outcome {
    // Where somebody ignores it, the system keeps no status of a child.
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

  /// The signals that work brings upon itself.
  private static let faults = [
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP,
  ]
}
