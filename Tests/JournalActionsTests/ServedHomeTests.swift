import JournalActions
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// A home whose server others use: what they do bears their names, here and on
/// every replica.
@Suite struct ServedHomeTests {
  let anna: Keeper
  let bea: Keeper

  init() throws {
    anna = try Keeper()
    bea = anna.used(by: Person("Bea"))
    try anna.add("Monty", every: 7)
    try anna.add("Basil", every: 7)
    _ = try anna.journal.nameWriter(
      WriterNameRequest(device: .set("laptop"), person: .set("Anna")))
  }

  private func water(_ keeper: Keeper, _ plant: String) throws {
    _ = try keeper.journal.recordCare(
      CareRequest(.named(plant), kind: .watering))
  }

  /// The recorders of care that Today shows, by plant; with "!" for whoever
  /// asks.
  private func told(_ keeper: Keeper) throws -> [String: String] {
    try keeper.journal.read { snapshot in
      try snapshot.todayView().done.reduce(into: [:]) { told, done in
        let name = done.recorder.map { $0.name?.text ?? "nameless" }
        told[done.plantName] =
          (name ?? "") + (done.recorder?.isSamePerson == true ? "!" : "")
      }
    }
  }

  /// The persons to whom an audit counts care, with how much.
  private func shares(_ keeper: Keeper) throws -> [String: Int] {
    let view = try keeper.journal.read { snapshot in
      try snapshot.auditView(
        PlantChoice(), kind: nil,
        period: Timed { _ in day("2026-03-01")...day("2026-03-31") }, grace: 0)
    }
    return view.shares(of: view.plants.flatMap(\.kinds))
      .reduce(into: [:]) { $0[$1.person ?? "nobody"] = $1.count }
  }

  /// The recorders in the history of a person.
  private func history(_ keeper: Keeper, of person: String) throws -> [String] {
    try keeper.journal.read { snapshot in
      let household = try snapshot.household()
      var query = HistoryQuery()
      query.writer = person
      var names: [String] = []
      _ = try snapshot.forEachEvent(query) { entry in
        names.append(
          try snapshot.description(of: entry.event, in: household)
            .recorder?.name?.text ?? "nameless")
      }
      return names
    }
  }

  private func writerCount(_ keeper: Keeper) throws -> Int {
    try keeper.journal.read { try $0.log.writerCount(in: $0.transaction) }
  }

  @Test func whatAPersonDoesIsTheirsOnEveryReplica() throws {
    let phone = try Keeper()
    try water(bea, "Monty")
    try water(anna, "Basil")
    try anna.pass(to: phone)
    _ = try phone.journal.rebuild()
    let done = ["Monty": "Bea", "Basil": "Anna's laptop"]
    #expect(try told(phone) == done)
    #expect(try told(anna) == done.merging(["Basil": "Anna's laptop!"]) { $1 })
    #expect(try told(bea) == done.merging(["Monty": "Bea!"]) { $1 })
    for keeper in [anna, bea, phone] {
      #expect(try shares(keeper) == ["Anna": 1, "Bea": 1])
      // The start and the name of her writer, and what she did.
      #expect(
        try history(keeper, of: "Bea")
          == [String](repeating: "Bea", count: 3))
      let page = try keeper.journal.read {
        try $0.plantPages(of: .named("Monty"))[0]
      }
      #expect(page.recorders[.watering]?.name?.person == "Bea")
    }
    #expect(
      try anna.journal.read { try $0.writerName(nil).name?.person }
        == "Anna")
    #expect(
      try bea.journal.read { try $0.writerName(nil).name?.person }
        == "Bea")
  }

  @Test func whoHasNotActedYetIsNotTheOneWhoDid() throws {
    try water(anna, "Monty")
    #expect(try told(anna) == ["Monty": ""])
    #expect(try told(bea) == ["Monty": "Anna's laptop"])
    // A phone of hers that syncs is hers, too.
    let phone = try Keeper()
    try anna.pass(to: phone)
    _ = try phone.journal.nameWriter(
      WriterNameRequest(device: .set("phone"), person: .set("Bea")))
    try water(phone, "Basil")
    try phone.pass(to: anna)
    #expect(try told(bea)["Basil"] == "Bea's phone!")
    #expect(try told(anna)["Basil"] == "Bea's phone")
  }

  @Test func everybodyUndoesTheirOwn() throws {
    try water(anna, "Basil")
    try water(bea, "Monty")
    _ = try anna.journal.undo()
    #expect(try told(bea) == ["Monty": "Bea!"])
    _ = try anna.journal.undo(UndoRequest(redoes: true))
    _ = try bea.journal.undo()
    #expect(try told(bea) == ["Basil": "Anna's laptop"])
    _ = try bea.journal.undo(UndoRequest(redoes: true))
    _ = try bea.journal.undo()
    // Then nothing of hers is left, not even the name of her writer.
    #expect(throws: UndoError.self) { try bea.journal.undo() }
    #expect(throws: UndoError.self) {
      try anna.journal.undo(UndoRequest(redoes: true))
    }
    try water(bea, "Monty")
    #expect(try told(anna)["Monty"] == "Bea")
    // Somebody who names an action means that one.
    let id = try #require(
      try bea.journal.recordCare(CareRequest(.named("Basil"), kind: .watering))
        .actions.first?.shortID)
    _ = try anna.journal.undo(UndoRequest(id))
    #expect(try told(anna)["Basil"] == "Anna's laptop!")
  }

  @Test func theStartOfAWriterStays() throws {
    try water(bea, "Monty")
    let found = try bea.journal.read { snapshot in
      var query = HistoryQuery()
      query.writer = "Bea"
      var ids: [String] = []
      _ = try snapshot.forEachEvent(query) { ids.append($0.actionID) }
      return ids.first { $0.hasSuffix("-1") }
    }
    let id = try #require(found)
    for keeper in [anna, bea] {
      let error = #expect(throws: UndoError.self) {
        try keeper.journal.undo(UndoRequest(id))
      }
      guard case .isBeginning? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }

  @Test func aPersonIsRenamedAndStaysTheSame() throws {
    try water(bea, "Monty")
    let count = try writerCount(anna)
    _ = try anna.journal.nameWriter(
      WriterNameRequest("Bea", device: .clear, person: .set("Beatrice")))
    try water(bea, "Basil")
    #expect(try writerCount(anna) == count)
    #expect(try told(anna) == ["Monty": "Beatrice", "Basil": "Beatrice"])
    #expect(try told(bea) == ["Monty": "Beatrice!", "Basil": "Beatrice!"])
    // She may do so herself; her writer is the one that is meant.
    _ = try bea.journal.nameWriter(WriterNameRequest(person: .set("B.")))
    #expect(try told(anna)["Basil"] == "B.")
    try water(anna.used(by: Person("Bea", key: "token 2")), "Monty")
    #expect(try writerCount(anna) == count + 1)
  }

  /// What she set here and another home set later is reported where it was
  /// lost.
  @Test func whatAPersonSetIsLostHere() throws {
    let phone = try Keeper()
    try anna.pass(to: phone)
    func set(_ days: Int64, _ keeper: Keeper) throws {
      _ = try keeper.journal.changeSetting(
        SettingRequest("graceDays", .integer(days)))
    }
    try set(1, bea)
    var later = phone
    later.now = instant("2026-03-10T10:00:00+01:00")
    try set(2, later)
    let receipt = try phone.pass(to: anna)
    guard case .received(let events)? = receipt.changes.first else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(events.lostEdits.count == 1)
  }
}
