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

/// The file in which processes agree on who reads and who writes.
struct LockFile {
  let path: String

  init(directory: String) {
    path = directory + "/lock.mdb"
  }

  /// What LMDB takes for its usual 126 readers, in bytes.
  private static let size = 8_192

  /// Whether another process has locked a part of the file, as each does that
  /// has the environment open.
  var isHeld: Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = Glibc.close(descriptor) }
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    let status = fcntl(descriptor, F_GETLK, &request)
    return status == 0 && request.l_type != Int16(F_UNLCK)
  }

  /// Makes the file with all its bytes on the disk.
  ///
  /// LMDB makes it with a hole and then writes through a memory map, which
  /// faults when the disk is full.
  ///
  /// - Throws: The system's `ENOSPC`. Other failures are left to LMDB, which
  ///   can do without the file on a read-only file system.
  func reserve() throws(LMDBError) {
    let held = (try? FileStatus(of: path))?.byteCountOnDisk ?? 0
    guard held < Self.size else { return }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { _ = Glibc.close(descriptor) }
    guard posix_fallocate(descriptor, 0, Self.size) == ENOSPC else { return }
    throw LMDBError(
      code: .init(rawValue: ENOSPC), operation: "posix_fallocate", path: path)
  }
}
