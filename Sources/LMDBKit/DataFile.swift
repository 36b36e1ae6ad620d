internal import CLMDB
internal import Glibc

/// The file that holds an environment's pages.
struct DataFile {
  let path: String

  init(directory: String) {
    path = directory + "/data.mdb"
  }

  /// What tells a file from another of the same path.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: stat) {
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  /// What the system says of an open file.
  static func status(
    of descriptor: CInt
  ) throws(LMDBError) -> (identity: Identity, size: Int) {
    var status = stat()
    try checkErrno("fstat", fstat(descriptor, &status))
    return (Identity(status), Int(status.st_size))
  }

  /// The identity of the file now at the path, or nil if there is none.
  var identity: Identity? {
    var status = stat()
    return stat(path, &status) == 0 ? Identity(status) : nil
  }

  /// Throws if the file cannot be a whole one, before LMDB maps it.
  ///
  /// LMDB would make a new environment of an empty file.
  ///
  /// - Parameter mayBeNew: Whether having no file is right.
  /// - Throws: `missing` or `damaged`.
  func checkBeforeOpening(mayBeNew: Bool) throws(LMDBError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    guard exists || errno == ENOENT else {
      throw LMDBError(
        code: .init(rawValue: errno), operation: "stat", path: path)
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      throw LMDBError(
        code: .init(rawValue: isDirectory ? EISDIR : EINVAL),
        operation: "stat", path: path)
    }
    guard exists, status.st_size > 0 else {
      // One that another process makes at this moment is empty, too; but LMDB
      // locks its lock file before it makes any.
      if mayBeNew, !exists || lockFile.isHeld { return }
      throw LMDBError(code: .missing, operation: "stat", path: path)
    }
    // LMDB writes both meta pages at once, before anything else. Its pages
    // are of the system's size, so fewer bytes cannot hold them.
    guard Int(status.st_size) >= 2 * Int(sysconf(Int32(_SC_PAGESIZE))) else {
      throw LMDBError(code: .damaged, operation: "stat", path: path)
    }
  }

  private var lockFile: LockFile {
    LockFile(directory: String(path.dropLast("/data.mdb".count)))
  }

  /// Closes LMDB's data descriptor in programs that this one starts.
  ///
  /// LMDB opens its others (the lock file's and the one it flushes through)
  /// that way itself.
  static func closeOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
