import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import LMDBKit
import Testing

/// Erased payloads are gone on every replica, whatever comes when, and nothing
/// else is.
@Suite struct ErasureTests {
  let fixture: JournalFixture
  var writer = TestWriter(0xa1)
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))

  init() throws {
    fixture = try JournalFixture()
  }

  private func note(_ text: String) -> EventDraft {
    EventDraft(plant, .plantNoted(.init(text: text)))
  }

  private func erasure(of event: RecordedEvent) -> EventDraft {
    EventDraft(
      .journal,
      .payloadErased(
        .init(
          writer: event.header.writer, sequence: event.header.sequence,
          hash: event.hash)))
  }

  private func erased(_ event: RecordedEvent) throws -> RecordedEvent {
    try RecordedEvent(headerBytes: event.headerBytes, payloadBytes: nil)
  }

  /// The events as a journal holds them, each after the one it continues.
  private func stored(_ journal: Journal) throws -> [RecordedEvent] {
    try journal.read { transaction in
      var events: [RecordedEvent] = []
      try journal.log.forEachEvent(.forward, in: transaction) { event, bytes in
        events.append(try event.recorded(bytes))
        return true
      }
      return events
    }
  }

  private func holdsPayload(_ event: RecordedEvent) throws -> Bool? {
    try fixture.journal.read { transaction in
      try fixture.journal.log.event(event.reference, in: transaction)
        .map { $0.payloadBytes != nil }
    }
  }

  @Test mutating func whatIsErasedIsGoneInTheSameTransaction() throws {
    let text = try writer.append(note("a secret"))
    let other = try writer.append(note("no secret"))
    try fixture.receive([text, other])
    #expect(!fixture.journal.home.mayHoldDroppedBytes)
    let result = try fixture.receive([try writer.append(erasure(of: text))])
    #expect(result.erased == 1)
    #expect(fixture.journal.home.mayHoldDroppedBytes)
    #expect(try holdsPayload(text) == false)
    #expect(try holdsPayload(other) == true)
    let notes = try fixture.journal.read {
      try fixture.journal.projections.positions(of: .note, of: plant, in: $0)
    }
    #expect(notes == [other.position])
    #expect(try fixture.journal.verify().isClean)
  }

  @Test mutating func aPayloadThatComesAfterItsErasureIsDropped() throws {
    let text = try writer.append(note("a secret"))
    var other = TestWriter(0xb2)
    try fixture.receive([try other.append(erasure(of: text))])
    #expect(try holdsPayload(text) == nil)
    #expect(try fixture.receive([text]).erased == 0)
    #expect(try holdsPayload(text) == false)
    // Again, from a replica that does not know: nothing comes back.
    #expect(try fixture.receive([text]).duplicates == 1)
    #expect(try holdsPayload(text) == false)
    #expect(try fixture.journal.verify().isClean)
  }

  @Test mutating func aPayloadThatNothingErasedIsNotTakenAsNull() throws {
    let text = try writer.append(note("a text"))
    let next = try writer.append(note("the next"))
    let before = try fixture.dump()
    #expect(throws: ReceiveError.missingPayload(text.reference)) {
      try fixture.receive([try erased(text), next])
    }
    #expect(try fixture.dump() == before)
    // One that is held stays as it is.
    try fixture.receive([text])
    #expect(try fixture.receive([try erased(text)]).duplicates == 1)
    #expect(try holdsPayload(text) == true)
  }

  @Test mutating func aNullWaitsForItsErasureWithinTheTransaction() throws {
    let text = try writer.append(note("a text"))
    let next = try writer.append(note("the next"))
    let erasure = try writer.append(erasure(of: text))
    let events = [try erased(text), next, erasure]
    // The batch goes on beyond its limit until all is explained.
    var index = 0
    let result = try fixture.journal.receive(merging: true, limit: 1) { _ in
      guard index < events.count else { return nil }
      defer { index += 1 }
      return events[index].encoded
    }
    #expect(result.received == 3)
    #expect(try fixture.journal.verify().isClean)
  }

  @Test mutating func whatAllRestsOnCannotBeErased() throws {
    let drafts = [
      EventDraft(.journal, .writerStarted(.init(program: "test"))),
      EventDraft(
        .journal, .journalCreated(.init(journal: id(1), timeZone: "UTC"))),
      note("a text"),
    ]
    var events = try drafts.map { try writer.append($0) }
    let undoing = ActionUndone(
      writer: writer.id, sequence: 3, hash: events[2].hash, undone: true)
    events.append(
      try writer.append(EventDraft(.journal, .actionUndone(undoing))))
    let erasure = try writer.append(erasure(of: events[2]))
    events.append(erasure)
    try fixture.receive(events)
    let names = ProjectionDatabase.rebuilt.filter { $0 != "erased" }
    let before = try fixture.dump(names)
    var forger = TestWriter(0xb2)
    for event in [events[0], events[1], events[3], erasure] {
      try fixture.receive([try forger.append(self.erasure(of: event))])
      #expect(try holdsPayload(event) == true)
      #expect(throws: ReceiveError.badPayload(event.reference)) {
        try JournalFixture().receive([try erased(event)])
      }
    }
    let fresh = try JournalFixture()
    try fresh.receive(stored(fixture.journal))
    #expect(try fresh.dump() == fixture.dump())
    #expect(try fixture.journal.verify().isClean)
    #expect(try fixture.dump(names) == before)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func whatIsHeldIsTakenOverInAnyOrder(seed: UInt64) throws {
    var maker = HistoryMaker(seed: 5_000 + seed, erasing: true)
    let history = try maker.history(count: 50)
    try fixture.receive(history)
    let held = try stored(fixture.journal)
    var random = SeededGenerator(seed: seed)
    let other = try JournalFixture()
    // Some come whole, some without what was erased, all at once.
    let whole = Dictionary(uniqueKeysWithValues: history.map { ($0.hash, $0) })
    let mixed = Delivery.shuffled(held, using: &random).map { event in
      random.one(in: 2) ? whole[event.hash] ?? event : event
    }
    try other.receive(mixed)
    let differences = try other.dump().differences(from: fixture.dump())
    #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
    #expect(try other.journal.verify().isClean, "seed \(seed)")
    #expect(try other.rebuildDifferences().isEmpty, "seed \(seed)")
  }

  /// An older program keeps an erasure as an event that it does not know,
  /// beside the payload.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func aRebuildErasesWhatAnOlderProgramKept(seed: UInt64) throws {
    var maker = HistoryMaker(seed: 6_000 + seed, erasing: true)
    let history = try maker.history(count: 50)
    try fixture.receive(history)
    let expected = try fixture.dump()
    let old = try JournalFixture()
    try old.receive(history)
    let journal = old.journal
    try journal.environment.write { transaction in
      let log = journal.environment.database(LogDatabase.log)
      for event in history {
        let key = LogKey.bytes(of: event.reference)
        try transaction.put(key, event.encoded, in: log)
      }
      try transaction.removeAll(
        in: journal.environment.database(ProjectionDatabase.erased))
    }
    // A history that erases nothing is as it was.
    let isOld = try !old.dump().differences(from: expected).isEmpty
    #expect(try journal.verify().isClean != isOld, "seed \(seed)")
    _ = try journal.rebuild()
    let differences = try old.dump().differences(from: expected)
    #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
    let isErased = try stored(journal).contains { $0.payloadBytes == nil }
    #expect(journal.home.mayHoldDroppedBytes == isErased, "seed \(seed)")
  }

  @Test mutating func verifyingTellsNullsThatNothingErased() throws {
    let texts = [try writer.append(note("1")), try writer.append(note("2"))]
    let erasure = try writer.append(erasure(of: texts[0]))
    try fixture.receive(texts + [erasure])
    let journal = fixture.journal
    func store(_ event: RecordedEvent) throws {
      try journal.environment.write { transaction in
        try transaction.put(
          LogKey.bytes(of: event.reference), event.encoded,
          in: journal.environment.database(LogDatabase.log))
      }
    }
    func erasedSteps() throws -> [EventReference] {
      try journal.read { transaction in
        var fold = try MemoryFold(journal, recordedBy: nil, in: transaction)
        var steps: [EventReference] = []
        try fold.run(in: transaction) { step, _ in
          if step.isErased { steps.append(step.position.reference) }
          return true
        }
        return steps
      }
    }
    #expect(try erasedSteps() == [texts[0].reference])
    try store(texts[0])
    try store(try erased(texts[1]))
    #expect(try erasedSteps().isEmpty)
    let problems = try journal.verify().problems
    #expect(
      problems.map(\.event) == [texts[1].reference, texts[0].reference])
    #expect(
      problems.map(\.reason) == [
        "has no payload, and nothing erased it",
        "is erased, but its payload is there",
      ])
  }

  @Test mutating func aPlantOfWhichNothingIsLeftIsNotThere() throws {
    let added = try writer.append(
      EventDraft(
        plant,
        .plantAdded(
          .init(
            scientificName: "Hoya kerrii", commonNames: [], family: "",
            genus: "Hoya", nickname: "Otto", room: nil, acquiredOn: nil,
            source: .manual, confidence: nil, parent: nil, tags: []))))
    try fixture.receive([])
    let before = try fixture.dump(ProjectionDatabase.rebuilt)
    try fixture.receive([added])
    try fixture.receive([try writer.append(erasure(of: added))])
    let after = try fixture.dump(
      ProjectionDatabase.rebuilt.filter { $0 != ProjectionDatabase.erased })
    #expect(after.differences(from: before).isEmpty)
  }
}
