internal import Glibc
internal import POSIXKit

/// The file that holds an environment's pages.
struct DataFile {
  let directory: String

  var path: String { directory + "/data.mdb" }

  /// What tells a file from another of the same path.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }
  }

  /// What the system says of an open file.
  static func status(of descriptor: CInt) throws(LMDBError) -> FileStatus {
    try system { () throws(FileSystemError) in
      try FileStatus(ofOpen: descriptor)
    }
  }

  /// The identity of the file now at the path, or nil if there is none.
  var identity: Identity? {
    (try? FileStatus(of: path)).map(Identity.init)
  }

  /// Throws if the file cannot be a whole one, before LMDB maps it.
  ///
  /// LMDB would make a new environment of an empty file.
  ///
  /// - Parameter mayBeNew: Whether having no file is right.
  /// - Throws: `missing` or `damaged`.
  func checkBeforeOpening(mayBeNew: Bool) throws(LMDBError) {
    func refusal(_ code: LMDBError.Code) -> LMDBError {
      LMDBError(code: code, operation: "stat", path: path)
    }
    var status: FileStatus?
    do throws(FileSystemError) {
      status = try FileStatus(of: path)
    } catch {
      guard error.code == ENOENT else {
        throw refusal(.init(rawValue: error.code))
      }
    }
    if let kind = status?.kind, kind != .file {
      throw refusal(.init(rawValue: kind == .directory ? EISDIR : EINVAL))
    }
    guard let status, status.byteCount > 0 else {
      // One that another process makes at this moment is empty, too; but LMDB
      // locks its lock file before it makes any.
      let lockFile = LockFile(directory: directory)
      if mayBeNew, status == nil || lockFile.isHeld { return }
      throw refusal(.missing)
    }
    // LMDB writes both meta pages at once, before anything else. Its pages
    // are of the system's size, so fewer bytes cannot hold them.
    guard status.byteCount >= 2 * sysconf(Int32(_SC_PAGESIZE)) else {
      throw refusal(.damaged)
    }
  }

  /// Closes LMDB's data descriptor in programs that this one starts.
  ///
  /// LMDB opens its others (the lock file's and the one it flushes through)
  /// that way itself.
  static func closeOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
