import JournalEvents
import JournalProjections
import JournalTestSupport
import LMDBKit
import Testing

/// The promise on which everything shown rests: what folding each event at
/// its arrival has built is what folding the whole log builds.
@Suite struct IncrementalRebuildTests {
  @Test(arguments: 0..<200 as Range<UInt64>)
  func foldingEachEventEqualsARebuild(seed: UInt64) throws {
    var maker = HistoryMaker(seed: seed, erasing: seed % 2 == 1)
    let history = try maker.history(count: 40)
    var random = SeededGenerator(seed: ~seed)
    let fixture = try JournalFixture()
    let order = Delivery.shuffled(history, using: &random)
    for (index, event) in order.enumerated() {
      try fixture.receive([event])
      let differences = try fixture.rebuildDifferences()
      try #require(
        differences.isEmpty,
        """
        seed \(seed), event \(index) (\(event.header.type)): a rebuild changes
        \(differences.joined(separator: "\n"))
        """)
    }
  }

  @Test func rebuildCountsTheEventsAndChangesNothing() throws {
    var maker = HistoryMaker(seed: 7)
    let history = try maker.history(count: 60)
    let fixture = try JournalFixture()
    try fixture.receive(history)
    let before = try fixture.dump()
    #expect(try fixture.journal.rebuild() == history.count)
    #expect(try fixture.dump() == before)
  }

  /// More than are read at once, so that some are read by another thread.
  @Test(arguments: [false, true])
  func rebuildOfManyEventsChangesNothing(erases: Bool) throws {
    var maker = HistoryMaker(seed: 9, erasing: erases)
    let history = try maker.history(count: 10_000)
    let fixture = try JournalFixture()
    try fixture.receive(history)
    // Told of each full batch.
    var told = 0
    let before = try fixture.dump()
    #expect(
      try fixture.journal.rebuild { _ in told += 1 } == history.count)
    #expect(try fixture.dump() == before)
    #expect(told > 0)
  }

  @Test func aRebuildMendsFoldsThatAreWrong() throws {
    var maker = HistoryMaker(seed: 8)
    let fixture = try JournalFixture()
    try fixture.receive(try maker.history(count: 60))
    let before = try fixture.dump()
    let environment = fixture.journal.environment
    try environment.write { transaction in
      for name in ProjectionDatabase.rebuilt {
        let database = environment.database(name)
        try transaction.removeAll(in: database)
        let junk: [UInt8] = [1, 2, 3]
        try transaction.put(junk.span.bytes, junk.span.bytes, in: database)
      }
    }
    #expect(try fixture.dump() != before)
    _ = try fixture.journal.rebuild()
    #expect(try fixture.dump() == before)
  }
}
