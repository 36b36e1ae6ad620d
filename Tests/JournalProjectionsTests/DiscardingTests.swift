import Glibc
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// A first command that was refused leaves no journal, and nobody writes to
/// one that was removed.
@Suite struct DiscardingTests {
  private let directory: TemporaryDirectory
  private let home: JournalHome

  init() throws {
    directory = try TemporaryDirectory()
    home = JournalHome(path: directory.path + "/home")
  }

  private struct Refused: Error {}

  private let options = ActionSession.Options(
    now: Instant(milliseconds: 1_000), program: "test", timeZone: "UTC")

  private func note(_ journal: Journal) throws {
    let at = OffsetInstant(
      instant: Instant(milliseconds: 1_000), offsetMinutes: 0)
    let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
    try journal.write(options) { session in
      _ = try session.append(
        [(plant, EventPayload(at: at, body: .plantNoted(.init(text: "x"))))])
    }
  }

  @Test func aJournalWithoutEventsLeavesNothing() throws {
    let journal = try Journal.open(home, access: .readWrite)
    #expect(throws: Refused.self) {
      try journal.write(options) { _ in throw Refused() }
    }
    #expect(home.exists)
    try journal.discardIfEmpty()
    #expect(!home.exists)
    #expect(access(home.dataDirectory, F_OK) != 0)
    home.removeIfEmpty()
    #expect(!home.hasDirectory)
  }

  @Test func aJournalWithEventsStays() throws {
    let journal = try Journal.open(home, access: .readWrite)
    try note(journal)
    try journal.discardIfEmpty()
    let again = try Journal.open(home, access: .readWrite)
    #expect(try again.read { try again.log.count(in: $0) } == 3)
  }

  @Test func nothingIsWrittenToAFileThatWasRemoved() throws {
    let journal = try Journal.open(home, access: .readWrite)
    try note(journal)
    unlink(home.dataFile)
    #expect(throws: LMDBError.self) { try note(journal) }
    #expect(throws: LMDBError.self) { try journal.rebuild() }
    #expect(throws: LMDBError.self) { try journal.receive([]) }
  }

  @Test func nothingIsWrittenToAFileThatWasReplaced() throws {
    let journal = try Journal.open(home, access: .readWrite)
    try note(journal)
    let moved = directory.path + "/moved"
    #expect(rename(home.dataDirectory, moved) == 0)
    let other = JournalHome(path: directory.path + "/other")
    try note(try Journal.open(other, access: .readWrite))
    #expect(rename(other.dataDirectory, home.dataDirectory) == 0)
    #expect(throws: LMDBError.self) { try note(journal) }
  }
}
