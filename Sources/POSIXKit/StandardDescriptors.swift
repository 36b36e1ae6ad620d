internal import Glibc

/// The descriptors 0 to 2: standard input, output and error.
public enum StandardDescriptors {
  /// Opens placeholders on the closed descriptors.
  ///
  /// Otherwise the next opened file gets the number, and printed output goes
  /// into that file. Call it before anything is opened.
  ///
  /// The placeholders have the wrong direction, so that reading and writing
  /// still fail: lost output does not count as written.
  public static func hold() {
    for descriptor: Int32 in 0...2 {
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
      let isInput = descriptor == STDIN_FILENO
      // The lowest free number is taken, and those below are held.
      if open("/dev/null", isInput ? O_WRONLY : O_RDONLY) < 0 {
        // Every system has a root, and a directory can be neither read nor
        // written.
        _ = open("/", O_RDONLY | O_DIRECTORY)
      }
    }
  }

  /// Discards all further output of this process to standard output and
  /// standard error.
  static func silence() {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, STDOUT_FILENO)
    dup2(nothing, STDERR_FILENO)
  }

  /// Discards all further output of this process to standard output and
  /// standard error, and ends its standard input.
  static func discard() {
    silence()
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    if nothing >= 0 { dup2(nothing, STDIN_FILENO) }
  }
}
