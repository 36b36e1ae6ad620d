import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Fields that people name, and what plants have of them.
@Suite struct FieldTests {
  private let keeper: Keeper

  init() throws {
    keeper = try Keeper()
    try keeper.add("Monty")
    try keeper.add("Jade")
    try Self.define(keeper, "price", .number(unit: "EUR"))
  }

  private static func define(
    _ keeper: Keeper, _ name: String, _ kind: FactField.Kind
  ) throws {
    let field = try #require(FactField(named: name, kind))
    _ = try keeper.journal.changeFields(FieldRequest(.define(field)))
  }

  @discardableResult
  private func set(
    _ keeper: Keeper, _ plant: String, _ name: String, _ value: String?
  ) throws -> Receipt {
    var edit = PlantEdit()
    edit.facts = [FactSet(name: name, value: value)]
    return try keeper.journal.edit(
      EditRequest(.named(plant), edit, in: keeper.catalogues))
  }

  private func facts(
    _ keeper: Keeper, _ name: String
  ) throws -> [String: String] {
    try keeper.journal.read { snapshot in
      let id = try snapshot.plant(named: name)
      let view = try PlantView(
        id, snapshot.plant(id) ?? PlantState(), in: snapshot)
      return Dictionary(view.facts.map { ($0.field.name, $0.value) }) { $1 }
    }
  }

  /// The names of plants that a list has.
  private func listed(_ query: ListQuery) throws -> [String] {
    try keeper.journal.read {
      try $0.list(query).rows.map(\.state.displayName)
    }
  }

  @Test func aValueIsGivenClearedAndTakenBack() throws {
    try set(keeper, "Monty", "price", "12.50")
    #expect(try facts(keeper, "Monty") == ["price": "12.50"])
    let again = try set(keeper, "Monty", "price", "12.50")
    #expect(again.actions.isEmpty)
    try set(keeper, "Monty", "price", nil)
    #expect(try facts(keeper, "Monty").isEmpty)
    _ = try keeper.journal.undo()
    #expect(try facts(keeper, "Monty") == ["price": "12.50"])
    #expect(try keeper.journal.rebuild() > 0)
    #expect(try facts(keeper, "Monty") == ["price": "12.50"])
  }

  @Test(arguments: [("price", "dear"), ("price", "12,50"), ("colour", "red")])
  func whatAFieldCannotHaveIsRefused(name: String, value: String) throws {
    let before = try keeper.eventCount()
    #expect(throws: CareError.self) { try set(keeper, "Monty", name, value) }
    #expect(try keeper.eventCount() == before)
  }

  @Test func aFieldThatGoesTakesNoValueAlong() throws {
    try set(keeper, "Monty", "price", "12.50")
    let receipt = try keeper.journal.changeFields(
      FieldRequest(.remove("Price")))
    guard case .fieldRemoved(let field, plants: 1)? = receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(field.name == "price")
    #expect(try facts(keeper, "Monty").isEmpty)
    #expect(throws: FieldNotFound.self) {
      try keeper.journal.changeFields(FieldRequest(.remove("price")))
    }
    _ = try keeper.journal.undo()
    #expect(try facts(keeper, "Monty") == ["price": "12.50"])
  }

  @Test func ofTwoReplicasTheLaterValueHolds() throws {
    var other = try Keeper()
    other.now = instant("2026-03-11T09:00:00+01:00")
    try keeper.pass(to: other)
    try set(keeper, "Monty", "price", "10")
    try Self.define(keeper, "link", .text)
    try set(keeper, "Monty", "link", "https://example.org")
    try set(other, "Monty", "price", "20")
    try other.pass(to: keeper)
    try keeper.pass(to: other)
    for replica in [keeper, other] {
      #expect(
        try facts(replica, "Monty")
          == ["price": "20", "link": "https://example.org"])
    }
  }

  @Test func listsAreFilteredSortedAndSearchedByValues() throws {
    try Self.define(keeper, "mood", .choice(["good", "bad"]))
    for (plant, price) in [("Monty", "9.99"), ("Jade", "10")] {
      try set(keeper, plant, "price", price)
    }
    try set(keeper, "Jade", "mood", "good")
    try set(keeper, "Monty", "mood", "bad")
    try keeper.add("Basil")
    var query = ListQuery()
    query.order = ListOrder([.init(ListField(own: "price"))])
    #expect(try listed(query) == ["Monty", "Jade", "Basil"])
    query.order = ListOrder([.init(ListField(own: "mood"))])
    #expect(try listed(query) == ["Jade", "Monty", "Basil"])
    query = ListQuery()
    query.facts = [FactCondition("price", (.above, "9,99"))]
    #expect(try listed(query) == ["Jade"])
    query.facts = [FactCondition("price", (.atLeast, "9.990"))]
    #expect(try listed(query) == ["Jade", "Monty"])
    query.facts = [FactCondition("mood", (.equal, "BAD"))]
    #expect(try listed(query) == ["Monty"])
    query.facts = [FactCondition("price")]
    #expect(try listed(query) == ["Jade", "Monty"])
    query = ListQuery()
    query.words = ["good"]
    #expect(try listed(query) == ["Jade"])
    query = ListQuery()
    query.fields = [ListField(own: "prise")]
    #expect(throws: ColumnNotFound.self) { try listed(query) }
    query = ListQuery()
    query.facts = [FactCondition("price", (.above, "dear"))]
    #expect(throws: CareError.self) { try listed(query) }
  }

  @Test func healthIsTheLatestLookWhicheverWasRecordedLast() throws {
    func look(_ level: Int, on text: String) throws {
      _ = try keeper.journal.change(
        PlantRequest(
          .named("Monty"), .measure(.init(health: level)),
          Occasion(at: .exactly(instant(text)))))
    }
    func health() throws -> [Int] {
      try keeper.journal.read { snapshot in
        let id = try snapshot.plant(named: "Monty")
        return try snapshot.plant(id)?.details.health.map(\.level) ?? []
      }
    }
    try look(2, on: "2026-03-08")
    try look(4, on: "2026-03-09")
    try look(3, on: "2026-03-01")
    #expect(try health() == [2, 4])
    _ = try keeper.journal.undo()
    try look(5, on: "2026-03-10")
    #expect(try health() == [4, 5])
    #expect(throws: ActionError.self) { try look(6, on: "2026-03-10") }
    // What was only measured says nothing of it.
    _ = try keeper.journal.change(
      PlantRequest(.named("Monty"), .measure(.init(height: 420))))
    #expect(try health() == [4, 5])
  }
}
