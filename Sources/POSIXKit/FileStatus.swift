internal import Glibc

/// What the system says of a file (`stat(2)`).
public struct FileStatus: Sendable, Hashable {
  /// What lies at a path.
  public enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A directory.
    case directory
    /// A symbolic link that was not followed.
    case link
    /// A pipe with a name.
    case pipe
    /// A device or a socket.
    case other
  }

  /// What it is.
  public let kind: Kind
  /// How many bytes it holds.
  public let byteCount: Int
  /// How many bytes of the disk it takes.
  public let byteCountOnDisk: Int
  /// The number of its file system.
  public let device: UInt64
  /// Its number in the file system.
  public let inode: UInt64
  /// Whether it belongs to the user who runs this process.
  public let isOwn: Bool
  /// Whether it belongs to the user who may do everything.
  public let isRoots: Bool
  /// Who may do what, such as `0o600`.
  public let permissions: UInt32
  /// When its content was changed last, in seconds since 1970.
  public let modifiedAt: Int

  /// Whether both are of the same file: no other has its number as long as
  /// somebody has it open.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      default: .other
      }
    byteCount = Int(status.st_size)
    byteCountOnDisk = Int(status.st_blocks) * 512
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    isOwn = status.st_uid == geteuid()
    isRoots = status.st_uid == 0
    permissions = status.st_mode & 0o7777
    modifiedAt = status.st_mtim.tv_sec
  }

  /// Asks for an open file; `path` is what errors call it.
  public init(
    ofOpen descriptor: Int32, path: String = ""
  ) throws(FileSystemError) {
    var status = stat()
    try checked("fstat", path, fstat(descriptor, &status))
    self.init(status)
  }

  /// Asks for what lies at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether the end of a link is asked for, and not the
  ///     link.
  /// - Throws: `ENOENT` where nothing is there, and what else the system says.
  public init(
    of path: String, followsLinks: Bool = true
  ) throws(FileSystemError) {
    var status = stat()
    if followsLinks {
      try checked("stat", path, stat(path, &status))
    } else {
      try checked("lstat", path, lstat(path, &status))
    }
    self.init(status)
  }
}
