import Glibc
import Testing

@testable import LMDBKit

@Suite struct OpeningTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func failure(
    _ access: Environment.Access = .readWrite, expectsData: Bool = true
  ) -> LMDBError? {
    #expect(throws: LMDBError.self) {
      _ = try Environment.make(
        directory.path, access: access, expectsData: expectsData)
    }
  }

  @Test func aNewDirectoryIsItsOwnersAlone() throws {
    let path = directory.path + "/deep/lmdb"
    let environment = try Environment.make(path)
    for name in [path, path + "/.."] {
      var status = stat()
      #expect(stat(name, &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o700)
    }
    var status = stat()
    #expect(stat(path + "/data.mdb", &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(try environment.dataFileInode == UInt64(status.st_ino))
  }

  @Test func aPathOpenedTwiceIsOneEnvironment() throws {
    let first = try Environment.make(directory.path + "/lmdb")
    let link = directory.path + "/link"
    #expect(symlink(directory.path + "/lmdb", link) == 0)
    let second = try Environment.make(link + "/.", access: .readOnly)
    #expect(first === second)
  }

  @Test func anEnvironmentReleasedIsOpenedAnew() throws {
    for number in 0..<20 {
      let environment = try Environment.make(directory.path)
      try environment.put(key(number), [])
    }
    let environment = try Environment.make(directory.path, access: .readOnly)
    #expect(try environment.read { try $0.count(of: environment.a) } == 20)
  }

  @Test func threadsThatOpenAndReleaseAtOnceShareOrWait() throws {
    try Environment.make(directory.path).put(key(1), [1])
    let path = directory.path
    let threads = try (0..<4).map { _ in
      try Thread {
        for _ in 0..<50 {
          let value = try Environment.make(path).value(key(1))
          guard value == [1] else { throw Failure() }
        }
      }
    }
    for thread in threads { try thread.join() }
  }

  @Test func writingIsRefusedWhileThePathIsHeldReadOnly() throws {
    try Environment.make(directory.path).put([1], [1])
    let environment = try Environment.make(directory.path, access: .readOnly)
    let opening = failure()
    #expect(opening?.code == .readOnly)
    let error = #expect(throws: LMDBError.self) {
      try environment.put([1], [2])
    }
    #expect(error?.code == .readOnly)
    #expect(try environment.value([1]) == [1])
  }

  @Test func otherDatabasesOfAnOpenPathAreRefused() throws {
    let environment = try Environment.make(directory.path)
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment.open(
        directory: environment.directory, databases: ["z"], access: .readWrite,
        expectsData: false)
    }
    #expect(error?.code == .otherDatabases)
  }

  @Test func aFileReplacedUnderneathIsOpenedAsAnother() throws {
    let path = directory.path
    let old = try Environment.make(path)
    try old.put([1], [1])
    let inode = try old.dataFileInode
    try old.copy(to: path + "/copy", compact: false)
    try old.put([1], [2])
    #expect(rename(path + "/copy/data.mdb", path + "/data.mdb") == 0)
    #expect(unlink(path + "/lock.mdb") == 0)
    let new = try Environment.make(path, expectsData: true)
    #expect(new !== old)
    #expect(try new.dataFileInode != inode)
    #expect(try new.value([1]) == [1])
    #expect(try old.value([1]) == [2])
  }

  @Test func closingEndsAnEnvironmentForAll() throws {
    let environment = try Environment.make(directory.path)
    try environment.put([1], [1])
    try environment.close()
    let error = #expect(throws: LMDBError.self) { try environment.value([1]) }
    #expect(error?.code == .closed)
    #expect(throws: LMDBError.self) { try environment.put([1], [1]) }
    #expect(try Environment.make(directory.path).value([1]) == [1])
  }

  @Test func databasesMissingFromAReadOnlyEnvironmentAreEmpty() async throws {
    let first = try Environment.open(
      directory: directory.path, databases: ["a"], access: .readWrite,
      expectsData: false)
    try first.put([1], [1])
    try first.close()
    let environment = try Environment.make(directory.path, access: .readOnly)
    let b = environment.database("b")
    try environment.read { transaction in
      try #expect(transaction.count(of: b) == 0)
      try #expect(transaction.bytes([1], in: b) == nil)
      try #expect(transaction.entries(of: b).isEmpty)
      try #expect(transaction.bytes([1], in: environment.a) == [1])
    }
    await #expect(processExitsWith: .success) {
      [path = directory.path as String] in
      let environment = try Environment.make(path)
      let bytes = Bytes([1])
      try environment.write {
        try $0.put(
          bytes.span.bytes, bytes.span.bytes, in: environment.database("b"))
      }
    }
    #expect(try environment.read { try $0.count(of: b) } == 1)
  }

  @Test func aNetworkFileSystemIsRefusedAndNothingMade() throws {
    let path = directory.path + "/lmdb"
    let configuration = Environment.Configuration(
      databases: ["a"], access: .readWrite, expectsData: false,
      mapSize: 1 << 20, maximumMapSize: 1 << 30)
    let error = #expect(throws: LMDBError.self) {
      _ = try Environment.open(
        directory: path, configuration, isNetwork: { _ in true })
    }
    #expect(error?.code == .networkFileSystem)
    #expect("\(error, default: "")".contains("local disk"))
    #expect(access(path, F_OK) != 0)
  }

  @Test func networkFileSystemsAreKnownByType() {
    // NFS, CIFS, SMB 2, 9P, FUSE; then ext4, XFS, Btrfs, tmpfs, ZFS, overlay.
    let network: [UInt32] = [
      0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546,
    ]
    let local: [UInt32] = [
      0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x2FC1_2FC1, 0x794C_7630,
    ]
    #expect(network.allSatisfy(Volume.isNetwork))
    #expect(!local.contains(where: Volume.isNetwork))
  }

  @Test(arguments: [Environment.Access.readOnly, .readWrite])
  func aMissingFileIsAnErrorWhereDataIsExpected(access: Environment.Access) {
    #expect(failure(access)?.code == .missing)
    #expect(Glibc.access(directory.path + "/data.mdb", F_OK) != 0)
  }

  @Test func aMissingDirectoryIsMissingData() {
    for access in [Environment.Access.readOnly, .readWrite] {
      let error = #expect(throws: LMDBError.self) {
        _ = try Environment.make(
          directory.path + "/none", access: access, expectsData: true)
      }
      #expect(error?.code == .missing)
    }
  }

  @Test func readingAloneMakesNoEnvironment() {
    #expect(failure(.readOnly, expectsData: false)?.code == .missing)
    #expect(Glibc.access(directory.path + "/lock.mdb", F_OK) != 0)
  }

  @Test func descriptorsOfTheDataFileCloseOnExec() throws {
    let environment = try Environment.make(directory.path)
    let inode = try environment.dataFileInode
    var found = 0
    for descriptor in Int32(3)..<1_024 {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_ino == inode else {
        continue
      }
      found += 1
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(found == 2)
  }
}
