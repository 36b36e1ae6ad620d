import JournalActions
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// What plants were identified as, looked back at.
@Suite struct IdentificationHistoryTests {
  private var keeper: Keeper

  init() throws {
    keeper = try Keeper()
    try keeper.add("Monty", room: "Kitchen")
    try keeper.add("Jade")
  }

  /// Records what a plant was identified as, and gives the action's id.
  @discardableResult
  private func identify(
    _ name: String, as species: String, on text: String
  ) throws -> String {
    try keeper.journal.recordIdentification(
      IdentificationRequest(
        PlantChoice(names: [name]),
        PlantIdentified(
          source: .onDevice, confidence: 0.8,
          topResults: [.init(scientificName: species, confidence: 0.8)]),
        Occasion(at: .exactly(instant("\(text)T10:00:00+01:00"))))
    ).actions[0].shortID
  }

  /// The plants and what they were identified as, the latest first.
  private func history(
    _ choice: PlantChoice = PlantChoice(), limit: Int = .max
  ) throws -> [String] {
    try keeper.journal.read { snapshot in
      try snapshot.identifications(of: choice, limit: limit).map {
        "\($0.plant.displayName): "
          + $0.identification.topResults[0].scientificName
      }
    }
  }

  @Test func theLatestComeFirstByTheirOwnTime() throws {
    try identify("Monty", as: "Ficus elastica", on: "2026-03-05")
    try identify("Jade", as: "Crassula ovata", on: "2026-03-01")
    try identify("Monty", as: "Monstera deliciosa", on: "2026-03-07")
    let all = [
      "Monty: Monstera deliciosa", "Monty: Ficus elastica",
      "Jade: Crassula ovata",
    ]
    #expect(try history() == all)
    #expect(try history(limit: 2) == Array(all.prefix(2)))
    #expect(try history(PlantChoice(names: ["Jade"])) == [all[2]])
    #expect(
      try history(PlantChoice(rooms: ["Kitchen"])) == Array(all.prefix(2)))
  }

  @Test func whatWasUndoneOrErasedIsNotListed() throws {
    let first = try identify("Monty", as: "Ficus elastica", on: "2026-03-05")
    let second = try identify("Monty", as: "Aloe vera", on: "2026-03-06")
    let undo = try keeper.journal.undo(UndoRequest(first))
    #expect(try history() == ["Monty: Aloe vera"])
    _ = try keeper.journal.undo(UndoRequest(undo.actions[0].shortID))
    _ = try keeper.journal.erase(EraseRequest(.actions([second])))
    #expect(try history() == ["Monty: Ficus elastica"])
  }

  @Test func thoseOfAMergedPlantAreTheOtherOnes() throws {
    try identify("Monty", as: "Ficus elastica", on: "2026-03-05")
    try identify("Jade", as: "Crassula ovata", on: "2026-03-06")
    let merged = try keeper.journal.merge(MergeRequest("Jade", into: "Monty"))
    let both = ["Monty: Crassula ovata", "Monty: Ficus elastica"]
    #expect(try history() == both)
    #expect(try history(PlantChoice(names: ["Monty"])) == both)
    _ = try keeper.journal.undo(UndoRequest(merged.actions[0].shortID))
    #expect(
      try history() == ["Jade: Crassula ovata", "Monty: Ficus elastica"])
  }

  @Test func thePastHasThoseThatItKnew() throws {
    var keeper = keeper
    try identify("Monty", as: "Ficus elastica", on: "2026-03-05")
    let then = keeper.now.instant
    keeper.now = instant("2026-03-12T09:00:00+01:00")
    let later = Self(keeper)
    try later.identify("Monty", as: "Aloe vera", on: "2026-03-11")
    let known = try keeper.journal.read(
      asOf: { _ in then },
      { try $0.identifications(of: PlantChoice()) })
    #expect(
      known.map(\.identification.topResults[0].scientificName)
        == ["Ficus elastica"])
    #expect(
      try later.history() == ["Monty: Aloe vera", "Monty: Ficus elastica"])
  }

  private init(_ keeper: Keeper) { self.keeper = keeper }
}
