import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of events from other replicas, taken or refused.
@Suite struct ReceivingTests {
  let fixture: JournalFixture
  var writer = TestWriter(0xa1)
  let plant = PlantID(bits: UUIDBits(high: 1, low: 2))

  init() throws {
    fixture = try JournalFixture()
  }

  private func note(_ text: String) -> EventDraft {
    EventDraft(plant, .plantNoted(.init(text: text)))
  }

  private func created(_ journal: JournalID) -> EventDraft {
    EventDraft(
      .journal, .journalCreated(.init(journal: journal, timeZone: "UTC")))
  }

  /// Expects that `event` is refused with `error` and changes nothing.
  private func expectRefused(
    _ event: RecordedEvent, _ error: ReceiveError,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try fixture.dump()
    #expect(throws: error, sourceLocation: sourceLocation) {
      try fixture.receive([event])
    }
    #expect(try fixture.dump() == before, sourceLocation: sourceLocation)
  }

  private var tips: WriterTips {
    get throws {
      try fixture.journal.read {
        try fixture.journal.log.tips(of: writer.id, in: $0)
      }
    }
  }

  /// While more is to come plants and rooms are left behind; all readers find
  /// them folded, in the process that received and in others.
  @Test(arguments: UInt64(1)...30)
  func whatIsFoldedLaterIsTheSame(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var maker = HistoryMaker(seed: seed, erasing: seed % 2 == 1)
    let events = Delivery.shuffled(
      try maker.history(count: 80), using: &random)
    let whole = try JournalFixture()
    try whole.receive(events)
    let journal = fixture.journal
    let first = random.int(0...10)
    try fixture.receive(Array(events.prefix(first)))
    var rest = Array(events.dropFirst(first))
    for part in Delivery.batches(rest, using: &random).dropLast() {
      try journal.receive(part, expecting: 1_000)
      let meta = try journal.readLog { try journal.meta(in: $0) }
      #expect(meta?.isBehind == true, "seed \(seed)")
      rest.removeFirst(part.count)
    }
    switch random.int(0...2) {
    case 0:
      try journal.receive(rest)
      let meta = try journal.readLog { try journal.meta(in: $0) }
      #expect(meta?.isBehind == false, "seed \(seed)")
    case 1: try journal.receive(rest, expecting: 1_000)
    default:
      // Killed before the last arrives.
      try journal.environment.close()
      try JournalFixture(directory: fixture.directory).receive(rest)
    }
    let after = try JournalFixture(directory: fixture.directory)
    let differences = try after.dump().differences(from: whole.dump())
    #expect(differences.isEmpty, "seed \(seed): \(differences.prefix(3))")
    #expect(try after.rebuildDifferences().isEmpty, "seed \(seed)")
    #expect(try after.journal.verify().isClean, "seed \(seed)")
  }

  /// A journal that was read before, and of which another process left plants
  /// behind since, is folded before it is read.
  @Test mutating func whoReadsMeanwhileFindsAllFolded() throws {
    let events = try writer.append((0..<20).map { note("\($0)") })
    try fixture.receive(Array(events.prefix(2)))
    let reader = try JournalFixture(directory: fixture.directory)
    _ = try reader.dump()
    try fixture.journal.receive(
      Array(events.dropFirst(2)), expecting: 1_000)
    let clock = Instant(milliseconds: 1_800_000_000_000)
    let count = try reader.journal.snapshot(clock: clock) { snapshot in
      try snapshot.positions(of: .note, of: events[19].header.stream).count
    }
    let whole = try JournalFixture()
    try whole.receive(events)
    let wanted = try whole.journal.snapshot(clock: clock) { snapshot in
      try snapshot.positions(of: .note, of: events[19].header.stream).count
    }
    #expect(count == wanted)
    #expect(
      try reader.journal.read { try reader.journal.meta(in: $0) }?.isBehind
        == false)
  }

  /// If nothing can be written, plants that are behind are folded in memory.
  @Test mutating func whatIsBehindIsReadWhereNothingCanBeWritten() throws {
    let events = try writer.append((0..<20).map { note("\($0)") })
    try fixture.receive(Array(events.prefix(2)))
    try fixture.journal.receive(Array(events.dropFirst(2)), expecting: 1_000)
    try fixture.journal.environment.close()
    let journal = try Journal.openAsStored(fixture.journal.home)
    let clock = Instant(milliseconds: 1_800_000_000_000)
    let count = try journal.snapshot(clock: clock) { snapshot in
      try snapshot.positions(of: .note, of: events[19].header.stream).count
    }
    let whole = try JournalFixture()
    try whole.receive(events)
    let wanted = try whole.journal.snapshot(clock: clock) { snapshot in
      try snapshot.positions(of: .note, of: events[19].header.stream).count
    }
    #expect(count == wanted && count > 0)
    #expect(try journal.readLog { try journal.meta(in: $0) }?.isBehind == true)
  }

  /// A journal that holds more than is to come is folded as it comes in.
  @Test mutating func aFewMoreAreFoldedAtOnce() throws {
    let events = try writer.append((0..<20).map { note("\($0)") })
    try fixture.receive(Array(events.prefix(10)))
    try fixture.journal.receive(Array(events.suffix(10)), expecting: 10)
    let meta = try fixture.journal.readLog {
      try fixture.journal.meta(in: $0)
    }
    #expect(meta?.isBehind == false)
  }

  @Test mutating func aGapIsRefusedWithTheTipsThatAreHeld() throws {
    let events = try writer.append([note("1"), note("2"), note("3")])
    try fixture.receive([events[0]])
    try expectRefused(
      events[2], .unknownPredecessor(events[2].reference, tips: tips))
    try fixture.receive([events[1], events[2]])
    #expect(try tips.tips.map(\.sequence) == [3])
  }

  @Test mutating func anotherPredecessorIsRefused() throws {
    let first = try writer.append(note("1"))
    try fixture.receive([first])
    let wrong = writer.event(
      note("2"), stamp: .zero, previous: EventHash(of: [1].span.bytes))
    try expectRefused(
      wrong, .unknownPredecessor(wrong.reference, tips: tips))
  }

  @Test mutating func aSequenceThatDoesNotFollowIsRefused() throws {
    let first = try writer.append(note("1"))
    try fixture.receive([first])
    let stamp = try #require(first.header.stamp.successor)
    let skipping = writer.event(note("2"), stamp: stamp, sequence: 3)
    try expectRefused(
      skipping, .unknownPredecessor(skipping.reference, tips: tips))
    // Also where the predecessor came in the same batch.
    let second = TestWriter(0xa2).event(note("1"), stamp: .zero)
    let third = TestWriter(0xa2).event(
      note("2"), stamp: stamp, sequence: 5, previous: second.hash)
    #expect(throws: ReceiveError.self) {
      try fixture.receive([second, third])
    }
  }

  @Test func aFirstEventThatNamesAnotherIsRefused() throws {
    let named = writer.event(
      note("1"), stamp: .zero, sequence: 1,
      previous: EventHash(of: [1].span.bytes))
    try expectRefused(named, .badLink(named.reference))
  }

  @Test mutating func aStampThatDoesNotRiseIsRefused() throws {
    let first = try writer.append(note("1"))
    try fixture.receive([first])
    let still = writer.event(note("2"), stamp: first.header.stamp)
    try expectRefused(still, .stampNotRising(still.reference))
    let falling = writer.event(note("2"), stamp: .zero)
    try expectRefused(falling, .stampNotRising(falling.reference))
  }

  @Test mutating func anActionThatIsNotThePredecessorsIsRefused() throws {
    let events = try writer.append([note("1"), note("2")])
    try fixture.receive(events + [try writer.append(note("3"))])
    let stamp = try #require(writer.last?.header.stamp.successor)
    let wrong = writer.event(note("4"), action: 1, stamp: stamp)
    try expectRefused(wrong, .badAction(wrong.reference))
  }

  @Test mutating func aPayloadThatWasTamperedWithIsRefused() throws {
    let event = try writer.append(note("true"))
    let other = EventDraft(plant, .plantNoted(.init(text: "lies")))
    let tampered = try RecordedEvent(
      headerBytes: event.headerBytes, payloadBytes: other.payloadBytes)
    try expectRefused(tampered, .badPayload(event.reference))
    let erased = try RecordedEvent(
      headerBytes: event.headerBytes, payloadBytes: nil)
    try expectRefused(erased, .missingPayload(event.reference))
  }

  @Test mutating func bytesThatAreNoEventAreRefused() throws {
    let event = try writer.append(note("1"))
    let before = try fixture.dump()
    for count in 0..<event.encoded.count {
      var bytes: [UInt8]? = Array(event.encoded.prefix(count))
      #expect(throws: ReceiveError.self) {
        try fixture.journal.receive { _ in
          defer { bytes = nil }
          return bytes
        }
      }
    }
    #expect(try fixture.dump() == before)
  }

  @Test mutating func anEventThatIsTooLongIsRefused() throws {
    let payload = [UInt8](
      repeating: 0, count: RecordedEvent.maximumByteCount)
    let event = try writer.append(
      EventDraft(stream: plant, type: "later.type", payloadBytes: payload))
    try expectRefused(event, .tooLong(event.encoded.count))
  }

  @Test mutating func aBatchIsTakenAsAWholeOrNotAtAll() throws {
    let events = try writer.append([note("1"), note("2"), note("3")])
    let before = try fixture.dump()
    #expect(throws: ReceiveError.self) {
      try fixture.receive([events[0], events[2]])
    }
    #expect(try fixture.dump() == before)
  }

  @Test mutating func duplicatesChangeNothing() throws {
    let events = try writer.append([note("1"), note("2")])
    let result = try fixture.receive(events + events + [events[0]])
    #expect(result.received == 2)
    #expect(result.duplicates == 3)
    #expect(result.forkedWriters.isEmpty)
    #expect(try tips.tips.map(\.hash) == [events[1].hash])
  }

  @Test mutating func bothBranchesOfAForkAreKept() throws {
    var clone = writer
    let common = try writer.append(note("common"))
    clone = writer
    let left = try writer.append([note("left"), note("left again")])
    let right = try clone.append(note("right"))
    try fixture.receive([common] + left)
    let result = try fixture.receive([right])
    #expect(result.forkedWriters == [writer.id])
    #expect(Set(try tips.tips.map(\.hash)) == [left[1].hash, right.hash])
    // A branch goes on where it was.
    let onward = try clone.append(note("right again"))
    try fixture.receive([onward])
    #expect(Set(try tips.tips.map(\.hash)) == [left[1].hash, onward.hash])
    let journal = fixture.journal
    let verification = try journal.read { try journal.log.verify(in: $0) }
    #expect(verification.isClean)
    #expect(verification.events == 5)
  }

  @Test mutating func aForkAtTheFirstEventIsKept() throws {
    var clone = writer
    let left = try writer.append(note("left"))
    let right = try clone.append(note("right"))
    let result = try fixture.receive([left, right])
    #expect(result.forkedWriters == [writer.id])
    #expect(Set(try tips.tips.map(\.hash)) == [left.hash, right.hash])
  }

  @Test mutating func anUndoingReachesBothBranchesOfAnActionThatForked()
    throws
  {
    let first = try writer.append(note("first"))
    var clone = writer
    let favorite = EventDraft(plant, .plantFavorited(.init(isFavorite: true)))
    let left = try writer.append([note("left")], continues: true)
    let right = try clone.append([favorite], continues: true)
    let body = ActionUndone(
      writer: writer.id, sequence: 1, hash: first.hash, undone: true)
    var other = TestWriter(0xb2)
    let undoing = try other.append(EventDraft(.journal, .actionUndone(body)))
    try fixture.receive([first] + left + right)
    let journal = fixture.journal
    #expect(
      try journal.read {
        try journal.projections.plant(plant, in: $0)?.isFavorite
      } == true)
    try fixture.receive([undoing])
    #expect(
      try journal.read {
        try journal.projections.plant(plant, in: $0)?.isFavorite
      } == false)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  @Test mutating func aSettingOutsideOfTheJournalsStreamSaysNothing() throws {
    let body = SettingChanged(key: "hemisphere", value: .text("southern"))
    let event = try writer.append(EventDraft(plant, .settingChanged(body)))
    try fixture.receive([event])
    let journal = fixture.journal
    let settings = try journal.read {
      try journal.projections.journalSettings(in: $0)
    }
    #expect(settings.values.isEmpty)
    #expect(try fixture.rebuildDifferences().isEmpty)
  }

  // MARK: Whose events

  @Test mutating func anotherJournalsEventsNeedMerging() throws {
    let own = JournalID(bits: UUIDBits(high: 1, low: 1))
    let foreign = JournalID(bits: UUIDBits(high: 2, low: 2))
    try fixture.receive([try writer.append(created(own))], merging: false)
    var stranger = TestWriter(0xc3)
    let events = try stranger.append([created(foreign), note("hello")])
    let before = try fixture.dump()
    let error = #expect(throws: JournalError.self) {
      try fixture.receive(events, merging: false)
    }
    guard case .otherJournal(let held, let received) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(held == [own])
    #expect(received == [foreign])
    #expect(try fixture.dump() == before)
    try fixture.receive(events, merging: true)
    let journal = fixture.journal
    let ids = try journal.read { try journal.projections.journalIDs(in: $0) }
    #expect(ids == [own, foreign])
    // Once merged, both belong.
    try fixture.receive([try stranger.append(note("again"))], merging: false)
  }

  @Test mutating func anEmptyHomeJoinsAnyJournal() throws {
    let id = JournalID(bits: UUIDBits(high: 1, low: 1))
    try fixture.receive([try writer.append(created(id))], merging: false)
    let journal = fixture.journal
    let ids = try journal.read { try journal.projections.journalIDs(in: $0) }
    #expect(ids == [id])
  }
}
