import JournalEvents
import JournalLog
import JournalTestSupport
import LMDBKit
import Testing

/// Damage is refused where it is read, not only where all is verified.
@Suite struct LogDamageTests {
  private let stream = StreamID(bits: UUIDBits(high: 1, low: 1))

  private func drafts(_ texts: String...) -> [EventDraft] {
    texts.map { EventDraft(stream, .plantNoted(.init(text: $0))) }
  }

  private func chain() throws -> [RecordedEvent] {
    var writer = TestWriter(1)
    return try writer.append(drafts("one", "two", "three"))
  }

  /// A chain with another branch from its second event on.
  private func fork() throws -> [RecordedEvent] {
    var writer = TestWriter(1)
    var events = try writer.append(drafts("one", "two"))
    var clone = writer
    events += try writer.append(drafts("three", "four"))
    return try events + clone.append(drafts("other three", "other four"))
  }

  private func visitAll(
    _ fixture: LogFixture, _ direction: LogDirection, since: Stamp = .zero
  ) throws {
    try fixture.read { log, transaction in
      try log.forEachEvent(direction, since: since, in: transaction) {
        visited, bytes in
        _ = try visited.recorded(bytes)
        return true
      }
    }
  }

  /// Expects an error that names an event.
  private func expectNamed(
    _ reference: EventReference, _ comment: Comment,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: StorageError.self, comment) { try body() }
    guard case .damagedEvent(let named, _)? = error else {
      Issue.record("\(comment): \(String(describing: error))")
      return
    }
    #expect(named == reference, comment)
  }

  @Test func anyByteThatFlipsIsRefusedByEachReader() throws {
    let fixture = try LogFixture(try chain())
    for event in try chain() {
      let bytes = event.encoded
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] ^= 1
        let comment: Comment = "byte \(index), event \(event.header.sequence)"
        try fixture.store(damaged, as: event.reference)
        expectNamed(event.reference, comment) {
          try visitAll(fixture, .forward)
        }
        expectNamed(event.reference, comment) {
          let visited = try VisitedEvent(
            damaged.span.bytes, stored: event.reference)
          try visited.checkHashes(of: damaged.span.bytes)
        }
        expectNamed(event.reference, comment) {
          _ = try fixture.read { try $0.event(event.reference, in: $1) }
        }
      }
      try fixture.store(bytes, as: event.reference)
    }
    try visitAll(fixture, .forward)
  }

  @Test func anEventUnderTheKeyOfAnotherIsRefused() throws {
    let events = try chain()
    let fixture = try LogFixture(events)
    try fixture.store(events[1].encoded, as: events[0].reference)
    expectNamed(events[0].reference, "") { try visitAll(fixture, .forward) }
    expectNamed(events[0].reference, "") {
      _ = try fixture.read { try $0.event(events[0].reference, in: $1) }
    }
  }

  /// A gap must not look like the end of a chain.
  @Test(
    arguments: [false, true], [LogDirection.forward, .backward])
  func whatIsMissingEndsAWalk(isForked: Bool, direction: LogDirection) throws {
    for event in isForked ? try fork() : try chain() {
      let fixture = try LogFixture(isForked ? try fork() : try chain())
      try fixture.remove(event.reference)
      #expect(
        throws: StorageError.self,
        "event \(event.header.sequence) \(direction), forked: \(isForked)"
      ) { try visitAll(fixture, direction) }
    }
  }

  @Test func nothingIsMissingWhereAllIsOlderThanAsked() throws {
    for events in [try chain(), try fork()] {
      let fixture = try LogFixture(events)
      let latest = try #require(events.map(\.header.stamp).max()?.successor)
      for direction in [LogDirection.forward, .backward] {
        try visitAll(fixture, direction, since: latest)
      }
    }
  }

  @Test func whatAStreamNamesMustBeThere() throws {
    let events = try chain()
    for event in events {
      let fixture = try LogFixture(events)
      try fixture.remove(event.reference)
      expectNamed(event.reference, "event \(event.header.sequence)") {
        try fixture.read { log, transaction in
          try log.forEachEvent(of: stream, in: transaction) { _, _ in true }
        }
      }
    }
  }

  @Test(arguments: LogDatabase.all)
  func aKeyOfNoSuchFormIsRefused(database: String) throws {
    let fixture = try LogFixture(try chain())
    // Beside the keys of the first writer, and of the stream.
    let key =
      database == LogDatabase.streams
      ? stream.bytes + [0] : [UInt8](repeating: 1, count: 17)
    try fixture.tamper(database) { database, transaction in
      try transaction.put(key.span.bytes, key.span.bytes, in: database)
    }
    #expect(throws: StorageError.self) { try fixture.verify() }
    #expect(throws: StorageError.self) {
      try fixture.read { log, transaction in
        try log.forEachEvent(.forward, in: transaction) { _, _ in true }
        try log.forEachEvent(of: stream, in: transaction) { _, _ in true }
      }
    }
  }

  @Test(
    arguments: [
      ([1, 2, 3], "a value is too short"),
      ([UInt8](repeating: 0, count: 9), "a checksum does not fit"),
      (SealedValue.seal([0x81]), "the bytes end too early"),
      // A hash of one byte.
      (SealedValue.seal([0x81, 0x84, 1, 0x41, 0, 1, 1]), "out of range"),
    ] as [([UInt8], String)])
  func tipsOfNoSuchFormAreRefused(value: [UInt8], reason: String) throws {
    let events = try chain()
    let fixture = try LogFixture(events)
    let writer = events[0].header.writer
    try fixture.tamper(LogDatabase.writers) { database, transaction in
      try transaction.put(
        writer.bytes.span.bytes, value.span.bytes, in: database)
    }
    let error = #expect(throws: StorageError.self) {
      _ = try fixture.read { try $0.tips(of: writer, in: $1) }
    }
    guard case .damagedValue(LogDatabase.writers, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.contains(reason))
    #expect(throws: StorageError.self) { try fixture.verify() }
  }
}
