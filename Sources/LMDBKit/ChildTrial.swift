internal import CLMDBShims
internal import Glibc

/// Work that may end the process that does it, tried in a child: where pages
/// of a data file are missing or broken, looking at them does.
public enum ChildTrial {
  /// Runs `body` in a child process, whose output goes nowhere.
  ///
  /// To be called while this process has no other thread, and with paths that
  /// it has no environment open at. What `body` does to files stays; what it
  /// does in memory goes with the child.
  ///
  /// - Returns: Whether `body` returned, rather than threw or ended the child.
  public static func succeeds(_ body: () throws -> Void) -> Bool {
    let child = lmdbkit_fork()
    guard child >= 0 else { return false }
    if child == 0 {
      lmdbkit_silence()
      do {
        try body()
        _exit(0)
      } catch {
        _exit(1)
      }
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
