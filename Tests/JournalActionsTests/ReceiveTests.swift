import Encodings
import ErrorKit
import JournalActions
import JournalEvents
import JournalExchange
import JournalFormats
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import Testing

@Suite struct ReceiveTests {
  /// The lines of a journal with a plant and some notes.
  private static func lines(
    of keeper: Keeper, notes: Int = 10
  ) throws -> [String] {
    try keeper.add("Monty")
    for index in 0..<notes {
      _ = try keeper.journal.change(
        PlantRequest(.named("Monty"), .note("note \(index)")))
    }
    return try export(keeper).split(separator: "\n").map(String.init)
  }

  private static func export(_ keeper: Keeper) throws -> String {
    try keeper.journal.read { snapshot in
      var writer = JSONWriter(capacity: 1 << 12)
      try snapshot.log.forEachEvent(.forward, in: snapshot.transaction) {
        event, bytes in
        try EventExport.write(event, bytes, to: &writer)
        return true
      }
      return writer.text
    }
  }

  private func receive(
    _ lines: [String], into keeper: Keeper, batch: Int = 3,
    isMerging: Bool = false, _ mode: ActionMode = .commit
  ) throws -> ReceivedEvents {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    var request = ReceiveRequest(isMerging: isMerging) {
      byteSource(of: bytes)
    }
    request.byteCount = bytes.count
    request.batch = batch
    let receipt = try keeper.journal.receive(request, mode)
    guard case .received(let events)? = receipt.changes.first else {
      throw TestFailure("\(receipt.changes)")
    }
    return events
  }

  @Test(arguments: [ActionMode.commit, .rehearse])
  func whatCameIsSummedUp(mode: ActionMode) throws {
    let source = try Keeper()
    let lines = try Self.lines(of: source)
    let other = try Keeper()
    // More than a small map has room for: what is read again counts once.
    let small = try Keeper(mapMegabytes: 1)
    for keeper in [other, small] {
      let events = try receive(lines, into: keeper, batch: 4, mode)
      #expect(events.news.values.map(\.count).reduce(0, +) == lines.count)
      let types = try #require(events.news.values.first?.countsByType)
      #expect(types["plant.noted"] == 10 && types["plant.added"] == 1)
    }
    guard mode == .commit else { return }
    #expect(try receive(lines, into: other).news.isEmpty)
    _ = try source.journal.change(
      PlantRequest(.named("Monty"), .remove(.died)))
    let all = try Self.export(source).split(separator: "\n").map(String.init)
    let news = try receive(all, into: other).news.values.first
    #expect(news?.count == 1 && news?.removed.map(\.reason) == [.died])
  }

  @Test(arguments: [1, 2, 3, 14, 100])
  func batchesMakeTheSameJournal(batch: Int) throws {
    let source = try Keeper()
    let lines = try Self.lines(of: source)
    let other = try Keeper()
    let events = try receive(lines, into: other, batch: batch)
    #expect(events.new == lines.count && events.duplicates == 0)
    #expect(try other.eventCount() == lines.count)
    let states = { (keeper: Keeper) in
      try keeper.journal.read { try $0.list(ListQuery()).rows.map(\.state) }
    }
    #expect(try states(other) == states(source))
    let again = try receive(lines, into: other, batch: batch)
    #expect(again.new == 0 && again.duplicates == lines.count)
  }

  @Test func whatIsTakenStaysAndTheRestIsTakenLater() throws {
    let lines = try Self.lines(of: Keeper())
    let other = try Keeper()
    var broken = lines
    broken[9] = "no JSON"
    let error = #expect(throws: LineError.self) {
      try receive(broken, into: other)
    }
    #expect(error?.line == 10 && error?.facts.outcome == .earlierTaken)
    #expect(try other.eventCount() == 9)
    let rest = try receive(lines, into: other)
    #expect(rest.duplicates == 9 && rest.new == lines.count - 9)
  }

  @Test func aFirstBatchThatIsRefusedLeavesNothing() throws {
    var lines = try Self.lines(of: Keeper())
    lines.remove(at: 1)
    let other = try Keeper()
    let error = #expect(throws: LineError.self) {
      try receive(lines, into: other)
    }
    #expect(error?.facts.outcome == .noneWritten)
    #expect(try other.eventCount() == 0)
  }

  @Test func eventsOfAnotherJournalAreTakenOnlyWhenAsked() throws {
    let lines = try Self.lines(of: Keeper())
    let other = try Keeper()
    try other.add("Basil")
    let before = try other.eventCount()
    #expect(throws: JournalError.self) { try receive(lines, into: other) }
    #expect(try other.eventCount() == before)
    _ = try receive(lines, into: other, isMerging: true)
    #expect(try other.eventCount() == before + lines.count)
  }

  @Test func aRehearsalCountsAllAndKeepsNothing() throws {
    let lines = try Self.lines(of: Keeper())
    let other = try Keeper()
    let events = try receive(lines, into: other, .rehearse)
    #expect(events.new == lines.count)
    #expect(try other.eventCount() == 0)
  }

  /// The map has 64 MiB: one batch runs again, and must find the line at
  /// which it began.
  @Test func aBatchThatOutgrowsTheMapBeginsAgainWhereItBegan() throws {
    let source = try Keeper()
    try source.fill(megabytes: 16)
    let bytes = Array(try Self.export(source).utf8)
    let other = try Keeper(mapMegabytes: 64)
    try other.fill(megabytes: 56)
    let before = try other.eventCount()
    var readings = 0
    var request = ReceiveRequest(isMerging: true) {
      readings += 1
      return byteSource(of: bytes)
    }
    request.batch = 3
    _ = try other.journal.receive(request)
    #expect(readings == 2, "the map did not have to grow")
    #expect(try other.eventCount() == before + source.eventCount())
  }
}

extension Keeper {
  /// Adds a plant with long notes.
  fileprivate func fill(megabytes: Int) throws {
    let plant = try add("Monty")
    let text = String(repeating: "x", count: 1_000_000)
    try journal.write { session in
      for _ in 0..<megabytes {
        let body = EventBody.plantNoted(.init(text: text))
        _ = try session.append([(plant, EventPayload(at: now, body: body))])
      }
    }
  }
}
