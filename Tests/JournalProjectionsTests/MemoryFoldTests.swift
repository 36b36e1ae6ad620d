import JournalCare
import JournalEvents
import JournalTestSupport
import LMDBKit
import Testing

@testable import JournalProjections

/// The past must be read as the present would be.
@Suite struct MemoryFoldTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func aFoldInMemoryEqualsTheProjections(seed: UInt64) throws {
    var maker = HistoryMaker(
      seed: 4_000 + seed, erasing: seed % 2 == 1)
    let fixture = try JournalFixture()
    try fixture.receive(try maker.history(count: 60))
    let journal = fixture.journal
    try journal.read { transaction in
      var fold = try MemoryFold(journal, recordedBy: nil, in: transaction)
      try fold.run(in: transaction)
      let settings = try journal.projections.journalSettings(in: transaction)
      #expect(fold.values == settings.values)
      #expect(fold.originalTimeZone == settings.originalTimeZone)
      try journal.projections.forEachPlant(in: transaction) { id, stored in
        var plant = fold.plants[id] ?? PlantState()
        plant.latest = stored.latest
        #expect(plant == stored, "seed \(seed)")
        for kind in ObservationKind.allCases {
          let positions = try journal.projections.positions(
            of: kind, of: id, in: transaction)
          #expect(
            fold.observations[kind]?[id] ?? [] == positions, "seed \(seed)")
        }
        return true
      }
    }
  }
}
