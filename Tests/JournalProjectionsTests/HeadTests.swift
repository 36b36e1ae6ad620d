import Glibc
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Commits that went missing though the data file holds together.
@Suite struct HeadTests {
  private let directory: TemporaryDirectory
  private let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  private let now = Instant(milliseconds: 1_772_000_000_000)

  init() throws {
    directory = try TemporaryDirectory()
    for text in ["one", "two", "three"] { try note(text) }
  }

  private var home: JournalHome { JournalHome(path: directory.path) }

  private func use<R>(_ body: (Journal) throws -> R) throws -> R {
    let journal = try JournalFixture.open(directory.path)
    defer { try? journal.environment.close() }
    return try body(journal)
  }

  private func note(_ text: String) throws {
    try use { _ = try $0.write(note: text, at: plant, now: now) }
  }

  private func faults() throws -> [StorageError] {
    try use { try $0.verify().faults }
  }

  /// The file's bytes, from `offset` on.
  private func bytes(
    of path: String, from offset: Int = 0, count: Int = .max
  ) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    let size = Int(lseek(descriptor, 0, SEEK_END)) - offset
    var bytes = [UInt8](repeating: 0, count: min(size, count))
    try #require(
      pread(descriptor, &bytes, bytes.count, offset) == bytes.count)
    return bytes
  }

  /// Writes over a file, which stays the one it is.
  private func overwrite(
    _ path: String, at offset: Int = 0, _ bytes: [UInt8]
  ) throws {
    let descriptor = open(path, O_WRONLY)
    defer { close(descriptor) }
    try #require(
      pwrite(descriptor, bytes, bytes.count, offset) == bytes.count)
  }

  private var headFile: String { home.dataDirectory + "/head" }

  @Test func whatWasCommittedIsThere() throws {
    #expect(try faults() == [])
    #expect(home.head?.events == 5)
  }

  @Test func aStaleMetaPageThatHidesTheLastCommitIsFound() throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let before = try (0..<2).map {
      try bytes(of: home.dataFile, from: $0 * page, count: page)
    }
    try note("four")
    let after = try (0..<2).map {
      try bytes(of: home.dataFile, from: $0 * page, count: page)
    }
    let changed = try #require((0..<2).first { before[$0] != after[$0] })
    try overwrite(home.dataFile, at: changed * page, before[changed])
    #expect(try faults() == [.missingCommits])
    try overwrite(home.dataFile, at: changed * page, after[changed])
    #expect(try faults() == [])
  }

  @Test func anOlderFileIsFoundAndGoesOnUnderANewWriter() throws {
    let older = try bytes(of: home.dataFile)
    try note("four")
    try overwrite(home.dataFile, older)
    #expect(try faults() == [.missingCommits])
    let writer = try #require(try home.identity()).writer
    try note("another four")
    let next = try #require(try home.identity()).writer
    #expect(next != writer)
    // What was lost is not back, and is told until somebody goes on without.
    try note("five")
    #expect(try home.identity()?.writer == next)
    #expect(try faults() == [.missingCommits])
    _ = try use { try $0.rebuild() }
    #expect(try faults() == [])
  }

  @Test func whoTakesAnOlderFileAsItIsBeginsANewWriter() throws {
    let older = try bytes(of: home.dataFile)
    try note("four")
    try overwrite(home.dataFile, older)
    let writer = try #require(try home.identity()).writer
    _ = try use { try $0.rebuild() }
    #expect(try faults() == [])
    try note("another four")
    #expect(try home.identity()?.writer != writer)
  }

  @Test func aHeadThatIsOlderTornOrGoneIsNoDamage() throws {
    let older = try bytes(of: headFile)
    try note("four")
    let newer = try bytes(of: headFile)
    try #require(older.count == newer.count && older != newer)
    try overwrite(headFile, older)
    #expect(try faults() == [])
    try overwrite(headFile, Array(newer[..<24] + older[24...]))
    #expect(home.head == nil)
    #expect(try faults() == [])
    try #require(unlink(headFile) == 0)
    #expect(try faults() == [])
    try note("five")
    #expect(home.head?.events == 7)
  }

  @Test func aHeadOfAnotherFileSaysNothing() throws {
    let head = try #require(home.head)
    home.setHead(
      JournalHead(
        inode: head.inode + 1, commit: head.commit + 9,
        events: head.events + 9, tips: 0))
    #expect(try faults() == [])
    home.setHead(
      JournalHead(
        inode: head.inode, commit: head.commit, events: head.events, tips: 0))
    #expect(try faults() == [.missingCommits])
  }

  @Test func whatCommitsNothingKeepsTheHead() throws {
    let head = home.head
    try use { journal in
      try journal.write(.test(now: now)) { _ in }
      _ = try journal.rehearse(.test(now: now)) { session in
        try session.append([JournalProjectionsTests.note("no", at: plant)])
      }
    }
    #expect(home.head == head)
    #expect(try faults() == [])
  }
}
