import Glibc
import JournalEvents
import JournalLog
import JournalTestSupport
import POSIXKit
import Testing

/// Tests of the files beside the data, and of anything in their place.
@Suite struct JournalHomeTests {
  let directory: TemporaryDirectory
  let home: JournalHome

  init() throws {
    directory = try TemporaryDirectory()
    home = JournalHome(path: directory.path)
  }

  private let identity = Identity(
    writer: WriterID(bits: UUIDBits(high: 1, low: 2)), inode: 3, machine: "m")

  @Test func anIdentityIsReadAsItWasWritten() throws {
    #expect(try home.identity() == nil)
    try home.setIdentity(identity)
    #expect(try home.identity() == identity)
    try home.removeIdentity()
    #expect(try home.identity() == nil)
  }

  @Test(
    arguments: [
      "", "\n", "plantguide identity", "plantguide identity 0\n",
      "plantguide identity one\n", "plantguide identity 1\n",
      "plantguide identity 1\nno-writer\n3\nm\n",
      "plantguide identity 1\n00000000-0000-0001-0000-000000000002\n-3\nm\n",
      "plantguide identity 1\n00000000-0000-0001-0000-000000000002\n3",
      "plantguide identity 1\n\u{0}",
    ])
  func whatIsNoIdentityIsRefused(text: String) throws {
    try File.replace(home.identityFile, with: Array(text.utf8))
    try expectNoIdentity()
  }

  @Test func aCutIdentityIsRefused() throws {
    try home.setIdentity(identity)
    let bytes = try #require(try File.contents(of: home.identityFile))
    // A machine may have no name, so the line before it must be whole.
    for count in 0..<(bytes.count - 2) {
      try File.replace(home.identityFile, with: Array(bytes.prefix(count)))
      try expectNoIdentity("\(count) bytes")
    }
  }

  @Test func aDirectoryOrAPipeIsNoIdentity() throws {
    try FileSystem.makeDirectory(home.identityFile)
    try expectNoIdentity()
    try #require(rmdir(home.identityFile) == 0)
    try #require(mkfifo(home.identityFile, 0o600) == 0)
    try expectNoIdentity()
  }

  private func expectNoIdentity(_ comment: Comment? = nil) throws {
    let error = #expect(throws: StorageError.self, comment) {
      try home.identity()
    }
    #expect(
      error
        == .identity(
          path: home.identityFile,
          reason: "is not an identity file of this program"), comment)
  }

  @Test func anIdentityOfANewerProgramIsToldApart() throws {
    try File.replace(
      home.identityFile, with: Array("plantguide identity 2\nwhat\n".utf8))
    let error = #expect(throws: StorageError.self) { try home.identity() }
    #expect(error == .newerIdentity(path: home.identityFile, form: "2"))
  }

  @Test func aLinkThatLeadsNowhereOnTheWayIsNoMissingHome() throws {
    let link = directory.path + "/link"
    try #require(symlink("none", link) == 0)
    for path in [link, link + "/home", link + "/a/b"] {
      let error = #expect(throws: StorageError.self, "\(path)") {
        try JournalHome(path: path).checkLinks()
      }
      #expect(error == .danglingLink(path: link))
    }
    try JournalHome(path: directory.path + "/none/home").checkLinks()
    try FileSystem.makeDirectory(directory.path + "/none")
    for path in [link, link + "/home"] {
      try JournalHome(path: path).checkLinks()
    }
  }

  @Test func aHeadThatIsTornOrOfAnotherFormSaysNothing() throws {
    #expect(home.head == nil)
    let head = JournalHead(inode: 1, commit: 2, events: 3, tips: 4, missing: 5)
    try FileSystem.makeDirectory(home.dataDirectory)
    home.setHead(head)
    #expect(home.head == head)
    let path = home.dataDirectory + "/head"
    let bytes = try #require(try File.contents(of: path))
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 4
      try File.replace(path, with: damaged)
      #expect(home.head == nil, "byte \(index)")
      try File.replace(path, with: Array(bytes.prefix(index)))
      #expect(home.head == nil, "\(index) bytes")
    }
    var words = Array(bytes.dropLast(8))
    words[7] = 2
    try File.replace(path, with: SealedValue.seal(words))
    #expect(home.head == nil)
    words[7] = 1
    try File.replace(path, with: SealedValue.seal(words))
    #expect(home.head == head)
  }
}
