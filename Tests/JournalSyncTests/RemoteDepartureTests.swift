import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// Tests whether another writer may have seen an event of this home.
@Suite struct RemoteDepartureTests {
  private let own = WriterID(bits: .init(high: 1, low: 1))
  private let others = WriterID(bits: .init(high: 2, low: 2))

  private func header(
    _ writer: WriterID, _ sequence: UInt64, minute: Int64
  ) -> EventHeader {
    let recorded = Instant(milliseconds: minute * 60_000)
    return EventHeader(
      writer: writer, sequence: sequence, previous: .zero,
      stamp: Stamp(at: recorded), recorded: recorded, action: sequence,
      stream: .journal, type: EventType.settingChanged.rawValue, schema: 1,
      payloadHash: .zero)
  }

  /// Holds events 1 to 9, of which 6 to 9 were sent in minute 30.
  private var state: RemoteState {
    var state = RemoteState()
    state.tips[own] = [
      EventReference(writer: own, sequence: 9, hashPrefix: 0)
    ]
    state.noteDeparture(
      of: 4, by: own, at: Instant(milliseconds: 30 * 60_000))
    return state
  }

  @Test func whatWasNotSentYetWasNotSeen() {
    #expect(
      !state.mayHaveShown(
        header(own, 10, minute: 20), before: header(others, 1, minute: 40)))
  }

  @Test func whatWasSentLaterWasNotSeen() {
    let edit = header(own, 7, minute: 20)
    #expect(!state.mayHaveShown(edit, before: header(others, 1, minute: 29)))
    #expect(state.mayHaveShown(edit, before: header(others, 1, minute: 30)))
  }

  @Test func aClockThatIsBehindTellsNothing() {
    #expect(
      state.mayHaveShown(
        header(own, 7, minute: 20), before: header(others, 1, minute: 19)))
  }

  @Test func whatWasSentLongAgoMayHaveBeenSeen() {
    #expect(
      state.mayHaveShown(
        header(own, 5, minute: 20), before: header(others, 1, minute: 25)))
  }

  @Test func departuresAreKept() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/state"
    var state = state
    for count in 0..<100 {
      state.noteDeparture(
        of: 1, by: own, at: Instant(milliseconds: Int64(count)))
    }
    try state.write(to: path)
    #expect(RemoteState(at: path) == state)
    #expect(state.departures.count == 64)
  }
}
