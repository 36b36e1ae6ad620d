import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// The map grows by running a transaction again from its start; nothing may
/// be there twice or be missing after that.
@Suite struct MapGrowthTests {
  let fixture: JournalFixture
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  // More than the 64 MiB with which this map begins.
  let count = 80

  init() throws {
    let directory = try TemporaryDirectory()
    // The journal finds it open.
    let small = try Environment.open(
      directory: JournalHome(path: directory.path).dataDirectory,
      databases: ProjectionDatabase.everything, required: LogDatabase.all,
      access: .readWrite, expectsData: false, mapSize: 64 << 20)
    fixture = try JournalFixture(directory: directory)
    withExtendedLifetime(small) {}
  }

  @Test func aBatchThatOutgrowsTheMapIsReceivedWhole() throws {
    let payload = [UInt8](repeating: 7, count: 1_000_000)
    var writer = TestWriter(0xa1)
    let draft = EventDraft(
      stream: plant, type: "later.type", payloadBytes: payload)
    let events = try (0..<count).map { _ in try writer.append(draft) }
    var index = 0
    var runs = 1
    let result = try fixture.journal.receive { isRepeated in
      if isRepeated {
        index = 0
        runs += 1
      }
      guard index < events.count else { return nil }
      defer { index += 1 }
      return events[index].encoded
    }
    #expect(runs > 1, "the map did not have to grow")
    #expect(result.received == count)
    #expect(result.duplicates == 0)
    #expect(try fixture.journal.events.map(\.hash) == events.map(\.hash))
    try expectClean()
  }

  @Test(arguments: [nil, Person("Bea")])
  func anActionThatOutgrowsTheMapIsWrittenOnce(person: Person?) throws {
    let text = String(repeating: "x", count: 1_000_000)
    let now = Instant(milliseconds: 1_772_000_000_000)
    var runs = 0
    var writers: Set<WriterID> = []
    try fixture.journal.write(.test(now: now, person: person)) { session in
      runs += 1
      writers.insert(session.writer)
      let parts = (0..<count).map { _ in note(text, at: plant) }
      _ = try session.append(parts)
    }
    #expect(runs > 1, "the map did not have to grow")
    let events = try fixture.journal.events
    #expect(events.count == count + (person == nil ? 2 : 4))
    #expect(Set(events.map(\.header.action)) == [1, 3])
    #expect(writers.count == 1)
    try expectClean()
  }

  private func expectClean() throws {
    let journal = fixture.journal
    #expect(try journal.read { try journal.log.verify(in: $0) }.isClean)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }
}
