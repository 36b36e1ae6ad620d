import Encodings
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

@testable import JournalSync

/// Tests of objects that somebody puts into a store to keep others from getting
/// anything out of it.
@Suite struct HostileStoreTests {
  private let clock = Instant(milliseconds: 1_771_545_600_000)
  private let journalID = JournalID(bits: UUIDBits(high: 1, low: 1))
  private let plant = PlantID(bits: UUIDBits(high: 1, low: 2))
  private let store = ChaosStore(
    seed: 1, clock: Instant(milliseconds: 1_771_545_600_000))

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

  private func put(_ events: [RecordedEvent]) throws {
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

  /// Puts a name whose object is none that it could be of.
  private func putName(
    of writer: WriterID, _ first: UInt64, _ last: UInt64, number: Int
  ) throws {
    let tip = EventReference(
      writer: writer, sequence: last, hashPrefix: UInt64(number))
    let run = try #require(SegmentRun(first: first, tip: tip))
    let name = SegmentName(
      journal: journalID, hour: StoreHour(of: clock), run: run,
      content: UUIDBits(high: 9, low: UInt64(number)))
    _ = try store.put([UInt8(number % 256)], as: name.text)
  }

  private func writer(_ number: Int) -> TestWriter {
    // Below and above those of the household.
    let high: UInt64 = number.isMultiple(of: 2) ? 0 : .max
    return TestWriter(
      WriterID(bits: UUIDBits(high: high, low: UInt64(number))))
  }

  /// A household of two, each of whom has erased a text of the other, in
  /// segments that nobody can take alone.
  private func household() throws -> [RecordedEvent] {
    var (one, two) = (TestWriter(0xa1), TestWriter(0xb2))
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    let first = try one.append([created, note("1"), note("2")])
    let second = try two.append([note("3"), note("4")])
    one.clock.update(with: try #require(two.last?.header.stamp))
    let third = try one.append([erasure(of: second[0]), note("5")])
    two.clock.update(with: try #require(one.last?.header.stamp))
    let fourth = try two.append([erasure(of: first[1])])
    try put([first[0], erased(first[1]), first[2]])
    try put([erased(second[0]), second[1]])
    try put(third)
    try put(fourth)
    return first + second + third + fourth
  }

  enum Attack: CaseIterable {
    /// Texts that nothing erased, each of an unknown writer.
    case nulls
    /// The same, and events that continue them.
    case chains
    /// Each was erased by the next, and the last by nothing.
    case ladder
    /// Texts whose erasures cannot be stored themselves.
    case brokenErasers
    /// They begin in the middle of a chain that is not there.
    case headless
    /// They are branches of the household's own chains.
    case branches
    /// They erase the household's texts, and have texts that nothing erased.
    case falseErasers

    static let count = 70
  }

  private func put(_ attack: Attack, of household: [RecordedEvent]) throws {
    var before: RecordedEvent?
    for number in (0..<Attack.count).reversed() {
      var writer = writer(number)
      switch attack {
      case .nulls:
        try put([erased(writer.append(note("\(number)")))])
      case .chains:
        try put([erased(writer.append(note("\(number)")))])
        for _ in 0..<3 { try put([writer.append(note("more"))]) }
      case .ladder:
        let event = try writer.append(note("\(number)"))
        var events = [try erased(event)]
        if let before { events.append(try writer.append(erasure(of: before))) }
        try put(events)
        before = event
      case .brokenErasers:
        let event = try writer.append(note("\(number)"))
        try put([erased(event)])
        // Its stamp does not rise.
        try put([
          writer.event(
            erasure(of: event), stamp: event.header.stamp)
        ])
      case .headless:
        let stamp = try writer.clock.now(wall: clock)
        try put([
          erased(
            writer.event(
              note("\(number)"), stamp: stamp, sequence: 5,
              previous: EventHash(of: [UInt8(number)].span.bytes)))
        ])
      case .branches:
        let stamp = try writer.clock.now(wall: clock)
        let parent = household[number % 3]
        let branch = TestWriter(parent.header.writer).event(
          note("\(number)"), stamp: stamp,
          sequence: parent.header.sequence + 1, previous: parent.hash)
        try put([erased(branch)])
      case .falseErasers:
        try put([
          erased(writer.append(note("\(number)"))),
          writer.append(erasure(of: household[1])),
          writer.append(erasure(of: household[3])),
        ])
      }
    }
  }

  /// Objects that cannot be taken hold back none that can.
  @Test(arguments: Attack.allCases)
  func whatIsSoundIsTaken(attack: Attack) throws {
    let household = try household()
    try put(attack, of: household)
    let whole = try Replica()
    try whole.receive(household)
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.received.values.map(\.count).reduce(0, +) == household.count)
    #expect(report.refused.count + report.gaps.count >= Attack.count)
    #expect(!report.isComplete)
    #expect(try replica.dump() == whole.dump())
  }

  /// Refused segments are separated from the rest by halves.
  @Test func aRefusedSegmentCostsFewCommits() throws {
    var writer = TestWriter(0xa1)
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    let events = try writer.append([created] + (0..<200).map { note("\($0)") })
    for event in events { try put([event]) }
    // Its stamp does not rise.
    try put([writer.event(note("bad"), stamp: events[200].header.stamp)])
    let replica = try Replica()
    let commit = try replica.journal.readLog { $0.number }
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.refused.count == 1)
    #expect(report.received.values.map(\.count) == [201])
    #expect(try replica.journal.readLog { $0.number } - commit < 12)
  }

  /// The whole of it at once, from a peer that has nothing better to offer.
  @Test func segmentsThatNeedEachOtherAreFoundAmongOthers() throws {
    let household = try household()
    for attack in Attack.allCases { try? put(attack, of: household) }
    let segments = try store.objects.values.map {
      try Segment(decoding: $0.span.bytes)
    }
    let replica = try Replica()
    let received = try replica.journal.receiveTogether(
      segments.map(\.run), of: journalID, merging: false
    ) { segments[$0] }
    #expect(received.newCount == household.count)
    let whole = try Replica()
    try whole.receive(household)
    #expect(try replica.dump() == whole.dump())
  }

  /// A stamp from the end of time is taken after another that comes along, but
  /// not after that of a refused segment: one after another would hold back
  /// sound ones.
  @Test(arguments: [false, true])
  func stampsFromTheEndOfTimeFollowEachOther(areRefused: Bool) throws {
    func event(
      of writer: TestWriter, _ draft: EventDraft, _ milliseconds: UInt64
    ) throws -> RecordedEvent {
      let stamp = try #require(Stamp(milliseconds: milliseconds, counter: 0))
      return writer.event(draft, stamp: stamp)
    }
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    try put([TestWriter(0x01).appended(created)])
    let first = try event(
      of: TestWriter(0x10), note("last day"), Stamp.reserve - 1)
    try put([areRefused ? erased(first) : first])
    for number in 0..<20 {
      try put([
        event(
          of: TestWriter(UInt8(0x20 + number)), note("after"),
          Stamp.reserve)
      ])
    }
    let segments = try store.objects.values.map {
      try Segment(decoding: $0.span.bytes)
    }
    let replica = try Replica()
    let received = try replica.journal.receiveTogether(
      segments.map(\.run), of: journalID, merging: false
    ) { segments[$0] }
    #expect(received.newCount == (areRefused ? 1 : 22))
  }

  /// Whose first event begins another journal comes first, and is stored by
  /// itself, as something else is refused.
  @Test func anotherJournalInTheStoreHoldsNothingBack() throws {
    let other = EventDraft(
      .journal,
      .journalCreated(
        .init(
          journal: JournalID(bits: UUIDBits(high: 8, low: 8)), timeZone: "UTC"))
    )
    var first = writer(0)
    try put([first.append(other)])
    try put(.nulls, of: [])
    let household = try household()
    let replica = try Replica()
    var sync = StoreSync(
      replica.journal, with: store, of: journalID,
      shelf: PlainShelf(journal: journalID), state: .init(), isMerging: false,
      isRehearsal: false, clock: clock, progress: { _, _ in })
    try sync.run(listsAll: false)
    for event in household { #expect(try replica.holds(event.reference)) }
    // And it goes on so.
    try sync.run(listsAll: true)
    #expect(sync.report.received.count == 3)
  }

  /// A text is missing from the trunk, and a branch that leaves it within a
  /// segment says that it is erased; another branch is made up.
  @Test func whatABranchErasedIsTakenWithIt() throws {
    var trunk = TestWriter(0xa1)
    let created = EventDraft(
      .journal, .journalCreated(.init(journal: journalID, timeZone: "UTC")))
    let events = try trunk.append(
      [created] + (0..<9).map { note("\($0)") })
    func branch(
      at place: Int, _ draft: EventDraft, _ count: UInt64
    ) throws -> RecordedEvent {
      var clock = trunk.clock
      return TestWriter(0xa1).event(
        draft, stamp: try clock.now(wall: Instant(milliseconds: 9_000)),
        sequence: count, previous: events[place].hash)
    }
    let eraser = try branch(at: 5, erasure(of: events[2]), 7)
    try put(
      [events[0], events[1], erased(events[2])] + Array(events[3...]))
    try put([eraser])
    try put([erased(branch(at: 6, note("made up"), 8))])
    let replica = try Replica()
    try replica.sync(with: store, of: journalID, at: clock)
    let whole = try Replica()
    try whole.receive(events + [eraser])
    #expect(try replica.dump() == whole.dump())
  }

  /// The segments that wait on the disk may be long.
  @Test func longSegmentsWaitForWhatErasedThem() throws {
    var writer = TestWriter(0xa1)
    var random = SeededGenerator(seed: 1)
    let first = try writer.append(note("1"))
    let long = try (0..<4).map { _ in
      var bytes: [UInt8] = []
      while bytes.count < 900_000 { bytes.append(bigEndian: random.next()) }
      return try writer.append(
        EventDraft(stream: plant, type: "later.type", payloadBytes: bytes))
    }
    try put([erased(first)] + long)
    try put([writer.append(erasure(of: first))])
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.isComplete)
    #expect(report.received.values.map(\.count) == [6])
  }

  /// Each promises more than the one before; twice as many are looked at twice
  /// as often, and fetched once.
  @Test(arguments: [false, true])
  func madeUpNamesOfAWriterCostWhatTheyCount(areNested: Bool) throws {
    var author = TestWriter(0xa1)
    let events = try author.append((0..<3).map { note("\($0)") })
    for event in events { try put([event]) }
    var costs: [Int] = []
    var count = 0
    for end in [1_000, 2_000] {
      for number in count..<end {
        try putName(
          of: author.id, areNested ? 1 : UInt64(number / 2 + 1),
          UInt64(number + 10), number: number)
      }
      count = end
      let replica = try Replica()
      let before = store.cost.requests
      var sync = StoreSync(
        replica.journal, with: store, of: journalID,
        shelf: PlainShelf(journal: journalID), state: .init(), isMerging: true,
        isRehearsal: false, clock: clock, progress: { _, _ in })
      try sync.run(listsAll: false)
      #expect(sync.report.received.values.map(\.count) == [3])
      // Those are not fetched to which nothing leads.
      let refused = sync.report.refused.count + sync.report.moreRefused
      #expect(areNested ? refused == end : !sync.report.gaps.isEmpty)
      #expect(store.cost.requests - before < end + 100)
      costs.append(sync.lookedAt)
    }
    #expect(costs[1] < 20 * 2_000)
    #expect(costs[1] < 3 * costs[0])
  }

  /// Sums of what names claim are beyond the greatest number.
  @Test func namesMayClaimAnything() throws {
    let event = try TestWriter(0xa1).appended(note("1"))
    try put([event])
    for number in 0..<3_000 {
      try putName(
        of: writer(number).id, 1, SegmentRun.greatestSequence, number: number)
    }
    let replica = try Replica()
    let report = try replica.sync(with: store, of: journalID, at: clock)
    #expect(report.refused.count == 1_000 && report.moreRefused == 2_000)
    #expect(try replica.holds(event.reference))
  }

  @Test func aListWithoutAnEndIsLeft() throws {
    let endless = EndlessStore(journal: journalID)
    let replica = try Replica()
    var sync = StoreSync(
      replica.journal, with: endless, of: journalID,
      shelf: PlainShelf(journal: journalID), state: .init(), isMerging: true,
      isRehearsal: false, clock: clock, progress: { _, _ in })
    sync.nameLimit = 10_000
    #expect(throws: StoreError.self) { try sync.run(listsAll: false) }
    #expect(endless.listed == 10_001)
  }
}

extension TestWriter {
  /// The first event that it writes.
  fileprivate func appended(_ draft: EventDraft) throws -> RecordedEvent {
    var writer = self
    return try writer.append(draft)
  }
}

/// A store that lists one segment more, always.
private final class EndlessStore: ObjectStore {
  let cost = TransferCost()
  let keepsNoHours = false
  private let journal: JournalID
  private(set) var listed = 0

  init(journal: JournalID) { self.journal = journal }

  func forEachName(
    under prefix: String, after start: String, _ body: (String) throws -> Void
  ) throws -> StoreHour {
    let hour = StoreHour(of: Instant(milliseconds: 0))
    while true {
      listed += 1
      let tip = EventReference(
        writer: WriterID(bits: UUIDBits(high: 1, low: UInt64(listed))),
        sequence: 1, hashPrefix: 1)
      guard let run = SegmentRun(first: 1, tip: tip) else { return hour }
      try body(
        SegmentName(
          journal: journal, hour: hour, run: run,
          content: UUIDBits(high: 1, low: 1)
        ).text)
    }
  }

  func object(_ name: String, atMost limit: Int) -> [UInt8]? { nil }

  func put(_ bytes: [UInt8], as name: String) -> Bool { true }

  func remove(_ name: String) -> Bool { false }
}
