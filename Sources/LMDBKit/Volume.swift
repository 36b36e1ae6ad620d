internal import CLMDBShims
internal import Glibc
internal import POSIXKit

/// The properties of a path's file system.
public struct Volume: Sendable, Hashable {
  /// The kind of file system.
  public enum Kind: Sendable, Hashable {
    /// It keeps written data, and locks hold.
    case local
    /// It reaches other machines, so an environment cannot be on it.
    case network
    /// It is in memory and gone after a restart.
    case memory
    /// It is a container's own layer and gone with the container.
    case overlay
  }

  /// The kind of the file system.
  public let kind: Kind
  /// The number of bytes that this user may still write.
  public let freeByteCount: Int

  /// Asks the system about the file system that holds `path`.
  public init(of path: String) throws(LMDBError) {
    var type: UInt32 = 0
    try check("statfs", lmdbkit_file_system_type(path, &type), path: path)
    kind = Self.isNetwork(type) ? .network : Self.kinds[type] ?? .local
    var information = statvfs()
    let status = statvfs(path, &information) == 0 ? 0 : errno
    try check("statvfs", status, path: path)
    let (bytes, overflows) = information.f_bavail
      .multipliedReportingOverflow(by: information.f_frsize)
    freeByteCount = overflows ? .max : Int(clamping: bytes)
  }

  /// The `f_type` numbers of Linux's `statfs(2)` with a kind.
  private static let kinds: [UInt32: Kind] = [
    0x0102_1994: .memory,  // tmpfs
    0x8584_58F6: .memory,  // ramfs
    0x794C_7630: .overlay,  // overlayfs
  ]

  /// Returns whether the file system lacks room even for a few pages.
  static func isFull(_ path: String) -> Bool {
    (try? Volume(of: path)).map { $0.freeByteCount < 64 << 10 } ?? false
  }
}

// MARK: Network file systems

/// LMDB needs a memory map that agrees with writes, and locks that hold
/// between all who open the file. File systems that reach other machines
/// promise neither.
extension Volume {
  /// Returns whether a `statfs` type is a network file system.
  typealias Verdict = @Sendable (_ type: UInt32) -> Bool

  /// The `f_type` numbers of Linux's `statfs(2)` that are refused.
  ///
  /// They include FUSE, since its type does not distinguish sshfs from a local
  /// file system. An array is faster to create and search than a set.
  static let networkTypes: [UInt32] = [
    0x0000_6969,  // NFS
    0x0000_517B,  // SMB
    0xFF53_4D42,  // CIFS
    0xFE53_4D42,  // SMB 2
    0x0102_1997,  // 9P
    0x6573_5546,  // FUSE
    0x5346_414F,  // AFS
    0x6B41_4653,  // AFS of the kernel
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x0116_1970,  // GFS2
    0x7461_636F,  // OCFS2
    0x4750_4653,  // GPFS
    0x7375_7245,  // Coda
    0x0000_564C,  // NCP
    0x786F_4256,  // shared folders of VirtualBox
  ]

  static let isNetwork: Verdict = { networkTypes.contains($0) }

  /// Throws if the nearest existing directory is on a network.
  static func checkIsLocal(
    _ directory: String, isNetwork: Verdict
  ) throws(LMDBError) {
    var type: UInt32 = 0
    var path = directory
    var status = lmdbkit_file_system_type(path, &type)
    while status == ENOENT, let parent = FileSystem.parent(of: path) {
      path = parent
      status = lmdbkit_file_system_type(path, &type)
    }
    try check("statfs", status, path: path)
    guard !isNetwork(type) else {
      throw LMDBError(
        code: .networkFileSystem, operation: "statfs", path: directory)
    }
  }
}
