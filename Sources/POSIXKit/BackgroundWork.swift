internal import CPOSIXShims
internal import Glibc

/// Work in a child process that may go on in the background.
public enum BackgroundWork {
  /// Runs `body` in a child process until it ends or goes to the background.
  ///
  /// The child has a session of its own and this process's standard three
  /// descriptors. In the background it has `/dev/null` instead, and is at the
  /// root of all directories, so that it keeps no pipe and no disk busy.
  ///
  /// Call it while this process has no other thread.
  ///
  /// - Parameters:
  ///   - seconds: The time after which the child is killed if it has neither
  ///     ended nor gone to the background.
  ///   - body: The work, which returns a status. It gets a function that
  ///     reports a status and goes to the background.
  /// - Returns: The first status reported; `nil` if the child was killed.
  /// - Throws: The system's error, such as `EAGAIN` if it cannot create a
  ///   process.
  public static func status(
    within seconds: Int64, of body: (_ leave: (UInt8) -> Void) -> UInt8
  ) throws(FileSystemError) -> UInt8? {
    let pipe = try Pipe()
    let reporting = pipe.writingEnd.descriptor
    let child = try checked("fork", "a child process", posixkit_fork())
    if child == 0 {
      setsid()
      var isInFront = true
      func leave(_ status: UInt8) {
        guard isInFront else { return }
        isInFront = false
        StandardDescriptors.discard()
        _ = chdir("/")
        _ = withUnsafeBytes(of: status) {
          write(reporting, $0.baseAddress, $0.count)
        }
        close(reporting)
      }
      let status = body(leave)
      leave(status)
      // Otherwise it could be closed before it is written to.
      withExtendedLifetime(pipe) {}
      _exit(Int32(status))
    }
    let reports = pipe.keepingReadingEnd()
    let report = reports.contents(until: Deadline(seconds: seconds), atMost: 1)
    if let status = report.first { return status }
    kill(child, SIGKILL)
    _ = ChildProcess.ending(of: child)
    return nil
  }
}
