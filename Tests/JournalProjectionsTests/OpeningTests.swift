import Glibc
import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalProjections

/// Tests of the work that is done, or left alone, when a journal is opened.
@Suite struct OpeningTests {
  let directory: TemporaryDirectory
  let now = Instant(milliseconds: 1_772_000_000_000)
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func open(
    _ access: Environment.Access = .readWrite
  ) throws -> Journal {
    try Journal.open(JournalHome(path: directory.path), access: access)
  }

  private func changeMeta(
    _ journal: Journal, format: UInt64, reducer: UInt64
  ) throws {
    try journal.environment.write { transaction in
      let meta = JournalMeta(
        formatVersion: format, reducerVersion: reducer, ownWriters: [],
        needsNewWriter: false)
      try journal.setMeta(meta, in: transaction)
    }
  }

  @Test func readingWhereNothingWasWrittenFindsNothingAndMakesNothing()
    throws
  {
    let home = JournalHome(path: directory.path + "/none")
    let journal = try Journal.open(home, access: .readOnly)
    #expect(try journal.events.isEmpty)
    let count = try journal.read {
      try journal.projections.count(of: .total, in: $0)
    }
    #expect(count == 0)
    #expect(access(home.path, F_OK) != 0)
  }

  @Test func aNewerFormatIsRefusedUntouched() throws {
    let journal = try open()
    try journal.write(note: "1", at: plant, now: now)
    try changeMeta(journal, format: 99, reducer: 1)
    try journal.environment.close()
    let refusal = StorageError.newerFormat(
      found: 99, known: Journal.formatVersion)
    #expect(throws: refusal) { _ = try open(.readOnly) }
    let opened = try open()
    #expect(throws: refusal) { try opened.events }
    #expect(throws: refusal) {
      try opened.write(note: "2", at: plant, now: now)
    }
    #expect(throws: refusal) { try opened.rebuild() }
    #expect(throws: refusal) { try opened.receive { _ in nil } }
    #expect(throws: refusal) { try opened.remove {} }
  }

  /// Renames a database where the file names it, as a bit that flips does.
  private func rename(_ name: String) throws {
    let path = JournalHome(path: directory.path).dataFile
    let file = try #require(fopen(path, "r+"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    let wanted = Array(name.utf8)
    var places = 0
    for place in bytes.indices.dropLast(wanted.count)
    where bytes[place...].starts(with: wanted) {
      fseek(file, place + 1, SEEK_SET)
      fputc(Int32(bytes[place + 1] ^ 1), file)
      places += 1
    }
    #expect(places > 0)
  }

  @Test(
    arguments: LogDatabase.all, [Environment.Access.readOnly, .readWrite])
  func aJournalThatLacksADatabaseOfItsLogIsDamaged(
    name: String, access: Environment.Access
  ) throws {
    let journal = try open()
    try journal.write(note: "1", at: plant, now: now)
    try journal.environment.close()
    try rename(name)
    for hasIdentity in [true, false] {
      if !hasIdentity { try journal.home.removeIdentity() }
      let error = #expect(throws: LMDBError.self) {
        try open(access).events
      }
      #expect(error?.code == .damaged)
    }
  }

  @Test(arguments: [Environment.Access.readOnly, .readWrite])
  func aJournalOfAnOlderProgramGetsALaterDatabase(
    access: Environment.Access
  ) throws {
    let journal = try open()
    try journal.write(note: "1", at: plant, now: now)
    try changeMeta(journal, format: Journal.formatVersion, reducer: 0)
    try journal.environment.close()
    try rename("measurements")
    #expect(try open(access).events.count == 3)
    try open(access).environment.close()
    let again = try open()
    try again.write(note: "2", at: plant, now: now)
    #expect(try again.events.count == 4)
  }

  @Test(arguments: [Environment.Access.readOnly, .readWrite])
  func aJournalOfThisProgramThatLacksALaterDatabaseIsDamaged(
    access: Environment.Access
  ) throws {
    let journal = try open()
    try journal.write(note: "1", at: plant, now: now)
    try journal.environment.close()
    try rename("measurements")
    let error = #expect(throws: LMDBError.self) { try open(access) }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [Environment.Access.readOnly, .readWrite])
  func foldsOfAnotherVersionAreFoldedAgain(
    access: Environment.Access
  ) throws {
    let names = LogDatabase.all + ProjectionDatabase.rebuilt
    let journal = try open()
    try journal.write(note: "1", at: plant, now: now)
    let before = try journal.read {
      try $0.dump(names, of: journal.environment)
    }
    try journal.environment.write { transaction in
      let plants = journal.environment.database(ProjectionDatabase.plants)
      try transaction.removeAll(in: plants)
    }
    try changeMeta(journal, format: Journal.formatVersion, reducer: 0)
    try journal.environment.close()
    let reopened = try open(access)
    let after = try reopened.read {
      try $0.dump(names, of: reopened.environment)
    }
    #expect(after == before)
    let meta = try reopened.read { try reopened.meta(in: $0) }
    #expect(meta?.reducerVersion == Journal.reducerVersion)
  }
}
