import Glibc
import JournalTestSupport
import POSIXKit
import Testing

/// Directories in which others may have put links.
@Suite struct FolderTests {
  let directory: TemporaryDirectory
  /// The target of links, which nothing may touch.
  let kept: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    kept = try TemporaryDirectory()
    try File.replace(kept.path + "/file", with: [7])
  }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func link(_ name: String, to target: String) throws {
    try #require(symlink(target, path(name)) == 0)
  }

  private func expectKept() throws {
    #expect(try FileSystem.names(in: kept.path) == ["file"])
    #expect(try File.contents(of: kept.path + "/file") == [7])
  }

  private func error(_ body: () throws -> Void) -> FileSystemError? {
    #expect(throws: FileSystemError.self) { try body() }
  }

  @Test func noLinkOnTheWayIsFollowed() throws {
    try FileSystem.makeDirectory(path("a"))
    try link("a/way", to: kept.path)
    try link("file", to: kept.path + "/file")
    let folder = try Folder(directory.path)
    for path in ["a/way", "a/way/file", "file"] {
      #expect(error { _ = try folder.contents(of: path) }?.isOfLink == true)
      #expect(error { _ = try folder.folder(path) }?.isOfLink == true)
      #expect(error { _ = try folder.makeFolder(path) }?.isOfLink == true)
    }
    #expect(error { _ = try folder.makeFolder("a/way/b") }?.isOfLink == true)
    for path in ["..", "a/../..", ".."] {
      #expect(error { _ = try folder.folder(path) }?.code == EINVAL)
    }
    try expectKept()
  }

  @Test func theDirectoryItselfMayBeBehindALink() throws {
    try link("way", to: kept.path)
    #expect(try Folder(path("way")).contents(of: "file") == [7])
  }

  @Test func aLinkInTheWayOfAFileIsReplacedAndNotWrittenThrough() throws {
    try link("file", to: kept.path + "/file")
    let folder = try Folder(directory.path)
    #expect(try !folder.make("file", with: [1]))
    #expect(throws: FileSystemError.self) {
      try File.make(path("file"), replaces: true) { try $0.write([1]) }
    }
    try folder.replace("file", with: [1])
    #expect(!FileSystem.isLink(path("file")))
    #expect(try folder.contents(of: "file") == [1])
    try expectKept()
  }

  /// Swift takes a slash with a mark after it for another character.
  @Test func aMarkAfterASlashLeadsThroughNoLink() throws {
    let name = "\u{301}x"
    _ = try File.make(kept.path + "/" + name, with: [1])
    try link("way", to: kept.path)
    let folder = try Folder(directory.path)
    for path in ["way/" + name, "./way/" + name] {
      #expect(error { _ = try folder.file(path) }?.isOfLink == true)
    }
    let path = kept.path + "/" + name
    #expect(FileSystem.name(of: path) == name)
    #expect(FileSystem.parent(of: path) == kept.path)
  }

  /// As `photos.json.tmp` was, which led to `.bashrc`.
  @Test func nobodyKnowsWhereAFileIsWrittenBeforeItHasItsName() throws {
    for name in ["file.tmp", "file.part"] {
      try link(name, to: kept.path + "/file")
    }
    try File.replace(path("file"), with: [1])
    #expect(try File.make(path("other"), with: [1]))
    try expectKept()
    let names = try FileSystem.names(in: directory.path)
    #expect(names == ["file", "file.part", "file.tmp", "other"])
  }

  @Test(
    arguments: [.replacing, .overwriting, .keeping, .appending, .making]
      as [File.Mode])
  func whatMakesAFileFollowsNoLink(mode: File.Mode) throws {
    try link("file", to: kept.path + "/file")
    try link("new", to: kept.path + "/new")
    for name in ["file", "new"] {
      let error = error { _ = try File(path(name), mode) }
      #expect(mode == .making ? error?.code == EEXIST : error?.isOfLink == true)
    }
    try expectKept()
  }

  @Test func onlyWhatAKilledProcessLeftIsRemoved() throws {
    let own = "plantguide-aB3xYz.part"
    let others = [
      "plantguide-aB3xY.part", "plantguide-aB3xYz.seg", "x.part",
      "plantguide-aB-xYz.part", "plantguide-aB3xYzz.part",
    ]
    for name in others + [own] {
      _ = try File(path(name), .making)
    }
    let folder = try Folder(directory.path)
    // At work, as its lock says.
    let part = try File.part(in: directory.path)
    #expect(folder.deadParts == [own])
    try folder.replace("file", with: [1])
    let names = try FileSystem.names(in: directory.path)
    let alive = FileSystem.name(of: part.path)
    #expect(Set(names) == Set(others + ["file", alive]))
    #expect(File.isPart(alive))
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func whatAnotherUserLeftStays() throws {
    let name = "plantguide-aB3xYz.part"
    _ = try File(path(name), .making)
    try FileSystem.makeDirectory(path(".x.1.partial"))
    for name in [name, ".x.1.partial"] {
      try #require(lchown(path(name), 12_345, 12_345) == 0)
    }
    #expect(try Folder(directory.path).deadParts.isEmpty)
    PartialDirectory.forEachDead(in: directory.path) {
      Issue.record("\($1) is another user's")
    }
  }

  @Test func aLinkIsNoDirectoryThatAKilledProcessLeft() throws {
    try link(".x.1.partial", to: kept.path)
    try FileSystem.makeDirectory(path(".y.2.partial/in"))
    try FileSystem.makeDirectory(path(".z.partial"))
    try link(".y.2.partial/in/way", to: kept.path)
    var found: [String] = []
    PartialDirectory.forEachDead(in: directory.path) {
      found.append($1)
      $0.removeTree($1)
    }
    #expect(found == [".y.2.partial"])
    let names = try FileSystem.names(in: directory.path)
    #expect(names == [".x.1.partial", ".z.partial"])
    try expectKept()
  }

  @Test func whatLiesInItIsReachedWhateverTakesItsPath() throws {
    try FileSystem.makeDirectory(path("a"))
    let folder = try Folder(path("a"))
    try FileSystem.rename(path("a"), to: path("b"))
    try link("a", to: kept.path)
    #expect(try folder.make("file", with: [1], isShared: true))
    try folder.replace("other", with: [2])
    #expect(try folder.entries().map(\.name) == ["file", "other"])
    #expect(try FileSystem.names(in: path("b")) == ["file", "other"])
    #expect(try folder.removeDurably("file"))
    #expect(try !folder.remove("file"))
    try expectKept()
  }

  @Test func directoriesAreMadeForThoseWhomTheMaskLetsIn() throws {
    let folder = try Folder(directory.path)
    _ = try folder.makeFolder("a/b")
    _ = try folder.makeFolder("a/b")
    _ = try folder.makeFolder("c/d", isShared: true)
    #expect(try FileStatus(of: path("a/b")).permissions == 0o700)
    #expect(try folder.status(of: "a")?.kind == .directory)
    #expect(try folder.status(of: "x") == nil)
    #expect(try folder.contents(of: "a/x") == nil)
    #expect(error { _ = try folder.contents(of: "a") }?.code == EISDIR)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(error { _ = try folder.contents(of: "pipe") }?.code == EINVAL)
  }

  @Test func whatAKilledProcessLeftAmongTemporaryFilesGoes() async throws {
    await #expect(processExitsWith: .success) {
      [place = directory.path as String] in
      setenv("TMPDIR", place, 1)
      let dead = PartialDirectory.path(for: "plantguide", in: place)
      try FileSystem.makeDirectory(dead + "/lmdb")
      try FileSystem.withTemporaryDirectory { path in
        #expect(!FileSystem.exists(dead))
        // One that is in use stays.
        FileSystem.removeDeadTemporaryDirectories()
        #expect(FileSystem.isDirectory(path))
      }
      #expect(try FileSystem.names(in: place).isEmpty)
    }
  }
}
