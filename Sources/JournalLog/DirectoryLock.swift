internal import Glibc

/// A lock that processes take on a directory while they replace a file in it
/// by what they read there.
enum DirectoryLock {
  /// Runs `body` while this process holds the lock (`flock(2)`), which ends
  /// with the process at the latest.
  static func with<R>(_ path: String, _ body: () throws -> R) throws -> R {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileSystemError(operation: "open", path: path, code: errno)
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        throw FileSystemError(operation: "flock", path: path, code: errno)
      }
    }
    return try body()
  }
}
