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
    /// The work ended its process, or there could be none for it.
    case ended
  }

  /// Runs `body` in a child process, whose output goes nowhere.
  ///
  /// To be called while this process has no other thread, and with paths that
  /// it has no environment open at. What `body` does to files stays; what it
  /// does in memory goes with the child.
  public static func outcome(of body: () throws -> Void) -> Outcome {
    let child = posixkit_fork()
    guard child >= 0 else { return .ended }
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
    default: return .ended
    }
  }

  /// Whether ``outcome(of:)`` of `body` is that it returned.
  public static func succeeds(_ body: () throws -> Void) -> Bool {
    outcome(of: body) == .returned
  }
}
