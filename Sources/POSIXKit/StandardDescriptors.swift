internal import Glibc

/// The descriptors 0 to 2: standard input, output and error.
public enum StandardDescriptors {
  /// Opens something on those that are closed.
  ///
  /// Otherwise the next file that is opened gets the number, and what is
  /// printed goes into that file. To be called before anything is opened.
  ///
  /// They are opened the wrong way around, so that reading and writing fail
  /// as they did: output that nobody gets is not taken for written.
  public static func hold() {
    for descriptor: Int32 in 0...2 {
      guard fcntl(descriptor, F_GETFD) < 0, errno == EBADF else { continue }
      let isInput = descriptor == STDIN_FILENO
      // The lowest free number is taken, and those below are held.
      if open("/dev/null", isInput ? O_WRONLY : O_RDONLY) < 0 {
        // Every system has a root, and a directory is neither read nor
        // written.
        _ = open("/", O_RDONLY | O_DIRECTORY)
      }
    }
  }

  /// Lets nothing more be seen of what this process writes to standard output
  /// and standard error.
  static func silence() {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, STDOUT_FILENO)
    dup2(nothing, STDERR_FILENO)
  }
}
