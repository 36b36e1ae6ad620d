import JournalCare
import JournalEvents
import JournalExchange
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Every field of a plant survives the way through a table.
@Suite struct PlantRoundTripTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func everyFieldComesBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let first = try ImportFixture()
    try first.defineFields()
    try first.perform(generator.collection())
    let table = try first.table()
    let second = try ImportFixture()
    try second.defineFields()
    try second.importTable(table)
    let before = try first.plants()
    let after = try second.plants()
    #expect(before.count == after.count, "seed \(seed)")
    for (one, other) in zip(before, after) {
      #expect(one.portrait == other.portrait, "seed \(seed)")
    }
    #expect(try second.table() == table, "seed \(seed)")
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func whatIsThereAlreadyIsFoundEqual(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = try ImportFixture()
    try fixture.defineFields()
    try fixture.perform(generator.collection())
    let count = try fixture.eventCount
    let summary = try fixture.importTable(try fixture.table())
    #expect(summary.added.isEmpty, "seed \(seed)")
    #expect(summary.unchanged == (try fixture.plants().count), "seed \(seed)")
    #expect(try fixture.eventCount == count, "seed \(seed)")
  }

  @Test(arguments: PlantColumn.allCases)
  func noFieldOfPeopleIsCalledLikeAColumn(column: PlantColumn) {
    #expect(FactField.name(typed: column.rawValue) == nil)
  }
}
