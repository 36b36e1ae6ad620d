internal import CLMDBShims
internal import Glibc

/// What the file system of a path is like.
public struct Volume: Sendable, Hashable {
  /// What is to be said of its kind.
  public enum Kind: Sendable, Hashable {
    /// It keeps what is written, and locks hold.
    case local
    /// It reaches other machines, so that an environment cannot be kept on it.
    case network
    /// It lies in memory and is gone after a restart.
    case memory
    /// It is a container's own layer and is gone with the container.
    case overlay
  }

  /// Its kind.
  public let kind: Kind
  /// How many bytes this user may still write.
  public let freeByteCount: Int

  /// Asks the system of the file system that holds `path`.
  public init(of path: String) throws(LMDBError) {
    var type: UInt32 = 0
    try check("statfs", lmdbkit_file_system_type(path, &type), path: path)
    kind =
      FileSystem.verdict(type) ? .network : Self.kinds[type] ?? .local
    var information = statvfs()
    try checkErrno("statvfs", statvfs(path, &information), path: path)
    let (bytes, overflows) = information.f_bavail
      .multipliedReportingOverflow(by: information.f_frsize)
    freeByteCount = overflows ? .max : Int(clamping: bytes)
  }

  /// The `f_type` numbers of Linux's `statfs(2)` that tell more.
  private static let kinds: [UInt32: Kind] = [
    0x0102_1994: .memory,  // tmpfs
    0x8584_58F6: .memory,  // ramfs
    0x794C_7630: .overlay,  // overlayfs
  ]
}
