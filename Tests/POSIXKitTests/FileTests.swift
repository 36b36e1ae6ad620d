import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@Suite struct FileTests {
  @Test func whatReplacesAFileIsReadBack() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    #expect(try File.contents(of: path) == nil)
    try File.replace(path, with: [1, 2, 3])
    try File.replace(path, with: [4])
    #expect(try File.contents(of: path) == [4])
    #expect(try FileSystem.names(in: directory.path) == ["file"])
    #expect(try FileStatus(of: path).permissions == 0o600)
  }

  @Test func aLongFileIsReadInPieces() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 % 251) }
    try File.replace(path, with: bytes)
    #expect(try File.contents(of: path) == bytes)
    let file = try File(path, .reading)
    #expect(try file.read(7) == Array(bytes[..<7]))
    #expect(try file.contents(atMost: .max) == Array(bytes[7...]))
    #expect(try file.read(7).isEmpty)
  }

  @Test func whatIsTooLongOrNoFileIsRefused() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    try File.replace(path, with: [1, 2, 3])
    #expect(try File.contents(of: path, atMost: 3) == [1, 2, 3])
    #expect(code { try File.contents(of: path, atMost: 2) } == EFBIG)
    #expect(code { try File.contents(of: directory.path) } == EISDIR)
    #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
    #expect(code { try File.contents(of: directory.path + "/pipe") } == EINVAL)
    #expect(code { try File.contents(of: path + "/in") } == ENOTDIR)
    #expect(code { _ = try File(path, .making) } == EEXIST)
    #expect(code { _ = try File(path, .directory) } == ENOTDIR)
  }

  @Test func aFailedReplacementLeavesNothingBehind() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/place"
    try FileSystem.makeDirectory(path + "/in")
    #expect(code { try File.replace(path, with: [1]) } == EISDIR)
    #expect(try FileSystem.names(in: directory.path) == ["place"])
  }

  @Test func aPlaceThatCannotBeLookedAtIsNotWaitedFor() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    let file = try File(path, .keeping)
    #expect(try file.isAtItsPath)
    unlink(path)
    #expect(try !file.isAtItsPath)
    // What fails again and again must not be tried without end.
    #expect(symlink("file", path) == 0)
    #expect(code { _ = try file.isAtItsPath } == ELOOP)
  }

  @Test func aFileIsClosedWithItsValue() throws {
    let directory = try TemporaryDirectory()
    let other = try File(directory.path, .directory)
    do {
      let file = try File(directory.path, .directory)
      #expect(fcntl(file.descriptor, F_GETFD) == FD_CLOEXEC)
      try file.lock()
      #expect(flock(other.descriptor, LOCK_EX | LOCK_NB) != 0)
      try file.flush()
    }
    #expect(flock(other.descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  private func code<R>(_ body: () throws -> R) -> Int32? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? FileSystemError)?.code
    }
  }

  @Test func whatIsSharedIsForThoseWhomTheMaskLetsIn() throws {
    let directory = try TemporaryDirectory()
    let before = umask(0o027)
    defer { umask(before) }
    let folder = "\(directory.path)/a/b"
    try FileSystem.makeDirectory(folder, isShared: true)
    #expect(try File.make("\(folder)/c", with: [1], isShared: true))
    #expect(try File.make("\(folder)/d", with: [1]))
    #expect(try FileStatus(of: "\(directory.path)/a").permissions == 0o750)
    #expect(try FileStatus(of: folder).permissions == 0o750)
    #expect(try FileStatus(of: "\(folder)/c").permissions == 0o640)
    #expect(try FileStatus(of: "\(folder)/d").permissions == 0o600)
  }

  @Test func changesOfADirectoryAreNoticed() throws {
    let directory = try TemporaryDirectory()
    let other = try TemporaryDirectory()
    var watch = try DirectoryWatch()
    watch.watch(directory.path)
    watch.watch(other.path)
    watch.watch("\(directory.path)/none")
    #expect(watch.changes().isEmpty)
    #expect(
      !Waiting.until(anyIsReadable: [watch.descriptor], milliseconds: 0))
    try File.replace("\(directory.path)/file", with: [1])
    #expect(Waiting.until(anyIsReadable: [watch.descriptor], milliseconds: 0))
    #expect(watch.changes() == [directory.path])
    #expect(watch.changes().isEmpty)
    try FileSystem.remove("\(directory.path)/file")
    _ = try File("\(other.path)/file", .making)
    #expect(watch.changes() == [directory.path, other.path])
  }
}
