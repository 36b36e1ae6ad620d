import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalSync

/// A payload erased on one replica is erased on all, and in the stores once
/// they are compacted; nothing brings it back.
@Suite struct ErasureSyncTests {
  let clock = Instant(milliseconds: 1_771_545_600_000)
  let journalID = JournalID(bits: UUIDBits(high: 1, low: 1))
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  static let canary = "canary-7f3a"

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

  /// A segment of these events, put into a store under its name.
  private func put(_ events: [RecordedEvent], into store: ChaosStore) throws {
    let last = try #require(events.last)
    let run = try #require(
      SegmentRun(first: events[0].header.sequence, tip: last.reference))
    let made = SegmentFields(
      journal: journalID, run: run, previous: events[0].header.previous,
      tip: last.hash, content: events.flatMap(\.encoded)
    ).encoded
    let name = SegmentName(
      journal: journalID, hour: StoreHour(of: clock), run: run,
      footer: made.footer)
    _ = try store.put(made.bytes, as: name.text)
  }

  /// Returns whether any segment of a store holds the canary.
  private func holdsCanary(_ store: ChaosStore) throws -> Bool {
    try store.objects.values.contains { object in
      let segment = try Segment(decoding: object.span.bytes)
      return (0..<segment.count).contains {
        Array(segment.event($0)).contains(Array(Self.canary.utf8))
      }
    }
  }

  private func holdsCanary(_ replica: Replica) throws -> Bool {
    try replica.dump().entries.contains {
      $0.value.contains(Array(Self.canary.utf8))
    }
  }

  @Test func itNeverComesBack() throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: 1, clock: clock)
    let events = try writer.append([note("1"), note(Self.canary), note("3")])
    let (author, old, late) = (try Replica(), try Replica(), try Replica())
    try author.receive(events)
    try author.sync(with: store, of: journalID, at: clock)
    try old.sync(with: store, of: journalID, at: clock)
    #expect(try holdsCanary(old))

    try author.receive([try writer.append(erasure(of: events[1]))])
    let told = try author.sync(with: store, of: journalID, at: clock)
    #expect(told.erasedThere == 1)
    #expect(try holdsCanary(store), "nothing is rewritten unasked")

    // From old segments, which come with the erasure.
    try late.sync(with: store, of: journalID, at: clock)
    #expect(try !holdsCanary(late))
    #expect(try old.sync(with: store, of: journalID, at: clock).erased == 1)
    #expect(try !holdsCanary(old))

    let report = try author.sync(
      with: store, of: journalID, at: clock, compacts: true)
    #expect(report.rewritten == 1 && report.erasedThere == 0)
    #expect(try !holdsCanary(store))
    #expect(
      try author.sync(with: store, of: journalID, at: clock).erasedThere == 0)
    // From a backup: the same events once more, which are not put again.
    let restored = try Replica()
    try restored.receive(events)
    try restored.sync(with: store, of: journalID, at: clock)
    #expect(try !holdsCanary(restored) && !holdsCanary(store))
    let expected = try author.dump()
    for replica in [old, late, restored] {
      #expect(try replica.dump() == expected)
    }
  }

  @Test func whatIsErasedBeforeItIsSentNeedsNoCompaction() throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: 1, clock: clock)
    let author = try Replica()
    let event = try writer.append(note(Self.canary))
    try author.receive([event, try writer.append(erasure(of: event))])
    let report = try author.sync(with: store, of: journalID, at: clock)
    #expect(report.erasedThere == 0)
    #expect(try !holdsCanary(store))
  }

  /// The event that erases lies in a later segment of the same writer, and two
  /// writers have erased each other's texts.
  @Test func nullsWaitForWhatErasedThem() throws {
    var one = TestWriter(0xa1)
    var two = TestWriter(0xb2)
    let first = try one.append([note("1"), note("2")])
    let second = try two.append([note("3"), note("4")])
    one.clock.update(with: try #require(two.last?.header.stamp))
    let third = try one.append([erasure(of: second[0]), erasure(of: first[1])])
    two.clock.update(with: try #require(one.last?.header.stamp))
    let fourth = try two.append([note("5"), erasure(of: first[0])])
    let store = ChaosStore(seed: 1, clock: clock)
    try put(first.map(erased), into: store)
    try put([try erased(second[0]), second[1]], into: store)
    try put(third, into: store)
    try put(fourth, into: store)
    let whole = try Replica()
    try whole.receive(first + second + third + fourth)
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.refused.isEmpty && report.gaps.isEmpty)
    #expect(report.isComplete)
    #expect(try replica.dump() == whole.dump())
  }

  /// Segments that wait for each other are stored in one transaction, and a
  /// damaged one among them leaves the others alone.
  @Test(arguments: [false, true])
  func nullsOfManySegmentsAreStoredTogether(isDamaged: Bool) throws {
    var writer = TestWriter(0xa1)
    let events = try writer.append((0..<30).map { note("\($0)") })
    let last = try writer.append(erasure(of: events[0]))
    var other = TestWriter(0xb2)
    let sound = try other.append([note("sound")])
    let store = ChaosStore(seed: 1, clock: clock)
    try put([try erased(events[0])], into: store)
    for event in events.dropFirst() { try put([event], into: store) }
    try put([last], into: store)
    try put(sound, into: store)
    if isDamaged {
      // It continues nothing.
      let lost = other.event(
        note("lost"), stamp: try #require(other.clock.latest?.successor),
        sequence: 2, previous: EventHash(of: [1].span.bytes))
      try put([lost], into: store)
    }
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.refused.isEmpty)
    #expect(report.gaps.isEmpty == !isDamaged)
    let whole = try Replica()
    try whole.receive(events + [last] + sound)
    #expect(try replica.dump() == whole.dump())
  }

  @Test func aStoreThatPutsNullsIsRefusedAndOthersStandForIt() throws {
    var writer = TestWriter(0xa1)
    let events = try writer.append([note("1"), note("2"), note("3")])
    let store = ChaosStore(seed: 1, clock: clock)
    try put([events[0], try erased(events[1]), events[2]], into: store)
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.refused.count == 1 && !report.isComplete)
    #expect(try !replica.holds(events[0].reference))
    try put(events, into: store)
    let again = try replica.sync(with: store, of: journalID, at: clock)
    #expect(again.refused.count <= 1)
    let whole = try Replica()
    try whole.receive(events)
    #expect(try replica.dump() == whole.dump())
  }

  /// A holder of the events puts them again, as it does damaged ones.
  @Test func whoChecksPutsWhatNothingErasedAgain() throws {
    var writer = TestWriter(0xa1)
    let events = try writer.append([note("1"), note("2"), note("3")])
    let store = ChaosStore(seed: 1, clock: clock)
    try put([events[0], try erased(events[1]), events[2]], into: store)
    let holder = try Replica()
    try holder.receive(events)
    #expect(try holder.sync(with: store, of: journalID, at: clock).isComplete)
    let report = try holder.sync(
      with: store, of: journalID, at: clock, checksAll: true)
    #expect(report.refused.count == 1 && report.sent.values.first == 3)
    let replica = try Replica()
    try replica.sync(with: store, of: journalID, at: clock)
    #expect(try replica.dump() == holder.dump())
  }

  /// Objects are removed only once their replacement is there, and no others
  /// ever.
  @Test(arguments: UInt64(1)...80)
  func aCompactionThatIsCutOffGoesOn(seed: UInt64) throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: seed, clock: clock)
    let author = try Replica()
    var all: [RecordedEvent] = []
    for index in 0..<6 {
      let text = index.isMultiple(of: 2) ? Self.canary : "text"
      let events = try writer.append([note(text), note("\(index)")])
      all += events
      try author.receive(events)
      try author.sync(with: store, of: journalID, at: clock)
    }
    for index in [0, 4, 8] {
      all.append(try writer.append(erasure(of: all[index])))
    }
    try author.receive(all)
    try author.sync(with: store, of: journalID, at: clock)
    let whole = try Replica()
    try whole.receive(all)
    // A reader that began before goes on meanwhile.
    let reader = try Replica()
    store.trouble = 4
    for _ in 0..<20 {
      _ = try? author.sync(
        with: store, of: journalID, at: clock, compacts: true)
      store.trouble = 0
      let joining = try Replica()
      let report = try joining.sync(with: store, of: journalID, at: clock)
      #expect(report.gaps.isEmpty, "seed \(seed): \(report.gaps)")
      #expect(try joining.dump() == whole.dump(), "seed \(seed)")
      store.trouble = 4
      _ = try? reader.sync(with: store, of: journalID, at: clock)
    }
    store.trouble = 0
    try author.sync(with: store, of: journalID, at: clock, compacts: true)
    #expect(try !holdsCanary(store), "seed \(seed)")
    try reader.sync(with: store, of: journalID, at: clock)
    #expect(try reader.dump() == whole.dump(), "seed \(seed)")
  }

  /// Damaged local data replaces nothing in the store.
  @Test func aDamagedLogReplacesNothing() throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: 1, clock: clock)
    let author = try Replica()
    let events = try writer.append([note(Self.canary), note("kept")])
    try author.receive(events)
    try author.sync(with: store, of: journalID, at: clock)
    try author.receive([try writer.append(erasure(of: events[0]))])
    let before = store.objects
    let journal = author.journal
    let log = journal.environment.database(LogDatabase.log)
    for bytes in [
      try RecordedEvent(
        headerBytes: events[1].headerBytes,
        payloadBytes: note("other").payloadBytes
      ).encoded,
      try erased(events[1]).encoded,
    ] {
      try journal.environment.write { transaction in
        try transaction.put(
          LogKey.bytes(of: events[1].reference), bytes, in: log)
      }
      let report = try author.sync(
        with: store, of: journalID, at: clock, compacts: true)
      #expect(report.rewritten == 0 && report.erasedThere == 1)
      #expect(before.allSatisfy { store.objects[$0.key] == $0.value })
    }
  }

  /// An object that was listed and is removed before it is read has another in
  /// its place.
  @Test func aSegmentThatGoesWhileItIsReadIsFoundAgain() throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: 1, clock: clock)
    let author = try Replica()
    let event = try writer.append(note(Self.canary))
    try author.receive([event])
    try author.sync(with: store, of: journalID, at: clock)
    try author.receive([try writer.append(erasure(of: event))])
    try author.sync(with: store, of: journalID, at: clock)
    let reader = try Replica()
    let meanwhile = MeanwhileStore(store) {
      try author.sync(
        with: store, of: journalID, at: clock, compacts: true)
    }
    let report = try reader.sync(with: meanwhile, of: journalID, at: clock)
    #expect(report.refused.isEmpty && report.gaps.isEmpty)
    #expect(report.isComplete)
    #expect(try reader.dump() == author.dump())
  }

  /// Between peers: erasures come long after the event, in both directions.
  @Test(arguments: [false, true])
  func peersHandOnWhatIsErased(isBringing: Bool) throws {
    var writer = TestWriter(0xa1)
    let text = String(repeating: "x", count: 60_000)
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    var events = [try writer.append(created)]
    let secret = try writer.append(note(Self.canary))
    events.append(secret)
    // More than one answer holds, and than one commit.
    for _ in 0..<200 { events.append(try writer.append(note(text))) }
    events.append(try writer.append(erasure(of: secret)))
    let (holder, other) = (try Replica(), try Replica())
    try holder.receive(events)
    let (asker, service) =
      isBringing ? (holder, other.service) : (other, holder.service)
    let report = try asker.sync(
      with: ChaosPeer(to: service, seed: 1), at: clock)
    #expect(report.refused.isEmpty, "\(report.refused)")
    #expect(report.isComplete)
    #expect(try other.dump() == holder.dump())
    #expect(try !holdsCanary(other))
  }

  @Test func aPeerThatHoldsItErasesItsOwn() throws {
    var writer = TestWriter(0xa1)
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    let events = try writer.append([created, note(Self.canary)])
    let (one, two) = (try Replica(), try Replica())
    try one.receive(events)
    try two.receive(events)
    try one.receive([try writer.append(erasure(of: events[1]))])
    let report = try two.sync(
      with: ChaosPeer(to: one.service, seed: 1), at: clock)
    #expect(report.erased == 1)
    #expect(try two.dump() == one.dump())
  }

  private func known(
    by replica: Replica, from state: RemoteState?, isStore: Bool
  ) throws -> [Int?] {
    let journal = replica.journal
    let known = try journal.read {
      try journal.erasures(
        knownFrom: state ?? .init(), isStore: isStore,
        by: EventChains(of: journal.log), in: $0)
    }
    return [known.count, known.unheard, known.remaining]
  }

  /// A store holds erasures as soon as it is synced with, and old bytes until
  /// it is compacted. Payloads that were never there leave none.
  @Test func whatAStoreHasHeardIsKnown() throws {
    var writer = TestWriter(0xa1)
    let store = ChaosStore(seed: 1, clock: clock)
    let events = try writer.append([note("1"), note("2"), note("3")])
    let (author, other) = (try Replica(), try Replica())
    func known(by replica: Replica) throws -> [Int?] {
      try self.known(by: replica, from: replica.states[0], isStore: true)
    }
    try author.receive(Array(events[..<2]))
    #expect(try known(by: author) == [0, 0, 0])
    try author.sync(with: store, of: journalID, at: clock)
    try author.receive([events[2]])
    for event in [events[0], events[2], events[2]] {
      try author.receive([try writer.append(erasure(of: event))])
    }
    // The third event was never put with what it said.
    #expect(try known(by: author) == [2, 2, 1])
    try author.sync(with: store, of: journalID, at: clock)
    #expect(try known(by: author) == [2, 0, 1])
    // Who takes it from there has erased it, and knows the same of the store.
    try other.sync(with: store, of: journalID, at: clock)
    #expect(try known(by: other) == [2, 0, 1])
    try author.sync(with: store, of: journalID, at: clock, compacts: true)
    #expect(try known(by: author) == [2, 0, 0])
    try author.receive([try writer.append(erasure(of: events[1]))])
    #expect(try known(by: author) == [3, 1, 1])
    // Another one is at its place, of which nothing is known.
    #expect(
      try self.known(by: author, from: nil, isStore: true) == [3, 3, 0])
  }

  /// A peer has erased the payloads of which it knows the erasures.
  @Test func whatAPeerHasHeardIsKnown() throws {
    var writer = TestWriter(0xa1)
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    let events = try writer.append([created, note(Self.canary), note("2")])
    let (one, two) = (try Replica(), try Replica())
    for replica in [one, two] { try replica.receive(events) }
    func known() throws -> [Int?] {
      try self.known(by: one, from: one.peerStates[0], isStore: false)
    }
    func sync() throws {
      try one.sync(with: ChaosPeer(to: two.service, seed: 1), at: clock)
    }
    try sync()
    try one.receive([try writer.append(erasure(of: events[1]))])
    #expect(try known() == [1, 1, nil])
    #expect(try holdsCanary(two))
    try sync()
    #expect(try known() == [1, 0, nil])
    #expect(try !holdsCanary(two))
    // What the peer has erased itself is known from what it tells.
    try two.receive([try writer.append(erasure(of: events[2]))])
    #expect(try known() == [1, 0, nil])
    try sync()
    #expect(try known() == [2, 0, nil])
  }
}

/// A store at which something happens between a list and the first object.
private final class MeanwhileStore: ObjectStore {
  private let store: ChaosStore
  private var meanwhile: (() throws -> Void)?

  init(_ store: ChaosStore, _ meanwhile: @escaping () throws -> Void) {
    self.store = store
    self.meanwhile = meanwhile
  }

  var keepsNoHours: Bool { false }
  var cost: TransferCost { store.cost }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    try store.forEachName(under: prefix, after: start, body)
  }

  func object(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    if let meanwhile {
      self.meanwhile = nil
      try meanwhile()
    }
    return try store.object(name, atMost: limit)
  }

  func put(_ bytes: [UInt8], as name: String) throws -> Bool {
    try store.put(bytes, as: name)
  }

  func remove(_ name: String) throws -> Bool { try store.remove(name) }
}
