import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalProjections

/// Copies of a home must never use the same sequence numbers.
@Suite struct CloneTests {
  let fixture: JournalFixture
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  let now = Instant(milliseconds: 1_772_000_000_000)

  init() throws {
    fixture = try JournalFixture()
    try fixture.journal.write(note: "before", at: plant, now: now)
  }

  private func writers(_ journal: Journal) throws -> [WriterID] {
    try journal.read { try journal.log.vector(in: $0).map(\.writer) }
  }

  private func ownWriter(_ journal: Journal) throws -> WriterID {
    try #require(try journal.home.identity()).writer
  }

  /// A copy of the journal in another home, with the identity of the first
  /// where a whole directory was copied.
  private func clone(
    withIdentity: Bool
  ) throws -> (directory: TemporaryDirectory, journal: Journal) {
    let directory = try TemporaryDirectory()
    let home = JournalHome(path: directory.path)
    try fixture.journal.environment.copy(
      to: home.dataDirectory, compact: false)
    if withIdentity, let identity = try fixture.journal.home.identity() {
      try home.setIdentity(identity)
    }
    return (directory, try JournalFixture.open(directory.path))
  }

  @Test(arguments: [true, false])
  func aCloneWritesUnderAWriterOfItsOwn(withIdentity: Bool) throws {
    let (directory, clone) = try clone(withIdentity: withIdentity)
    defer { withExtendedLifetime(directory) {} }
    let original = try ownWriter(fixture.journal)
    try clone.write(note: "in the clone", at: plant, now: now)
    try fixture.journal.write(note: "in the first", at: plant, now: now)
    #expect(try ownWriter(fixture.journal) == original)
    #expect(try ownWriter(clone) != original)
    #expect(try writers(clone).count == 2)
    let started = try #require(
      try clone.events.last { $0.header.type == "writer.started" })
    guard case .writerStarted(let body) = started.readablePayload?.body else {
      Issue.record("no writer.started")
      return
    }
    #expect(body.previous == original)
    // Neither lost anything, so that both can join again.
    try fixture.receive(try clone.events, merging: false)
    try clone.receive(try fixture.journal.events, merging: false)
    #expect(
      try clone.events.map(\.hash) == fixture.journal.events.map(\.hash))
  }

  @Test func aHomeGoesOnWithItsWriter() throws {
    let writer = try ownWriter(fixture.journal)
    try fixture.journal.write(note: "again", at: plant, now: now)
    try fixture.journal.environment.close()
    let journal = try JournalFixture.open(fixture.directory.path)
    try journal.write(note: "and again", at: plant, now: now)
    #expect(try ownWriter(journal) == writer)
    #expect(try writers(journal) == [writer])
  }

  @Test func hearingOfItsOwnWriterRetiresIt() throws {
    let original = try ownWriter(fixture.journal)
    // A copy that was not noticed: it wrote under the same writer.
    var copy = TestWriter(original)
    let held = try fixture.journal.events
    let last = try #require(held.last)
    copy.clock.update(with: last.header.stamp)
    let draft = EventDraft(plant, .plantNoted(.init(text: "elsewhere")))
    let foreign = copy.event(
      draft, stamp: try copy.clock.now(wall: now),
      sequence: last.header.sequence + 1, previous: last.hash)
    try fixture.receive([foreign])
    try fixture.journal.write(note: "here", at: plant, now: now)
    let writer = try ownWriter(fixture.journal)
    #expect(writer != original)
    #expect(Set(try writers(fixture.journal)) == [original, writer])
    // Retired once; the new writer stays.
    try fixture.journal.write(note: "here too", at: plant, now: now)
    #expect(try ownWriter(fixture.journal) == writer)
  }

  @Test func aForkOfItsOwnWriterIsKeptAndRetiresIt() throws {
    let original = try ownWriter(fixture.journal)
    let held = try fixture.journal.events
    let first = held[0]
    let draft = EventDraft(plant, .plantNoted(.init(text: "elsewhere")))
    let foreign = TestWriter(original).event(
      draft, stamp: try #require(first.header.stamp.successor), sequence: 2,
      previous: first.hash)
    let result = try fixture.receive([foreign])
    #expect(result.forkedWriters == [original])
    try fixture.journal.write(note: "here", at: plant, now: now)
    #expect(try ownWriter(fixture.journal) != original)
    let journal = fixture.journal
    let tips = try journal.read { try journal.log.tips(of: original, in: $0) }
    #expect(tips.tips.count == 2)
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  /// Another process may receive the fork after this one has asked whether its
  /// writer is retired.
  @Test func aWriterThatForkedAndGoesOnKeepsBothBranches() throws {
    let original = try ownWriter(fixture.journal)
    let held = try fixture.journal.events
    let draft = EventDraft(plant, .plantNoted(.init(text: "elsewhere")))
    let foreign = TestWriter(original).event(
      draft, stamp: try #require(held[0].header.stamp.successor), sequence: 2,
      previous: held[0].hash)
    try fixture.receive([foreign])
    let journal = fixture.journal
    try journal.environment.write { transaction in
      var meta = try #require(try journal.meta(in: transaction))
      meta.needsNewWriter = false
      try journal.setMeta(meta, in: transaction)
    }
    try journal.write(note: "here", at: plant, now: now)
    #expect(try ownWriter(journal) == original)
    let tips = try journal.read { try journal.log.tips(of: original, in: $0) }
    #expect(tips.tips.map(\.sequence) == [2, 4])
    #expect(try journal.events.count == held.count + 2)
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
  }

  /// The journal's record of itself may be damaged, and is not folded from
  /// events.
  @Test func aRebuildKnowsTheHomesWriterWithoutItsRecord() throws {
    let journal = fixture.journal
    let original = try ownWriter(journal)
    try journal.environment.write {
      try $0.removeAll(in: journal.projections.meta)
    }
    _ = try journal.rebuild()
    let meta = try journal.read { try journal.meta(in: $0) }
    #expect(meta?.ownWriters == [original])
    try journal.write(note: "here", at: plant, now: now)
    #expect(try ownWriter(journal) != original)
    let own = try journal.read { try journal.meta(in: $0)?.ownWriters }
    #expect(own == [original, try ownWriter(journal)])
  }

  @Test func itsOwnEventsComingBackRetireNothing() throws {
    let original = try ownWriter(fixture.journal)
    try fixture.receive(try fixture.journal.events, merging: false)
    try fixture.journal.write(note: "here", at: plant, now: now)
    #expect(try ownWriter(fixture.journal) == original)
  }

  @Test func aHomeWhoseDataIsGoneIsAnErrorAndNotANewJournal() throws {
    let directory = try TemporaryDirectory()
    let home = JournalHome(path: directory.path)
    try home.setIdentity(
      try #require(try fixture.journal.home.identity()))
    #expect(throws: LMDBError.self) {
      _ = try Journal.open(home, access: .readWrite)
    }
  }
}
