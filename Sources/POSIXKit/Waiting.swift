internal import CPOSIXShims
internal import Glibc

/// The signals that ask a process to end: they are looked at between steps
/// instead of ending it within one. Programs that are started get them as
/// usual.
public struct EndingSignals: ~Copyable {
  private let file: File

  /// Holds SIGINT, SIGTERM and SIGHUP back, to the end of the process.
  ///
  /// - Throws: What the system refuses.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked("signalfd", "signals", posixkit_ending_signals()),
      called: "signals")
  }

  /// Can be read once one of them came.
  public var descriptor: Int32 { file.descriptor }

  /// Whether one of them came.
  public var haveCome: Bool {
    Waiting.until(anyIsReadable: [descriptor], milliseconds: 0)
  }
}

/// Waits for files that others write into.
public enum Waiting {
  /// Waits until any of these descriptors can be read, or has no other side
  /// any more.
  ///
  /// - Parameters:
  ///   - descriptors: The descriptors.
  ///   - milliseconds: How long at most.
  /// - Returns: Whether one can be read; a signal may end the wait early.
  @discardableResult
  public static func until(
    anyIsReadable descriptors: [Int32], milliseconds: Int32
  ) -> Bool {
    var requests = descriptors.map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&requests, nfds_t(requests.count), milliseconds) > 0
  }
}

/// Notices changes of directories (`inotify(7)`): files that are written, come
/// or go. What another machine does on a network file system is not seen.
public struct DirectoryWatch: ~Copyable {
  private let file: File
  private var paths: [Int32: String] = [:]

  private static let events =
    IN_CREATE | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR

  /// Watches nothing yet.
  ///
  /// - Throws: What the system refuses, such as `EMFILE`.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked("inotify_init", "changes", inotify_init()),
      called: "changes")
    _ = fcntl(file.descriptor, F_SETFD, FD_CLOEXEC)
    file.setNonBlocking()
  }

  /// Can be read once something has changed.
  public var descriptor: Int32 { file.descriptor }

  /// Watches a directory, not those in it; one that is watched already stays
  /// so. Best effort: a system watches only so many.
  public mutating func watch(_ path: String) {
    let number = inotify_add_watch(
      file.descriptor, path, UInt32(Self.events))
    if number >= 0 { paths[number] = path }
  }

  /// The directories in which something has changed since the last call; all
  /// where the system has lost count.
  public func changes() -> Set<String> {
    var changed: Set<String> = []
    while let bytes = try? file.read(1 << 14), !bytes.isEmpty {
      bytes.withUnsafeBytes { bytes in
        var place = 0
        // Each has its number first, and last the length of a name.
        while place + Self.headLength <= bytes.count {
          let number = bytes.loadUnaligned(
            fromByteOffset: place, as: Int32.self)
          let length = bytes.loadUnaligned(
            fromByteOffset: place + 12, as: UInt32.self)
          if let path = paths[number] {
            changed.insert(path)
          } else if number < 0 {
            changed.formUnion(paths.values)
          }
          place += Self.headLength + Int(length)
        }
      }
    }
    return changed
  }

  private static let headLength = 16
}
