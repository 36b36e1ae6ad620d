import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of the writing of this home.
@Suite struct ActionSessionTests {
  let fixture: JournalFixture
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  static let noon = Instant(milliseconds: 1_772_000_000_000)

  init() throws {
    fixture = try JournalFixture()
  }

  private var events: [RecordedEvent] {
    get throws { try fixture.journal.events }
  }

  @Test func theFirstActionFollowsTheStartOfJournalAndWriter() throws {
    try fixture.journal.write(note: "1", at: plant, now: Self.noon)
    let events = try events
    #expect(
      events.map(\.header.type)
        == ["writer.started", "journal.created", "plant.noted"])
    #expect(events.map(\.header.sequence) == [1, 2, 3])
    #expect(events.map(\.header.action) == [1, 1, 3])
    #expect(events.map(\.header.recorded) == [Self.noon, Self.noon, Self.noon])
    #expect(Set(events.map(\.header.writer)).count == 1)
    guard case .journalCreated(let body) = events[1].readablePayload?.body
    else {
      Issue.record("no journal.created")
      return
    }
    #expect(body.timeZone == "Europe/Paris")
  }

  @Test func theSecondActionGoesOnWithTheChain() throws {
    try fixture.journal.write(note: "1", at: plant, now: Self.noon)
    try fixture.journal.write(note: "2", at: plant, now: Self.noon)
    let events = try events
    #expect(events.map(\.header.action) == [1, 1, 3, 4])
    for (event, next) in zip(events, events.dropFirst()) {
      #expect(next.header.previous == event.hash)
      #expect(next.header.stamp > event.header.stamp)
    }
    let journal = fixture.journal
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
  }

  @Test func aHomeThatSyncedFirstJoinsWithoutAJournalOfItsOwn() throws {
    var other = TestWriter(0xa1)
    let id = JournalID(bits: UUIDBits(high: 7, low: 7))
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: id, timeZone: "Asia/Tokyo")))
    let future = Instant(milliseconds: Self.noon.milliseconds * 2)
    let received = try other.append(created, wall: future)
    try fixture.receive([received], merging: false)
    try fixture.journal.write(note: "1", at: plant, now: Self.noon)
    let own = try events.filter { $0.header.writer != other.id }
    #expect(own.map(\.header.type) == ["writer.started", "plant.noted"])
    // Stamps absorb what was received; the wall clock is told as it was.
    #expect(own.allSatisfy { $0.header.stamp > received.header.stamp })
    #expect(own.allSatisfy { $0.header.recorded == Self.noon })
  }

  @Test func nothingIsWrittenWhenTheBodyThrows() throws {
    try fixture.journal.write(note: "1", at: plant, now: Self.noon)
    let before = try fixture.dump(ProjectionDatabase.everything)
    #expect(throws: TestFailure.self) {
      try fixture.journal.write(.test(now: Self.noon)) { session in
        _ = try session.append(
          [note("2", at: plant)])
        throw TestFailure("changed my mind")
      }
    }
    #expect(try fixture.dump(ProjectionDatabase.everything) == before)
  }

  @Test func aWriteThatAppendsNothingLeavesAnEmptyLog() throws {
    try fixture.journal.write(.test(now: Self.noon)) { _ in }
    #expect(try fixture.dump(ProjectionDatabase.everything).entries.isEmpty)
  }

  @Test func anActionNeedsAnEvent() throws {
    #expect(throws: ActionError.noEvents) {
      try fixture.journal.write(.test(now: Self.noon)) { session in
        _ = try session.append([])
      }
    }
    #expect(try fixture.dump(ProjectionDatabase.everything).entries.isEmpty)
  }

  @Test func aClockThatGoesBackBreaksNoOrder() throws {
    let past = Instant(milliseconds: 1_000)
    try fixture.journal.write(note: "1", at: plant, now: Self.noon)
    try fixture.journal.write(note: "2", at: plant, now: past)
    let events = try events
    #expect(events[3].header.recorded == past)
    #expect(events[3].header.stamp > events[2].header.stamp)
  }

  @Test func clocksOutsideOfTheFormatAreHeldToItsEnds() throws {
    for milliseconds in [Int64.min, -1, 253_402_300_800_000, Int64.max] {
      let now = Instant(milliseconds: milliseconds)
      try fixture.journal.write(note: "odd", at: plant, now: now)
    }
    let events = try events
    #expect(events.count == 6)
    #expect(events.first?.header.recorded == Instant(milliseconds: 0))
    #expect(
      events.last?.header.recorded
        == Instant(milliseconds: 253_402_300_799_999))
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test func whatIsWrittenIsNeverTooLongToBeReceived() throws {
    let journal = fixture.journal
    // Payloads that grow byte by byte past the limit.
    let tag = String(repeating: "x", count: 200)
    let tags = Array(repeating: tag, count: 5_189)
    for filler in stride(from: 0, through: 600, by: 20) {
      let body = PlantAdded(
        scientificName: String(repeating: "y", count: filler), tags: tags)
      do {
        try journal.write(.test(now: Self.noon)) { session in
          let draft = (plant, EventPayload(body: .plantAdded(body)))
          _ = try session.append([draft])
        }
      } catch is ActionError {}
    }
    let events = try events
    #expect(3..<32 ~= events.count, "some fit and some do not")
    #expect(
      events.allSatisfy {
        $0.encoded.count <= RecordedEvent.maximumByteCount
      })
  }

  @Test func aHistoryKeptElsewhereIsLoadedUnderAFreshWriter() throws {
    try fixture.journal.write(note: "now", at: plant, now: Self.noon)
    let then = (1...3).map { Instant(milliseconds: Int64($0) * 1_000) }
    let options = ActionSession.Options.test(
      now: Self.noon, usesFreshWriter: true)
    try fixture.journal.write(options) { session in
      for instant in then + [then[2]] {
        _ = try session.append(
          [note("then", at: plant)], recorded: instant)
      }
    }
    let loaded = try events.filter {
      $0.header.writer == options.spareWriter
    }
    #expect(loaded.first?.header.type == "writer.started")
    #expect(
      loaded.map(\.header.recorded.milliseconds)
        == [1_000, 1_000, 2_000, 3_000, 3_000])
    // Stamps are the recorded instants, whatever else is held.
    #expect(
      loaded.map(\.header.stamp.milliseconds)
        == [1_000, 1_000, 2_000, 3_000, 3_000])
    #expect(try fixture.rebuildDifferences().isEmpty)
    // What comes next is written by that writer, and is the newest again.
    try fixture.journal.write(note: "later", at: plant, now: Self.noon)
    let newest = try #require(try events.last)
    #expect(newest.header.writer == options.spareWriter)
    #expect(newest.header.stamp.milliseconds >= Self.noon.milliseconds)
  }

  @Test func whatIsDecidedNextSeesOldEventsThatWereJustLoaded() throws {
    try fixture.journal.write(note: "now", at: plant, now: Self.noon)
    let task = TaskID(bits: UUIDBits(high: 5, low: 5))
    let room = RoomID(bits: UUIDBits(high: 6, low: 6))
    let body = TaskAdded(kind: .watering, task: task, due: .latest)
    try fixture.journal.write(.test(now: Self.noon)) { session in
      let created = RoomCreated(name: "Loft", sortOrder: 1)
      let draft = (room, EventPayload(body: .roomCreated(created)))
      _ = try session.append([draft])
    }
    let options = ActionSession.Options.test(
      now: Self.noon, usesFreshWriter: true)
    let old = Instant(milliseconds: 5_000)
    try fixture.journal.write(options) { session in
      _ = try session.append(
        [
          (plant, EventPayload(body: .taskAdded(body))),
          (room, EventPayload(body: .roomDeleted(.init()))),
        ], recorded: old)
      let state = try session.plant(plant)
      #expect(state.oneOffTask(task) != nil)
      // Deleted before it was created: the later holds.
      let loft = try session.room(room)
      #expect(loft.isPresent)
      let rooms = try session.rooms()
      #expect(rooms[room] != nil)
    }
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test func theStartInAnEmptyHomeIsAsOldAsTheFirstLine() throws {
    let options = ActionSession.Options.test(
      now: Self.noon, usesFreshWriter: true)
    let old = Instant(milliseconds: 5_000)
    try fixture.journal.write(options) { session in
      _ = try session.append(
        [note("then", at: plant)], recorded: old)
    }
    #expect(try events.allSatisfy { $0.header.recorded == old })
  }

  @Test func whatASessionReturnsNamesItsActions() throws {
    let journal = fixture.journal
    let named = try journal.write(.test(now: Self.noon)) {
      session in
      _ = try session.append(
        [note("1", at: plant), note("2", at: plant)])
      _ = try session.append([note("3", at: plant)])
      return session.actions.map(\.reference)
    }
    let counts = try journal.read { transaction in
      try named.map {
        try journal.log.events(of: $0, in: transaction).count
      }
    }
    #expect(counts == [2, 1])
  }
}
