import JournalEvents
import JournalLog
import JournalProjections
import JournalTestSupport
import Testing

/// Same events, same bytes, whatever the order of delivery.
@Suite struct DeliveryOrderTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func anyOrderOfDeliveryGivesTheSameBytes(seed: UInt64) throws {
    var maker = HistoryMaker(
      seed: 1_000 + seed, erasing: seed % 2 == 1)
    let history = try maker.history(count: 50)
    var random = SeededGenerator(seed: seed)
    let expected = try dump(afterReceiving: [history])
    for round in 0..<5 {
      let order = Delivery.shuffled(history, using: &random)
      let batches = Delivery.batches(order, using: &random)
      let found = try dump(afterReceiving: batches)
      let differences = found.differences(from: expected)
      #expect(differences.isEmpty, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func theFoldedStateIsThatOfAPlainFoldInCanonicalOrder(seed: UInt64) throws {
    var maker = HistoryMaker(
      seed: 2_000 + seed, erasing: seed % 2 == 1)
    let history = try maker.history(count: 60)
    var random = SeededGenerator(seed: seed)
    let fixture = try JournalFixture()
    let order = Delivery.shuffled(history, using: &random)
    for batch in Delivery.batches(order, using: &random) {
      try fixture.receive(batch)
    }
    try FoldModel(history).expectEqual(fixture.journal, "seed \(seed)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func receivingEventsAgainChangesNothing(seed: UInt64) throws {
    var maker = HistoryMaker(
      seed: 3_000 + seed, erasing: seed % 2 == 1)
    let history = try maker.history(count: 50)
    let fixture = try JournalFixture()
    try fixture.receive(history)
    let before = try fixture.dump()
    var random = SeededGenerator(seed: seed)
    // Duplicates need not come in order: all of them are held.
    let result = try fixture.receive(history.shuffled(using: &random))
    #expect(result.received == 0)
    #expect(result.duplicates == history.count)
    #expect(try fixture.dump() == before)
  }

  private func dump(
    afterReceiving batches: [[RecordedEvent]]
  ) throws -> Dump {
    let fixture = try JournalFixture()
    for batch in batches { try fixture.receive(batch) }
    return try fixture.dump()
  }
}
