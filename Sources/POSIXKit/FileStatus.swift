internal import Glibc

/// The system's information about a file (`stat(2)`).
public struct FileStatus: Sendable, Hashable {
  /// The type of a file.
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

  /// The type of the file.
  public let kind: Kind
  /// The number of bytes in the file.
  public let byteCount: Int
  /// The number of bytes that it takes on disk.
  public let byteCountOnDisk: Int
  /// The number of its file system.
  public let device: UInt64
  /// The file's number in the file system.
  public let inode: UInt64
  /// A Boolean value that indicates whether it belongs to this process's user.
  public let isOwn: Bool
  /// A Boolean value that indicates whether it belongs to the superuser.
  public let isRoots: Bool
  /// The permissions, such as `0o600`.
  public let permissions: UInt32
  /// The time of the last change of its content, in seconds since 1970.
  public let modifiedAt: Int
  /// The part of a second of that time, in nanoseconds.
  public let modifiedNanoseconds: Int

  /// Returns whether both describe the same file: its number stays unique as
  /// long as somebody has it open.
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
    modifiedNanoseconds = status.st_mtim.tv_nsec
  }

  /// Reads the status of an open file; errors call it `path`.
  public init(
    ofOpen descriptor: Int32, path: String = ""
  ) throws(FileSystemError) {
    var status = stat()
    try checked("fstat", path, fstat(descriptor, &status))
    self.init(status)
  }

  /// Reads the status of the file at a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: Whether to follow a link at the path.
  /// - Throws: `ENOENT` if nothing is there, and other errors of the system.
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
