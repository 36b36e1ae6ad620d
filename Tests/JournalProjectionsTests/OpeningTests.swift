import Glibc
import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalProjections

/// What is done, or left alone, when a journal is opened.
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
    #expect(throws: refusal) { _ = try open() }
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
