internal import CPOSIXShims
internal import Glibc

/// The signals that ask a process to end: it checks for them between steps,
/// instead of ending within a step. Programs that it starts receive them as
/// usual.
public struct EndingSignals: ~Copyable {
  private let file: File

  /// Blocks SIGINT, SIGTERM and SIGHUP until the process ends.
  ///
  /// - Throws: The system's error.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked("signalfd", "signals", posixkit_ending_signals()),
      called: "signals")
  }

  /// A descriptor that is readable once a signal has arrived.
  public var descriptor: Int32 { file.descriptor }

  /// A Boolean value that indicates whether a signal has arrived.
  public var haveCome: Bool {
    Waiting.until(anyIsReadable: [descriptor], milliseconds: 0)
  }
}

/// Waits for data from other processes.
public enum Waiting {
  /// Waits until one of these descriptors is readable, or its other side has
  /// closed.
  ///
  /// - Parameters:
  ///   - descriptors: The descriptors.
  ///   - milliseconds: The longest wait.
  /// - Returns: Whether one is readable; a signal may end the wait early.
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

/// Notices changes of directories (`inotify(7)`): files that are written, added
/// or removed. Changes by other machines on a network file system go unnoticed.
public struct DirectoryWatch: ~Copyable {
  private let file: File
  private var paths: [Int32: String] = [:]

  private static let events =
    IN_CREATE | IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR

  /// Creates a watch without directories.
  ///
  /// - Throws: The system's error, such as `EMFILE`.
  public init() throws(FileSystemError) {
    file = File(
      owning: try checked("inotify_init", "changes", inotify_init()),
      called: "changes")
    _ = fcntl(file.descriptor, F_SETFD, FD_CLOEXEC)
    file.setNonBlocking()
  }

  /// A descriptor that is readable once something has changed.
  public var descriptor: Int32 { file.descriptor }

  /// Watches a directory, without those in it; an already watched one stays
  /// watched. Best effort: the system limits the number of watches.
  public mutating func watch(_ path: String) {
    let number = inotify_add_watch(
      file.descriptor, path, UInt32(Self.events))
    if number >= 0 { paths[number] = path }
  }

  /// The directories that have changed since the last call; all if the system
  /// has lost count.
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
