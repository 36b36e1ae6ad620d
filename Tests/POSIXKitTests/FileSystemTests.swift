import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@Suite struct FileSystemTests {
  @Test func directoriesAreMadeWithThoseAbove() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/a/b/c"
    try FileSystem.makeDirectory(path)
    try FileSystem.makeDirectory(path)
    #expect(try FileStatus(of: path).permissions == 0o700)
    #expect(FileSystem.isDirectory(path))
    #expect(FileSystem.isUsable(path, isDirectory: true))
  }

  @Test func whatCannotHoldADirectoryIsNotTriedForEver() throws {
    let directory = try TemporaryDirectory()
    let link = directory.path + "/link"
    let file = directory.path + "/file"
    #expect(symlink("nowhere", link) == 0)
    try File.replace(file, with: [])
    for (path, expected) in [
      (link, ENOENT), (link + "/a/b", ENOENT), (file, EEXIST),
      (file + "/a", ENOTDIR), (file + "/a/b", ENOTDIR),
    ] {
      let error = #expect(throws: FileSystemError.self, "\(path)") {
        try FileSystem.makeDirectory(path)
      }
      #expect(error?.code == expected, "\(path)")
    }
    #expect(FileSystem.isLink(link))
    #expect(FileSystem.target(ofLink: link) == "nowhere")
    #expect(FileSystem.target(ofLink: file) == nil)
    #expect(!FileSystem.exists(link))
    #expect(!FileSystem.mayExist(directory.path + "/none"))
    #expect(FileSystem.mayExist(file + "/a"))
  }

  @Test func aTreeIsRemovedWithoutFollowingLinks() throws {
    let directory = try TemporaryDirectory()
    let kept = directory.path + "/kept"
    try FileSystem.makeDirectory(kept)
    try File.replace(kept + "/file", with: [1])
    let tree = directory.path + "/tree"
    try FileSystem.makeDirectory(tree + "/a/.b")
    try File.replace(tree + "/a/.b/file", with: [1])
    #expect(symlink(kept, tree + "/a/link") == 0)
    FileSystem.removeTree(tree)
    #expect(!FileSystem.exists(tree))
    #expect(try FileSystem.names(in: kept) == ["file"])
  }

  @Test func aTemporaryDirectoryIsGoneAfterwards() throws {
    let path = try FileSystem.withTemporaryDirectory { path in
      try File.replace(path + "/file", with: [1])
      #expect(try FileSystem.names(in: path) == ["file"])
      return path
    }
    #expect(!FileSystem.exists(path))
    #expect(throws: CancellationError.self) {
      try FileSystem.withTemporaryDirectory { _ in throw CancellationError() }
    }
  }

  @Test func removingTellsWhetherThereWasAFile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/file"
    try File.replace(path, with: [])
    #expect(try FileSystem.remove(path))
    #expect(try !FileSystem.remove(path))
    #expect(throws: FileSystemError.self) {
      try FileSystem.remove(directory.path)
    }
    #expect(try FileSystem.names(in: directory.path + "/none") == [])
    let made = try FileSystem.makeTemporaryFile(
      in: directory.path, suffix: ".txt")
    #expect(made.hasSuffix(".txt"))
    #expect(try File.contents(of: made) == [])
  }

  @Test(
    arguments: [
      ("/", nil), (".", nil), ("a", "."), ("/a", "/"), ("/a/b/", "/a"),
      ("a/b", "a"),
    ] as [(String, String?)])
  func theDirectoryAboveIsFound(path: String, parent: String?) {
    #expect(FileSystem.parent(of: path) == parent)
  }
}
