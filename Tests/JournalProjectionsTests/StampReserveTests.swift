import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import JournalTime
import Testing

/// No event leaves those who receive it without a stamp of their own.
@Suite struct StampReserveTests {
  private let fixture: JournalFixture
  private let plant = PlantID(bits: UUIDBits(high: 1, low: 2))

  init() throws {
    fixture = try JournalFixture()
  }

  private var note: EventDraft {
    EventDraft(plant, .plantNoted(.init(text: "late")))
  }

  private func stamp(_ milliseconds: UInt64, _ counter: UInt64 = 0) throws
    -> Stamp
  {
    try #require(Stamp(milliseconds: milliseconds, counter: counter))
  }

  @Test func aLeapToTheEndOfTimeIsRefused() throws {
    let last = try stamp(Stamp.limit - 1, UInt64(UInt16.max))
    let event = TestWriter(0xa1).event(note, stamp: last)
    let before = try fixture.dump()
    #expect(throws: ReceiveError.stampTooFar(event.reference)) {
      try fixture.receive([event])
    }
    #expect(try fixture.dump() == before)
  }

  @Test func whatIsBelowTheReserveIsTakenWhateverItsDistance() throws {
    let far = try stamp(Stamp.reserve - 1, UInt64(UInt16.max))
    let event = TestWriter(0xa1).event(note, stamp: far)
    #expect(try fixture.receive([event]).received == 1)
  }

  /// A writer that had to absorb a stamp just below goes on within the reserve,
  /// and everybody who holds that stamp, too, takes its events.
  @Test func whatFollowsAStampThatIsHeldIsTaken() throws {
    let far = try stamp(Stamp.reserve - 1, UInt64(UInt16.max))
    let first = TestWriter(0xa1).event(note, stamp: far)
    var honest = TestWriter(0xa2)
    honest.clock.update(with: far)
    let next = try honest.append([note, note, note])
    #expect(next[0].header.stamp.milliseconds == Stamp.reserve)
    #expect(throws: ReceiveError.stampTooFar(next[0].reference)) {
      try fixture.receive(next)
    }
    // In one transaction, as an import brings them.
    #expect(try fixture.receive([first] + next).received == 4)
  }

  @Test func aWriterAfterTheFarthestStampStillWrites() throws {
    let far = try stamp(Stamp.reserve - 1, UInt64(UInt16.max))
    try fixture.receive([TestWriter(0xa1).event(note, stamp: far)])
    let options = ActionSession.Options(
      now: Instant(milliseconds: 1_000), program: "test", timeZone: "UTC")
    for _ in 0..<3 {
      try fixture.journal.write(options) { session in
        let at = OffsetInstant(
          instant: Instant(milliseconds: 1_000), offsetMinutes: 0)
        _ = try session.append(
          [
            (
              plant,
              EventPayload(at: at, body: .plantNoted(.init(text: "here")))
            )
          ])
      }
    }
    let latest = try fixture.journal.read { transaction in
      try fixture.journal.log.vector(in: transaction)
        .compactMap(\.tips.latestStamp).max()
    }
    #expect(try #require(latest).milliseconds == Stamp.reserve)
  }
}
