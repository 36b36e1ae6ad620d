internal import Glibc
internal import POSIXKit

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
