import CatalogueKit
import CatalogueStore
import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@Suite struct CollectionTests {
  @Test func whatIsSoAlreadyIsToldAndNotWritten() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", room: "Kitchen")
    try keeper.add("Basil")
    let receipt = try keeper.journal.change(
      PlantRequest(.named("Monty", "Basil"), .move(to: "kitchen")))
    guard receipt.changes.count == 2,
      case .unchanged = receipt.changes[0],
      case .moved(_, "Kitchen") = receipt.changes[1]
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    let again = try keeper.journal.change(
      PlantRequest(.everything, .move(to: "Kitchen")))
    #expect(again.actions.isEmpty && again.changes.count == 2)
  }

  @Test func aPlantThatLeftComesBackByAnotherName() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    _ = try keeper.journal.change(
      PlantRequest(.named("Monty"), .remove(.givenAway)))
    try keeper.add("Monty")
    var left = PlantChoice.named("Monty")
    left.naming.prefersRemoved = true
    let receipt = try keeper.journal.change(
      PlantRequest(left, .restore(as: "Old Monty")))
    guard case .restored(let plant, former: "Monty")? = receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(plant.displayName == "Old Monty")
  }

  @Test func aNewSpeciesBringsItsFamilyToEachPlant() throws {
    let keeper = try Keeper()
    let names = NameReadings(in: keeper.catalogues)
    let hoya = try names.certainNames(of: "Hoya carnosa")?.commonNames ?? []
    for (name, common) in [("Bare", []), ("Usual", hoya), ("Own", ["Mine"])] {
      var plant = NewPlant(scientificName: "Hoya carnosa")
      plant.nickname = name
      plant.commonNames = common
      _ = try keeper.journal.add(plant)
    }
    var edit = PlantEdit()
    edit.fields.scientificName = "Ficus lyrata"
    let receipt = try keeper.journal.edit(
      EditRequest(.everything, edit, in: keeper.catalogues))
    let taken = receipt.notices.compactMap { notice in
      if case .takenFromCatalogue(let fields, "Ficus lyrata") = notice {
        fields
      } else {
        nil
      }
    }
    #expect(taken.count == 3 && taken[0] == [.family, .genus, .category])
    let ficus = try names.certainNames(of: "Ficus lyrata")?.commonNames
    #expect(ficus?.isEmpty == false)
    for (name, common) in [
      ("Bare", ficus), ("Usual", ficus), ("Own", ["Mine"]),
    ] {
      let plant = try keeper.plant(name)
      #expect(plant.profile?.commonNames == common, "\(name)")
    }
  }

  @Test func anEditMadeForAnotherStateWritesNothing() throws {
    struct Stale: Error {}
    let keeper = try Keeper()
    try keeper.add("Monty")
    let before = try keeper.eventCount()
    var edit = PlantEdit()
    edit.tagged = ["gift"]
    var request = EditRequest(.named("Monty"), edit, in: keeper.catalogues)
    request.precondition = { _ in throw Stale() }
    #expect(throws: Stale.self) { try keeper.journal.edit(request) }
    #expect(try keeper.eventCount() == before)
  }

  @Test func aCopyHasTheSchedulesAndNoHistory() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    _ = try keeper.journal.recordCare(
      CareRequest(.named("Monty"), kind: .watering))
    let receipt = try keeper.journal.copy(
      CopyRequest(.named("Monty"), nickname: "Twin"))
    guard case .copied(let copy, let original)? = receipt.changes.first else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(copy.displayName == "Twin" && original.displayName == "Monty")
    let state = try keeper.journal.read { try $0.plant(copy.id) }
    #expect(state?.care(.watering)?.schedule?.intervalDays == 7)
    #expect(state?.care(.watering)?.lastCompleted == nil)
  }

  @Test func roomsAreMadeOrderedAndDeleted() throws {
    let keeper = try Keeper()
    let journal = keeper.journal
    _ = try journal.changeRooms(
      RoomRequest(.make(name: "Shelf", icon: "", sortOrder: nil)))
    try keeper.add("Monty", room: "Shelf")
    _ = try journal.changeRooms(RoomRequest(.place(room: "Shelf", at: 1)))
    let first = try keeper.journal.read { $0.rooms.rooms.first?.name }
    #expect(first == "Shelf")
    #expect(throws: RoomOrderError.self) {
      try journal.changeRooms(RoomRequest(.place(room: "Shelf", at: 99)))
    }
    #expect(throws: RoomOrderError.self) {
      try journal.changeRooms(RoomRequest(.order(["Shelf", "Shelf"])))
    }
    let receipt = try journal.changeRooms(
      RoomRequest(.delete(room: "Shelf")))
    guard case .roomDeleted(_, plants: 1)? = receipt.changes.first else {
      Issue.record("\(receipt.changes)")
      return
    }
  }

  @Test func aSettingTellsWhichTasksItMoves() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    var change = ScheduleChange(of: .watering)
    change.intervalDays = 7
    change.seasons = [.spring: 3]
    _ = try keeper.journal.changeSchedules(
      ScheduleRequest(.named("Monty"), .set(change)))
    let receipt = try keeper.journal.changeSetting(
      SettingRequest("adjustForSeason", .bool(false)))
    guard case .tasksMoved(let moves)? = receipt.notices.first else {
      Issue.record("\(receipt.notices)")
      return
    }
    #expect(moves.map(\.from) == [day("2026-03-13")])
    #expect(moves.map(\.to) == [day("2026-03-17")])
    let again = try keeper.journal.changeSetting(
      SettingRequest("adjustForSeason", .bool(false)))
    #expect(again.actions.isEmpty)
  }

  @Test func undoingAnUndoDoesTheActionAgain() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let note = try keeper.journal.change(
      PlantRequest(.named("Monty"), .favorite(true)))
    let undo = try keeper.journal.undo()
    guard case .undone(let undoing)? = undo.changes.first else {
      Issue.record("\(undo.changes)")
      return
    }
    #expect(undoing.action == note.actions[0])
    _ = try keeper.journal.undo(UndoRequest(undo.actions[0].shortID))
    let isFavorite = try keeper.journal.read {
      try $0.plant(try $0.plant(named: "Monty"))?.isFavorite
    }
    #expect(isFavorite == true)
    for name in ["nonsense", "ffff-99"] {
      #expect(throws: UndoError.self) {
        try keeper.journal.undo(UndoRequest(name))
      }
    }
  }

  @Test func aNoteIsCorrectedAndTakenAway() throws {
    var keeper = try Keeper()
    let plant = try keeper.add("Monty")
    let first = try keeper.journal.change(
      PlantRequest(.named("Monty"), .note("A leef")))
    keeper.now = instant("2026-03-12T09:00:00+01:00")
    let journal = keeper.journal
    _ = try journal.change(PlantRequest(.named("Monty"), .note("Dry")))
    func notes() throws -> [String] {
      try journal.read { try NoteView.all(of: plant, in: $0).map(\.text) }
    }
    let receipt = try journal.correctNote(
      NoteRequest(
        .named("Monty"), text: "A leaf", action: first.actions[0].shortID))
    guard
      case .noteCorrected(_, let noted, to: nil, isRemoved: false)? =
        receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(noted == day("2026-03-10"))
    #expect(try notes() == ["A leaf", "Dry"])
    // The note that was written down last is meant, whatever its day.
    _ = try journal.change(
      PlantRequest(
        .named("Monty"), .note("Small"),
        Occasion(at: .exactly(instant("2026-03-01T09:00:00+01:00")))))
    let removal = NoteRequest(.named("Monty"), text: "")
    _ = try journal.correctNote(removal, .rehearse)
    #expect(try notes() == ["A leaf", "Dry", "Small"])
    _ = try journal.correctNote(removal)
    #expect(try notes() == ["A leaf", "Dry"])
    let same = try journal.correctNote(
      NoteRequest(.named("Monty"), text: "Dry"))
    #expect(same.actions.isEmpty)
    _ = try journal.undo()
    #expect(try notes() == ["A leaf", "Dry", "Small"])
    try keeper.add("Basil")
    #expect(throws: NoteError.self) {
      try keeper.journal.correctNote(NoteRequest(.named("Basil"), text: ""))
    }
  }
}
