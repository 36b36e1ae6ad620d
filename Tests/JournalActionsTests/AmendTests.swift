import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// Care that was recorded wrongly, corrected.
@Suite struct AmendTests {
  private var keeper: Keeper
  private let watered: String

  init() throws {
    keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try keeper.add("Jade", every: 7)
    watered = try Self.water(keeper, "Monty", "Jade")
  }

  /// Waters plants, and gives the action's id.
  private static func water(
    _ keeper: Keeper, _ names: String...
  ) throws -> String {
    var request = CareRequest(
      PlantChoice(names: names), kind: .watering, Occasion(note: "dry"))
    request.amount = "100ml"
    return try keeper.journal.recordCare(request).actions[0].shortID
  }

  private func request(
    _ action: String?, on text: String, _ plants: String...
  ) -> AmendRequest {
    var request = AmendRequest(action, plants: plants)
    let day = day(text)
    request.at = Timed { _ in .day(day) }
    return request
  }

  /// The care that a plant was given on each day that counts, by who.
  private func given(
    _ keeper: Keeper, _ name: String
  ) throws -> [Day: WriterID] {
    try keeper.journal.read { snapshot in
      let audit = try snapshot.auditView(
        PlantChoice(
          names: [name], naming: PlantNaming(includesRemoved: true)),
        kind: .watering,
        period: TypedPeriod { _ in day("2026-01-01")...day("2026-12-31") },
        grace: nil)
      return Dictionary(
        audit.plants.flatMap(\.kinds).flatMap(\.given)
          .map { ($0.day, $0.writer) }
      ) { $1 }
    }
  }

  /// The history of a plant's care: each day and outcome.
  private func history(_ keeper: Keeper, _ name: String) throws -> [String] {
    try keeper.journal.read { snapshot in
      var lines: [String] = []
      var query = HistoryQuery(of: .named(name))
      query.filter.types = ["task.completed"]
      _ = try snapshot.forEachEvent(query) { entry in
        let day = entry.payload?.at.localDay.description ?? ""
        lines.append(
          day + (entry.isUndone ? " undone" : "")
            + (entry.isAmended ? " amended" : ""))
      }
      return lines
    }
  }

  @Test func dueDaysAndAuditsFollowFromTheCorrectedCare() throws {
    let receipt = try keeper.journal.amend(
      request(watered, on: "2026-03-08", "Monty"))
    guard
      case .amended(let plant, let old, let new, let next)? =
        receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(plant.displayName == "Monty" && receipt.changes.count == 1)
    #expect(receipt.actions.count == 1)
    #expect(old.at == instant("2026-03-10T09:00:00+01:00"))
    #expect(new.at == instant("2026-03-08T09:00:00+01:00"))
    #expect(new.note == "dry" && next == day("2026-03-15"))
    #expect(try keeper.due("Monty") == day("2026-03-15"))
    #expect(try keeper.due("Jade") == day("2026-03-17"))
    #expect(try given(keeper, "Monty").keys.sorted() == [day("2026-03-08")])
    #expect(
      try history(keeper, "Monty") == ["2026-03-08", "2026-03-10 amended"])
  }

  @Test func oneUndoBringsTheFormerCareOfAllPlantsBack() throws {
    _ = try keeper.journal.amend(request(watered, on: "2026-03-08"))
    #expect(try keeper.due("Jade") == day("2026-03-15"))
    _ = try keeper.journal.undo()
    #expect(try keeper.due("Monty") == day("2026-03-17"))
    #expect(try keeper.due("Jade") == day("2026-03-17"))
    #expect(
      try history(keeper, "Monty") == ["2026-03-08 undone", "2026-03-10"])
    // Without the care there is nothing that it could be recorded as.
    _ = try keeper.journal.amend(request(watered, on: "2026-03-08", "Monty"))
    let undoing = try keeper.journal.undo(UndoRequest(watered))
    #expect(try given(keeper, "Monty").isEmpty)
    #expect(throws: AmendError.self) {
      try keeper.journal.amend(request(watered, on: "2026-03-07"))
    }
    _ = try keeper.journal.undo(UndoRequest(undoing.actions[0].shortID))
    #expect(try given(keeper, "Monty").keys.sorted() == [day("2026-03-08")])
  }

  @Test func whatIsNotNamedStaysAsItWasCorrectedLast() throws {
    let first = try keeper.journal.amend(
      request(watered, on: "2026-03-08", "Monty"))
    var amount = AmendRequest(first.actions[0].shortID)
    amount.amount = .set("250ml")
    amount.note = .clear
    let receipt = try keeper.journal.amend(amount)
    guard case .amended(_, let old, let new, _)? = receipt.changes.first,
      case .taskCompleted(let body) = new.body
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(new.at == old.at && new.at.localDay == day("2026-03-08"))
    #expect(body.amount == "250ml" && new.note == nil)
    #expect(body.batch == "selection")
    let again = try keeper.journal.amend(amount)
    guard case .unchanged? = again.changes.first else {
      Issue.record("\(again.changes)")
      return
    }
    #expect(again.actions.isEmpty)
  }

  @Test mutating func aSnoozeThatFollowedTheCareStays() throws {
    keeper.now = instant("2026-03-17T09:00:00+01:00")
    _ = try keeper.journal.postpone(
      PostponeRequest(
        .named("Monty"), kind: .watering,
        .snooze(until: .exactly(day("2026-03-20")))))
    _ = try keeper.journal.amend(request(watered, on: "2026-03-09", "Monty"))
    #expect(try keeper.due("Monty") == day("2026-03-20"))
  }

  @Test mutating func aTaskThatTheCareEndedStaysEnded() throws {
    let planned = try keeper.journal.planTasks(
      TaskRequest(
        .named("Monty"), kind: .repotting, due: .exactly(day("2026-03-09"))))
    guard case .planned(_, let body)? = planned.changes.first else {
      Issue.record("\(planned.changes)")
      return
    }
    let done = try keeper.journal.endTasks(
      TaskEndRequest([body.task.description], .done))
    _ = try keeper.journal.amend(
      request(done.actions[0].shortID, on: "2026-03-09"))
    #expect(try keeper.due("Monty", .repotting) == nil)
    _ = try keeper.journal.undo(UndoRequest(done.actions[0].shortID))
    #expect(try keeper.due("Monty", .repotting) == day("2026-03-09"))
  }

  @Test func ofTwoReplicasTheLaterCountsAndTheCareIsItsGivers() throws {
    var other = try Keeper()
    other.now = instant("2026-03-11T09:00:00+01:00")
    try keeper.pass(to: other)
    let giver = try given(keeper, "Monty").values.first
    _ = try keeper.journal.amend(request(watered, on: "2026-03-09", "Monty"))
    _ = try other.journal.amend(request(watered, on: "2026-03-08", "Monty"))
    try other.pass(to: keeper)
    try keeper.pass(to: other)
    for replica in [keeper, other] {
      #expect(try replica.due("Monty") == day("2026-03-15"))
      #expect(
        try given(replica, "Monty") == [day("2026-03-08"): try #require(giver)])
    }
    #expect(
      try history(keeper, "Monty")
        == ["2026-03-08", "2026-03-09 amended", "2026-03-10 amended"])
    _ = try other.journal.undo()
    try other.pass(to: keeper)
    #expect(try keeper.due("Monty") == day("2026-03-16"))
  }

  @Test func careOfAPlantThatLeftIsCorrected() throws {
    _ = try keeper.journal.change(
      PlantRequest(.named("Monty"), .remove(.died)))
    _ = try keeper.journal.amend(request(watered, on: "2026-03-08", "Monty"))
    #expect(try given(keeper, "Monty").keys.sorted() == [day("2026-03-08")])
    _ = try keeper.journal.change(
      PlantRequest(.named("Monty"), .note("It froze.")))
    let notes = try keeper.journal.read { snapshot in
      try NoteView.all(of: snapshot.plant(named: "Monty"), in: snapshot)
    }
    #expect(notes.map(\.text) == ["It froze."])
  }

  @Test func erasedCareTakesItsAmendmentAlong() throws {
    _ = try keeper.journal.amend(request(watered, on: "2026-03-08", "Monty"))
    _ = try keeper.journal.erase(EraseRequest(.actions([watered])))
    #expect(try given(keeper, "Monty").isEmpty)
  }

  @Test func whatGaveNoCareIsRefused() throws {
    let moved = try keeper.journal.change(
      PlantRequest(.named("Monty"), .move(to: "Kitchen")))
    for action in [moved.actions[0].shortID, nil] {
      #expect(throws: AmendError.self) {
        try keeper.journal.amend(request(action, on: "2026-03-08"))
      }
    }
    #expect(throws: UndoError.self) {
      try keeper.add("Basil")
      _ = try keeper.journal.amend(
        request(watered, on: "2026-03-08", "Basil"))
    }
  }
}
