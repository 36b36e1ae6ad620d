import JournalEvents
import JournalLog
import JournalTestSupport
import LMDBKit
import Testing

/// Tamper evidence: what was changed behind the log's back is found and named.
@Suite struct VerificationTests {
  private let stream = StreamID(bits: UUIDBits(high: 1, low: 1))

  private func draft(_ text: String) -> EventDraft {
    EventDraft(stream, .plantNoted(.init(text: text)))
  }

  /// Two writers, of which one forked.
  private func history() throws -> [RecordedEvent] {
    var first = TestWriter(1)
    var second = TestWriter(2)
    var events = try first.append([draft("one"), draft("two")])
    var clone = first
    events += try first.append([draft("three"), draft("four")])
    events += try clone.append([draft("other three")])
    events += try second.append([draft("five"), draft("six")])
    events += try second.append([draft("seven")])
    return events
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func whatWasWrittenIsClean(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed)
    let events = try maker.history(count: 60)
    let verification = try LogFixture(events).verify()
    #expect(verification.isClean, "\(verification.problems)")
    #expect(verification.events == events.count)
  }

  @Test func anEmptyLogIsClean() throws {
    let verification = try LogFixture().verify()
    #expect(verification.isClean)
    #expect(verification.events == 0)
  }

  @Test(arguments: [0x01, 0x80, 0xff] as [UInt8])
  func anyByteThatFlipsIsFoundAndNamed(mask: UInt8) throws {
    let events = try history()
    let fixture = try LogFixture(events)
    for event in events {
      let bytes = event.encoded
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= mask
        try fixture.store(damaged, as: event.reference)
        let problems = try fixture.verify().problems
        #expect(
          problems.contains { $0.event == event.reference },
          "byte \(index) of \(bytes.count), event \(event.header.sequence)")
      }
      try fixture.store(bytes, as: event.reference)
    }
    #expect(try fixture.verify().isClean)
  }

  @Test func theFirstBadEventIsNamedFirst() throws {
    let events = try history()
    let fixture = try LogFixture(events)
    for event in events {
      var damaged = event.encoded
      damaged[damaged.count - 1] ^= 1
      try fixture.store(damaged, as: event.reference)
      #expect(
        try fixture.verify().problems.first?.event == event.reference)
      try fixture.store(event.encoded, as: event.reference)
    }
  }

  @Test func aMissingEventIsNoticedAndItsSuccessorNamed() throws {
    let events = try history()
    for event in events {
      let fixture = try LogFixture(events)
      try fixture.remove(event.reference)
      let problems = try fixture.verify().problems
      let successors = events.filter { $0.header.previous == event.hash }
      // Without a successor it was a tip, which is known by name.
      let named = successors.isEmpty ? [event] : successors
      #expect(
        Set(problems.map(\.event)).isSuperset(of: named.map(\.reference)),
        "event \(event.header.sequence)")
    }
  }

  @Test func aCutTailIsNoticed() throws {
    let events = try history()
    let fixture = try LogFixture(events)
    for event in events.suffix(3) { try fixture.remove(event.reference) }
    let problems = try fixture.verify().problems
    #expect(problems.map(\.event) == [events[7].reference])
  }

  @Test func anEventThatNobodyTookInIsFoundAndNamed() throws {
    let events = try history()
    var second = TestWriter(2)
    _ = try second.append([draft("five"), draft("six")])
    let forged = try second.append(draft("eight"))
    let fixture = try LogFixture(events)
    try fixture.store(forged.encoded, as: forged.reference)
    let problems = try fixture.verify().problems
    #expect(problems.contains { $0.event == forged.reference })
  }

  @Test func anEventWhosePredecessorIsUnknownIsFoundAndNamed() throws {
    let events = try history()
    let stray = TestWriter(2).event(
      draft("stray"), stamp: .zero, sequence: 9,
      previous: EventHash(of: [9].span.bytes))
    let fixture = try LogFixture(events)
    try fixture.store(stray.encoded, as: stray.reference)
    let problems = try fixture.verify().problems
    #expect(problems.contains { $0.event == stray.reference })
  }

  @Test func eventsThatChangedPlacesAreFoundAndNamed() throws {
    let events = try history()
    let fixture = try LogFixture(events)
    try fixture.store(events[0].encoded, as: events[1].reference)
    try fixture.store(events[1].encoded, as: events[0].reference)
    let named = Set(try fixture.verify().problems.map(\.event))
    #expect(named.isSuperset(of: [events[0].reference, events[1].reference]))
  }

  @Test func aPayloadOfAnotherEventIsFoundAndNamed() throws {
    let events = try history()
    let fixture = try LogFixture(events)
    let mixed = try RecordedEvent(
      headerBytes: events[5].headerBytes,
      payloadBytes: events[6].payloadBytes)
    try fixture.store(mixed.encoded, as: mixed.reference)
    let problems = try fixture.verify().problems
    #expect(problems.map(\.event) == [events[5].reference])
  }

  @Test func anEventThatWasWrittenAnewIsFoundByItsSuccessor() throws {
    let events = try history()
    // The clever forger keeps everything consistent but the chain.
    let forged = TestWriter(2).event(
      draft("forged"), stamp: events[5].header.stamp)
    let fixture = try LogFixture(events)
    try fixture.remove(events[5].reference)
    try fixture.store(forged.encoded, as: forged.reference)
    let problems = try fixture.verify().problems
    #expect(problems.contains { $0.event == events[6].reference })
  }

  @Test func stampsAndActionsMustFollowTheChain() throws {
    var writer = TestWriter(3)
    let first = try writer.append(draft("first"))
    let still = writer.event(draft("still"), stamp: first.header.stamp)
    let stamp = try #require(first.header.stamp.successor)
    let started = try writer.append(draft("second"))
    let straying = writer.event(
      draft("straying"), action: 1,
      stamp: try #require(stamp.successor))
    let fixture = try LogFixture([first, still])
    #expect(
      try fixture.verify().problems.map(\.event) == [still.reference])
    let other = try LogFixture([first, started, straying])
    #expect(
      try other.verify().problems.map(\.event) == [straying.reference])
  }

  @Test func anIndexThatLacksAnEntryIsNoticed() throws {
    let fixture = try LogFixture(try history())
    try fixture.tamper(LogDatabase.streams) { database, transaction in
      let key = try transaction.withCursor(database) { cursor in
        _ = try cursor.first()
        return try cursor.withEntry { key, _ in
          key.withUnsafeBytes([UInt8].init)
        }
      }
      _ = try transaction.delete(key.span.bytes, in: database)
    }
    #expect(throws: StorageError.self) { try fixture.verify() }
  }

  @Test func manyProblemsEndTheCheck() throws {
    var writer = TestWriter(4)
    let events = try writer.append((0..<300).map { draft("\($0)") })
    let fixture = try LogFixture(events)
    for event in events { try fixture.store([0], as: event.reference) }
    let problems = try fixture.verify().problems
    #expect(problems.count == LogVerification.maximumProblems)
  }
}
