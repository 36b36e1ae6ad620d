import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalActions

@Suite struct SuggestionTests {
  private static let query = SuggestionQuery(
    PlantChoice(),
    period: Timed { _ in day("2026-01-01")...day("2026-12-31") })

  /// Waters `name` at these intervals, the first time on 17 March.
  private func water(
    _ name: String, _ intervals: [Int], by keeper: inout Keeper
  ) throws {
    var moment = instant("2026-03-17T09:00:00+01:00")
    for interval in [0] + intervals {
      let later = moment.instant.milliseconds + Int64(interval) * 86_400_000
      moment = OffsetInstant(
        instant: Instant(milliseconds: later), offsetMinutes: 60)
      keeper.now = moment
      _ = try keeper.journal.recordCare(
        CareRequest(.named(name), kind: .watering))
    }
    keeper.now = instant("2026-12-31T09:00:00+01:00")
  }

  private func rows(_ keeper: Keeper) throws -> [String: CareHabit] {
    let rows = try keeper.journal.read {
      try $0.scheduleSuggestions(Self.query).rows
    }
    return Dictionary(
      uniqueKeysWithValues: rows.filter { $0.habit.kind == .watering }
        .map { ($0.plant.displayName, $0.habit) })
  }

  private func interval(_ name: String, _ keeper: Keeper) throws -> Int? {
    try keeper.journal.read { snapshot in
      try snapshot.plant(try snapshot.plant(named: name))?
        .care(.watering)?.schedule?.intervalDays
    }
  }

  @Test func whatFitsIsSetAsOneActionAndTakenBackAsOne() throws {
    var keeper = try Keeper()
    for name in ["Fits", "Late", "New"] { try keeper.add(name, every: 7) }
    try water("Late", [8, 9, 8, 8, 9], by: &keeper)
    try water("Fits", [7, 7, 7, 8], by: &keeper)
    try water("New", [9], by: &keeper)
    let rows = try rows(keeper)
    #expect(rows["Late"]?.suggestion == 8)
    #expect(rows["Late"]?.lateness == [1, 1, 1, 2, 2])
    #expect(rows["Fits"]?.suggestion == nil)
    #expect(rows["New"]?.missing == 3)
    let receipt = try keeper.journal.acceptSuggestions(Self.query)
    #expect(receipt.actions.count == 1)
    #expect(receipt.changes.count == 1)
    #expect(try interval("Late", keeper) == 8)
    #expect(try interval("Fits", keeper) == 7)
    let again = try keeper.journal.acceptSuggestions(Self.query)
    #expect(again.actions.isEmpty && again.changes.isEmpty)
    _ = try keeper.journal.undo(UndoRequest())
    #expect(try interval("Late", keeper) == 7)
  }

  @Test func aRehearsalSetsNothing() throws {
    var keeper = try Keeper()
    try keeper.add("Late", every: 7)
    try water("Late", [9, 9, 9, 9], by: &keeper)
    let receipt = try keeper.journal.acceptSuggestions(Self.query, .rehearse)
    #expect(receipt.changes.count == 1)
    #expect(try interval("Late", keeper) == 7)
  }

  @Test func theSettingOfGraceDecidesWhatIsLate() throws {
    var keeper = try Keeper()
    try keeper.add("Late", every: 7)
    try water("Late", [8, 9, 8, 9], by: &keeper)
    #expect(try rows(keeper)["Late"]?.lateness.count == 4)
    _ = try keeper.journal.changeSetting(
      SettingRequest("graceDays", .integer(1)))
    #expect(try rows(keeper)["Late"]?.lateness.count == 2)
  }
}
