import Glibc
import Synchronization
import Testing

@testable import LMDBKit

/// A small file system of its own, which needs privileges.
final class MemoryDisk: Sendable {
  let directory: TemporaryDirectory
  var path: String { directory.path }

  init(size: Int) throws {
    directory = try TemporaryDirectory()
    let options = "size=\(size)"
    guard mount("lmdbkit", directory.path, "tmpfs", 0, options) == 0 else {
      throw Failure(code: errno)
    }
  }

  deinit {
    umount2(directory.path, Int32(MNT_DETACH))
  }

  func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT | MS_RDONLY)
    guard mount("lmdbkit", path, "tmpfs", flags, nil) == 0 else {
      throw Failure(code: errno)
    }
  }

  func resize(to size: Int) throws {
    let flags = UInt(MS_REMOUNT)
    guard mount("lmdbkit", path, "tmpfs", flags, "size=\(size)") == 0 else {
      throw Failure(code: errno)
    }
  }

  static let isAvailable = (try? MemoryDisk(size: 1 << 20)) != nil
}

@Suite(
  .enabled(
    if: MemoryDisk.isAvailable, "mounting a file system needs privileges"))
struct DiskTests {
  @Test func aFullDiskIsReportedAndSurvived() throws {
    let disk = try MemoryDisk(size: 2 << 20)
    let environment = try Environment.make(disk.path + "/lmdb")
    try environment.fill(100, size: 1_000)
    let ballast = open(disk.path + "/ballast", O_CREAT | O_WRONLY, 0o600)
    #expect(posix_fallocate(ballast, 0, 1_500_000) == 0)
    let error = #expect(throws: LMDBError.self) {
      try environment.fill(1_000, size: 1_000, from: 1_000)
    }
    #expect(error?.errno == ENOSPC)
    #expect(error?.operation == "mdb_txn_commit")
    let isSuspect = environment.needsReopening.load(ordering: .acquiring)
    #expect(isSuspect, "LMDB's state after a failed commit is not trusted")
    #expect(try environment.read { try $0.count(of: environment.a) } == 100)
    let isReopened = !environment.needsReopening.load(ordering: .acquiring)
    #expect(isReopened)
    #expect(ftruncate(ballast, 0) == 0)
    #expect(Glibc.close(ballast) == 0)
    try environment.fill(1_000, size: 1_000, from: 1_000)
    #expect(try environment.read { try $0.count(of: environment.a) } == 1_100)
    try environment.close()
    let reopened = try Environment.make(disk.path + "/lmdb", expectsData: true)
    #expect(try reopened.read { try $0.count(of: reopened.a) } == 1_100)
  }

  @Test func openingOnAFullDiskIsAnErrorNotAFault() throws {
    let disk = try MemoryDisk(size: 1 << 20)
    let ballast = open(disk.path + "/ballast", O_CREAT | O_WRONLY, 0o600)
    #expect(posix_fallocate(ballast, 0, 1 << 20) == 0)
    #expect(Glibc.close(ballast) == 0)
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment.make(disk.path)
    }
    #expect(error?.errno == ENOSPC)
  }

  @Test(arguments: [4, 8, 12, 16])
  func openingWhereThereIsNoRoomLeavesNothingInTheWay(kilobytes: Int) throws {
    let disk = try MemoryDisk(size: kilobytes << 10)
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment.make(disk.path)
    }
    #expect(error?.errno == ENOSPC)
    try disk.resize(to: 1 << 20)
    try Environment.make(disk.path).put([1], [1])
  }

  @Test func aFullDiskLeavesNoPartialCopy() throws {
    let disk = try MemoryDisk(size: 1 << 20)
    let home = try TemporaryDirectory()
    let environment = try Environment.make(home.path)
    try environment.fill(3_000, size: 1_000)
    let error = #expect(throws: LMDBError.self) {
      try environment.copy(to: disk.path + "/copy", compact: false)
    }
    #expect(error?.errno == ENOSPC)
    #expect(access(disk.path + "/copy/data.mdb", F_OK) != 0)
  }

  @Test func aReadOnlyDiskCanBeRead() throws {
    let disk = try MemoryDisk(size: 4 << 20)
    let writer = try Environment.make(disk.path + "/lmdb")
    try writer.put([1], [1])
    try writer.close()
    try disk.makeReadOnly()
    let environment = try Environment.make(
      disk.path + "/lmdb", access: .readOnly, expectsData: true)
    #expect(try environment.value([1]) == [1])
    try environment.close()
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment.make(disk.path + "/lmdb", expectsData: true)
    }
    #expect(error?.errno == EROFS)
  }
}
