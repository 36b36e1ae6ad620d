import JournalEvents
import JournalLog
import JournalTestSupport
import LMDBKit
import Testing

/// The one order of events, found by merging the writers' chains.
@Suite struct CanonicalOrderTests {
  private func history(_ seed: UInt64, count: Int = 60) throws
    -> [RecordedEvent]
  {
    var maker = HistoryMaker(seed: seed)
    return try maker.history(count: count)
  }

  private func positions(
    _ fixture: LogFixture, _ direction: LogDirection, since: Stamp = .zero
  ) throws -> [LogPosition] {
    try fixture.read { log, transaction in
      var positions: [LogPosition] = []
      try log.forEachEvent(direction, since: since, in: transaction) {
        visited, bytes in
        let event = try RecordedEvent(decoding: bytes)
        #expect(event.header == visited.header)
        #expect(event.position == visited.position)
        positions.append(visited.position)
        return true
      }
      return positions
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func bothDirectionsEqualSorting(seed: UInt64) throws {
    let events = try history(seed)
    let fixture = try LogFixture(events)
    let sorted = events.map(\.position).sorted()
    #expect(try positions(fixture, .forward) == sorted)
    #expect(try positions(fixture, .backward) == sorted.reversed())
    #expect(try fixture.read { try $0.count(in: $1) } == events.count)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func allEventsSinceAStampAreVisited(seed: UInt64) throws {
    let events = try history(100 + seed)
    let fixture = try LogFixture(events)
    let sorted = events.map(\.position).sorted()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5 {
      let stamp = random.pick(sorted).stamp
      let wanted = sorted.filter { $0.stamp >= stamp }
      let forward = try positions(fixture, .forward, since: stamp)
      #expect(forward == forward.sorted())
      #expect(forward.filter { $0.stamp >= stamp } == wanted)
      let backward = try positions(fixture, .backward, since: stamp)
      #expect(backward == wanted.reversed())
    }
  }

  @Test func aForwardVisitStartsAtTheStampWhereNothingForked() throws {
    var writer = TestWriter(1)
    var other = TestWriter(2)
    let stream = StreamID(bits: UUIDBits(high: 1, low: 1))
    let draft = EventDraft(stream, .plantRestored(.init()))
    var events: [RecordedEvent] = []
    for _ in 0..<50 {
      events.append(try writer.append(draft))
      other.clock.update(with: events[events.count - 1].header.stamp)
      events.append(try other.append(draft))
    }
    let fixture = try LogFixture(events)
    let sorted = events.map(\.position).sorted()
    for position in sorted {
      let visited = try positions(fixture, .forward, since: position.stamp)
      #expect(visited == sorted.filter { $0.stamp >= position.stamp })
    }
    let beyond = try #require(sorted.last?.stamp.successor)
    #expect(try positions(fixture, .forward, since: beyond).isEmpty)
    #expect(try positions(fixture, .backward, since: beyond).isEmpty)
  }

  @Test(arguments: [LogDirection.forward, .backward])
  func aVisitEndsWhenItIsTold(direction: LogDirection) throws {
    let events = try history(9)
    let fixture = try LogFixture(events)
    var count = 0
    try fixture.read { log, transaction in
      try log.forEachEvent(direction, in: transaction) { _, _ in
        count += 1
        return count < 7
      }
    }
    #expect(count == 7)
  }

  @Test func anEmptyLogHasNothingToVisit() throws {
    let fixture = try LogFixture()
    #expect(try positions(fixture, .forward).isEmpty)
    #expect(try positions(fixture, .backward).isEmpty)
  }

  // MARK: Streams and actions

  @Test(arguments: 0..<20 as Range<UInt64>)
  func aStreamIsVisitedInCanonicalOrderBothWays(seed: UInt64) throws {
    let events = try history(200 + seed)
    let fixture = try LogFixture(events)
    let byStream = Dictionary(grouping: events, by: \.header.stream)
    for (stream, events) in byStream {
      let sorted = events.sorted { $0.position < $1.position }
      let forward = try visit(fixture, stream, .forward)
      let backward = try visit(fixture, stream, .backward)
      #expect(forward == sorted)
      #expect(backward == sorted.reversed())
    }
    let absent = StreamID(bits: UUIDBits(high: .max, low: .max))
    #expect(try visit(fixture, absent, .forward).isEmpty)
    #expect(try visit(fixture, absent, .backward).isEmpty)
  }

  private func visit(
    _ fixture: LogFixture, _ stream: StreamID, _ direction: LogDirection
  ) throws -> [RecordedEvent] {
    try fixture.read { log, transaction in
      var events: [RecordedEvent] = []
      try log.forEachEvent(of: stream, direction, in: transaction) {
        entry, bytes in
        events.append(try RecordedEvent(decoding: bytes))
        #expect(entry.stream == stream)
        #expect(entry.position == events.last?.position)
        return true
      }
      return events
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func anActionHasAllEventsThatNameIt(seed: UInt64) throws {
    let events = try history(300 + seed)
    let fixture = try LogFixture(events)
    let starts = LogFixture.actionStarts(of: events)
    let actions = Dictionary(grouping: events) { starts[$0.hash] ?? $0.hash }
    try fixture.read { log, transaction in
      for (start, members) in actions {
        let first = try #require(members.first { $0.hash == start })
        let action = ActionReference(first: first.reference)
        let found = try log.events(of: action, in: transaction)
        #expect(Set(found) == Set(members))
        #expect(found.count == members.count)
        let sequences = found.map(\.header.sequence)
        #expect(sequences == sequences.sorted())
        for event in members {
          let found = try log.action(
            of: event.header, at: event.position, in: transaction)
          #expect(found == action)
        }
      }
    }
  }

  @Test func anActionThatIsNotHeldHasNoEvents() throws {
    let fixture = try LogFixture(try history(1))
    let reference = EventReference(
      writer: TestWriter(1).id, sequence: 1, hashPrefix: 2)
    let action = ActionReference(first: reference)
    let events = try fixture.read { try $0.events(of: action, in: $1) }
    #expect(events.isEmpty)
    let isHeld = try fixture.read { try $0.contains(reference, in: $1) }
    #expect(!isHeld)
    let event = try fixture.read { try $0.event(reference, in: $1) }
    #expect(event == nil)
  }
}
