internal import Glibc
internal import POSIXKit

/// The file that holds an environment's pages.
struct DataFile {
  let directory: String

  var path: String { directory + "/data.mdb" }

  /// The path under which a new file is made.
  var newPath: String { path + ".new" }

  /// The data that tells a file from another of the same path.
  struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init(_ status: FileStatus) {
      device = status.device
      inode = status.inode
    }
  }

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
  /// - Parameter mayBeNew: Whether the file may be missing.
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
      if mayBeNew, status == nil { return }
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
  /// LMDB itself does so for its others: the lock file's, and the one through
  /// which it flushes.
  static func closeOnExec(_ descriptor: CInt) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// The file by which processes agree on readers and writers.
struct LockFile {
  let path: String

  init(directory: String) {
    path = directory + "/lock.mdb"
  }

  /// The size that LMDB needs for its usual 126 readers, in bytes.
  private static let size = 8_192

  /// A Boolean value that indicates whether LMDB has not yet written the bytes
  /// by which it knows its lock file.
  var isUnfinished: Bool {
    guard let file = try? File(path, .readingAtOnce),
      let start = try? file.read(4)
    else { return false }
    return start.allSatisfy { $0 == 0 }
  }

  /// The identity of the file now at the path, or nil if there is none.
  var identity: DataFile.Identity? {
    (try? FileStatus(of: path)).map(DataFile.Identity.init)
  }

  /// Makes the file with all its bytes on the disk.
  ///
  /// LMDB makes it with a hole and then writes through a memory map, which
  /// faults when the disk is full.
  ///
  /// - Returns: The identity of the file; `nil` if there is none.
  /// - Throws: The system's `ENOSPC` or `EFBIG`, and `ELOOP` for a link, which
  ///   LMDB would follow and overwrite its target. Other failures are left to
  ///   LMDB, which can do without the file on a read-only file system.
  func reserve() throws(LMDBError) -> DataFile.Identity? {
    let found = try? FileStatus(of: path, followsLinks: false)
    guard found?.kind != .link else {
      throw LMDBError(
        code: .init(rawValue: ELOOP), operation: "open", path: path)
    }
    if let found, found.byteCountOnDisk >= Self.size { return .init(found) }
    guard let file = try? File(path, .keeping) else {
      return found.map(DataFile.Identity.init)
    }
    let status = posix_fallocate(file.descriptor, 0, Self.size)
    guard ![ENOSPC, EFBIG].contains(status) else {
      throw LMDBError(
        code: .init(rawValue: status), operation: "posix_fallocate", path: path)
    }
    return .init(try DataFile.status(of: file.descriptor))
  }
}
