import JournalEvents
import JournalLog
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalProjections

/// Tests of people who act through a home that is not theirs: each writes under
/// a writer of their own, which no copy of the home ever continues.
@Suite struct PersonTests {
  let fixture: JournalFixture
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  let now = Instant(milliseconds: 1_772_000_000_000)
  let bea = Person("Bea")

  init() throws {
    fixture = try JournalFixture()
  }

  /// Writes a note as a person, or as the home.
  @discardableResult
  private func write(
    _ person: Person?, in journal: Journal? = nil
  ) throws -> WriterID {
    try (journal ?? fixture.journal)
      .write(note: "a note", at: plant, now: now, by: person).first.writer
  }

  private func ownWriter(_ journal: Journal) throws -> WriterID {
    try #require(try journal.home.identity()).writer
  }

  private func writers(_ journal: Journal) throws -> Set<WriterID> {
    try Set(journal.events.map(\.header.writer))
  }

  private func meta(_ journal: Journal) throws -> JournalMeta {
    try #require(try journal.read { try journal.meta(in: $0) })
  }

  /// The name of a writer.
  private func name(
    _ writer: WriterID, in journal: Journal? = nil
  ) throws -> WriterName? {
    try (journal ?? fixture.journal).snapshot(clock: now) {
      try $0.name(of: writer)
    }
  }

  /// Expects whole chains without branches: no sequence was used twice.
  private func expectNoForks(_ journals: Journal...) throws {
    for journal in journals {
      let verification = try journal.read { try journal.log.verify(in: $0) }
      #expect(verification.isClean)
      let vector = try journal.read { try journal.log.vector(in: $0) }
      #expect(vector.allSatisfy { !$0.tips.isForked })
    }
  }

  // MARK: A writer of one's own

  @Test func eachPersonWritesUnderOneWriter() throws {
    let own = try write(nil)
    let hers = try write(bea)
    let his = try write(Person("Ben"))
    #expect(Set([own, hers, his]).count == 3)
    #expect(try write(bea) == hers)
    // A token in capitals, and one that another name is shown of.
    #expect(try write(Person("BEA")) == hers)
    #expect(try write(Person("Beatrice", key: bea.key)) == hers)
    #expect(try write(Person("Bea", key: "another")) != hers)
    #expect(try write(nil) == own)
    #expect(try ownWriter(fixture.journal) == own)
    #expect(try meta(fixture.journal).ownWriters == [own])
    try expectNoForks(fixture.journal)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test func thePersonsNameIsWrittenWithTheStart() throws {
    let own = try write(nil)
    try fixture.journal.write(.test(now: now)) { session in
      _ = try session.action {
        try $0.name(
          nil, WriterName(device: "laptop", person: "Anna"),
          at: OffsetInstant(instant: now, offsetMinutes: 60))
      }
    }
    let hers = try write(bea)
    let events = try fixture.journal.events
      .filter { $0.header.writer == hers }
    #expect(
      events.map(\.header.type)
        == ["writer.started", "writer.named", "plant.noted"])
    #expect(events.map(\.header.action) == [1, 1, 3])
    #expect(try name(hers) == WriterName(device: nil, person: "Bea"))
    #expect(try name(own) == WriterName(device: "laptop", person: "Anna"))
    // Whoever renames it makes no other.
    try fixture.journal.write(.test(now: now)) { session in
      _ = try session.action {
        try $0.name(
          hers, WriterName(person: "Beatrice"),
          at: OffsetInstant(instant: now, offsetMinutes: 60))
      }
    }
    #expect(try write(bea) == hers)
    #expect(try name(hers) == WriterName(person: "Beatrice"))
    // What she does first in a session is told apart from its start.
    try fixture.journal.write(.test(now: now, person: Person("Ben"))) {
      session in
      _ = try session.append([note("a note", at: plant)])
      #expect(session.startingActions.count == 1)
      #expect(session.actions.count == 1)
    }
  }

  @Test func thePersonWhoActsFirstStartsTheHomesWriter() throws {
    let hers = try write(bea)
    let own = try ownWriter(fixture.journal)
    let types = try fixture.journal.events.map {
      "\($0.header.writer == own ? "home" : "Bea") \($0.header.type)"
    }
    #expect(
      types == [
        "home writer.started", "home journal.created", "Bea writer.started",
        "Bea writer.named", "Bea plant.noted",
      ])
    #expect(try meta(fixture.journal).ownWriters == [own])
    #expect(try write(nil) == own)
    #expect(try write(bea) == hers)
    #expect(try name(hers) == WriterName(person: "Bea"))
    try expectNoForks(fixture.journal)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test func aRehearsalLeavesNothing() throws {
    for _ in 0..<2 {
      let home = fixture.journal.home
      let before = try (
        fixture.journal.events, home.identity(),
        fixture.journal.read { try fixture.journal.meta(in: $0) }
      )
      let count = try fixture.journal.rehearse(.test(now: now, person: bea)) {
        session in
        _ = try session.append([note("a note", at: plant)])
        return session.startingActions.count
      }
      #expect(count == (before.0.isEmpty ? 2 : 1))
      #expect(try fixture.journal.events == before.0)
      #expect(try home.identity() == before.1)
      #expect(
        try fixture.journal.read { try fixture.journal.meta(in: $0) }
          == before.2)
      try write(nil)
    }
  }

  /// A loaded history has the stamps of its own time, which only a new writer
  /// can give.
  @Test func aLoadedHistoryHasAFreshWriterForThePerson() throws {
    let hers = try write(bea)
    let early = Instant(milliseconds: 1_000_000_000_000)
    try fixture.journal.write(
      .test(now: early, usesFreshWriter: true, person: bea)
    ) { session in
      #expect(session.writer != hers)
      _ = try session.append([note("long ago", at: plant)])
    }
    let loaded = try write(bea)
    #expect(loaded != hers)
    let first = try #require(
      try fixture.journal.events.first { $0.header.writer == loaded })
    #expect(first.header.stamp.milliseconds == 1_000_000_000_000)
    try expectNoForks(fixture.journal)
  }

  // MARK: Copies

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

  @Test(arguments: [true, false], [nil, Person("Bea")])
  func inACopyEachPersonHasANewWriter(
    withIdentity: Bool, first: Person?
  ) throws {
    let own = try write(nil)
    let hers = try write(bea)
    let (directory, clone) = try clone(withIdentity: withIdentity)
    defer { withExtendedLifetime(directory) {} }
    try write(first, in: clone)
    let copied = try write(bea, in: clone)
    #expect(![own, hers].contains(copied))
    #expect(try write(bea, in: clone) == copied)
    let now = try write(nil, in: clone)
    #expect(![own, hers, copied].contains(now))
    #expect(try meta(clone).ownWriters.last == now)
    if withIdentity {
      // What was copied is another home's.
      #expect(try meta(clone).everyOwnWriter == [now, copied])
    }
    #expect(try write(nil) == own)
    #expect(try write(bea) == hers)
    try fixture.receive(try clone.events, merging: false)
    try clone.receive(try fixture.journal.events, merging: false)
    #expect(
      try clone.events.map(\.hash) == fixture.journal.events.map(\.hash))
    try expectNoForks(fixture.journal, clone)
    #expect(try writers(clone) == [own, hers, now, copied])
    // Hearing of each other retired nobody.
    #expect(try write(bea, in: clone) == copied)
    #expect(try write(bea) == hers)
    #expect(try name(copied) == WriterName(person: "Bea"))
  }

  /// A restored backup has no inode in its identity.
  @Test(arguments: [nil, Person("Bea")])
  func inARestoredHomeEachPersonHasANewWriter(first: Person?) throws {
    let own = try write(nil)
    let hers = try write(bea)
    let home = fixture.journal.home
    let identity = try #require(try home.identity())
    try home.setIdentity(
      Identity(writer: own, inode: 0, machine: identity.machine))
    try write(first)
    let later = try write(bea)
    #expect(later != hers)
    #expect(try write(bea) == later)
    let meta = try meta(fixture.journal)
    #expect(meta.ownWriters == [own, try write(nil)])
    // She may still undo what she did before.
    #expect(meta.writers(of: bea) == [hers, later])
    let started = try #require(
      try fixture.journal.events.first { $0.header.writer == later })
    guard case .writerStarted(let body) = started.readablePayload?.body else {
      Issue.record("no writer.started")
      return
    }
    #expect(body.previous == hers)
    try expectNoForks(fixture.journal)
  }

  /// A copy that was not noticed wrote under the writer of a person, although
  /// not under the home's.
  @Test func hearingOfThePersonsWriterRetiresAll() throws {
    let own = try write(nil)
    let hers = try write(bea)
    let last = try #require(
      try fixture.journal.events.last { $0.header.writer == hers })
    var copy = TestWriter(hers)
    copy.clock.update(with: last.header.stamp)
    let draft = EventDraft(plant, .plantNoted(.init(text: "elsewhere")))
    let foreign = copy.event(
      draft, stamp: try copy.clock.now(wall: now),
      sequence: last.header.sequence + 1, previous: last.hash)
    // Her own events coming back retire nothing.
    try fixture.receive(try fixture.journal.events, merging: false)
    #expect(try write(nil) == own)
    #expect(try !meta(fixture.journal).needsNewWriter)
    try fixture.receive([foreign])
    let later = try write(bea)
    let meta = try meta(fixture.journal)
    #expect(later != hers)
    #expect(!meta.needsNewWriter)
    #expect(try ownWriter(fixture.journal) != own)
    #expect(meta.ownWriters == [own, try ownWriter(fixture.journal)])
    #expect(try write(bea) == later)
    try expectNoForks(fixture.journal)
  }

  // MARK: The home's record of itself

  @Test func aRebuildKeepsThePeople() throws {
    try write(nil)
    let hers = try write(bea)
    let before = try meta(fixture.journal)
    _ = try fixture.journal.rebuild()
    #expect(try meta(fixture.journal) == before)
    #expect(try write(bea) == hers)
    // Without the record, nobody knows whether a copy went on.
    let journal = fixture.journal
    try journal.environment.write {
      try $0.removeAll(in: journal.projections.meta)
    }
    _ = try journal.rebuild()
    #expect(try write(bea) != hers)
    try expectNoForks(journal)
  }

  @Test(arguments: [true, false])
  func theRecordIsReadAsItWasStored(isBehind: Bool) throws {
    let ids = (1...4).map { WriterID(bits: UUIDBits(high: 1, low: $0)) }
    var meta = JournalMeta(ownWriters: [ids[0], ids[1]], needsNewWriter: true)
    meta.isBehind = isBehind
    let plain = meta.stored
    #expect(try JournalMeta(stored: plain.span.bytes) == meta)
    meta.people = [
      .init(home: ids[0], person: "bea", writer: ids[2]),
      .init(home: ids[1], person: "水", writer: ids[3]),
    ]
    let stored = meta.stored
    #expect(try JournalMeta(stored: stored.span.bytes) == meta)
    // Homes without people are stored as ever.
    meta.people = []
    #expect(meta.stored == plain)
  }

  /// A program that knows of no people leaves them out of the record.
  @Test func whoeverIsMissingInTheRecordStartsAgain() throws {
    let own = try write(nil)
    let hers = try write(bea)
    let journal = fixture.journal
    try journal.environment.write { transaction in
      var meta = try #require(try journal.meta(in: transaction))
      meta.people = []
      try journal.setMeta(meta, in: transaction)
    }
    #expect(try write(bea) != hers)
    #expect(try write(nil) == own)
    try expectNoForks(journal)
  }
}
