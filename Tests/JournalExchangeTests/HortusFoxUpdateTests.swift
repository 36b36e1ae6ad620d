import JournalActions
import JournalCare
import JournalEvents
import JournalExchange
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

/// A later backup of the same HortusFox updates what an earlier one brought.
@Suite struct HortusFoxUpdateTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
    _ = try fixture.importSample("5.6")
  }

  private func later() throws -> ImportReceipt {
    try fixture.importSample("5.6-later")
  }

  private func roomName(_ plant: PlantView) throws -> String? {
    try fixture.care.rooms()[plant.room]?.name
  }

  @Test func whatIsNewIsAddedAndWhatChangedIsChanged() throws {
    let summary = try later()
    #expect(summary.added.map(\.displayName) == ["Basil"])
    #expect(summary.unchanged == 1)
    #expect(summary.hortusFox?.changed == 3)
    #expect(summary.kept.isEmpty)
    #expect(summary.hortusFox?.problems.isEmpty == true)
    let monstera = try fixture.plant("Monstera")
    #expect(monstera.state.profile?.tags == ["green", "monstera"])
    #expect(try roomName(monstera) == "Conservatory")
    #expect(
      monstera.notes == [
        "Aerial roots – leave them.", "First bud, on the left",
      ])
    #expect(
      try fixture.care(of: monstera.id, .watering).last
        == instant("2026-11-20T09:00:00+01:00"))
    #expect(try fixture.care(of: monstera.id, .watering).count == 3)
    let fern = try fixture.plant("Fern").state
    #expect(fern.profile?.scientificName == "Nephrolepis exaltata")
    #expect(fern.removal?.at == instant("2026-11-19T20:00:00+01:00"))
    #expect(
      try roomName(fixture.plant("Basil")) == "Guest room")
  }

  @Test func nothingIsThereTwice() throws {
    _ = try later()
    let count = try fixture.eventCount
    let summary = try later()
    #expect(summary.unchanged == 5)
    #expect(summary.receipt.actions.isEmpty)
    #expect(try fixture.eventCount == count)
  }

  @Test func aRehearsalTellsTheSameAndWritesNothing() throws {
    let count = try fixture.eventCount
    let folder = #filePath.split(separator: "/").dropLast()
      .joined(separator: "/")
    let request = HortusFoxImport(
      try HortusFoxArchive(at: "/\(folder)/Samples/hortusfox-5.6-later"))
    let rehearsed = try fixture.care.importHortusFox(request, .rehearse)
    #expect(try fixture.eventCount == count)
    let imported = try fixture.care.importHortusFox(request)
    #expect(
      rehearsed.receipt.changes.count == imported.receipt.changes.count)
    #expect(rehearsed.hortusFox?.changed == imported.hortusFox?.changed)
  }

  @Test func oneUndoTakesAllOfItBack() throws {
    let before = try fixture.table()
    _ = try later()
    _ = try fixture.care.undo(UndoRequest())
    #expect(try fixture.table() == before)
    // What was undone never was, so it comes again.
    #expect(try later().added.count == 1)
  }

  @Test func whatWasChangedHereStays() throws {
    let id = try fixture.plant("Monstera").id
    var edit = PlantEdited()
    edit.tags = .set(["mine"])
    edit.acquiredOn = .clear
    try fixture.perform([
      (.edit(edit), id), (.move(to: StandardRoom.kitchen.id), id),
    ])
    let summary = try later()
    let monstera = try fixture.plant("Monstera")
    // Changed in both.
    #expect(
      summary.kept == [
        "tags of Monstera: green, monstera", "room of Monstera: Conservatory",
      ])
    #expect(monstera.state.profile?.tags == ["mine"])
    #expect(try roomName(monstera) == "Kitchen")
    // Changed here alone.
    #expect(monstera.state.profile?.acquiredOn == nil)
    // Changed there alone.
    #expect(monstera.notes.contains("Aerial roots – leave them."))
  }

  @Test func notesThatWereCorrectedOrTakenAwayHereStayAway() throws {
    let monstera = try fixture.plant("Monstera")
    let name = PlantChoice(names: [ShortID.text(of: monstera.id)])
    // Its latest note is the text beside it.
    _ = try fixture.care.correctNote(NoteRequest(name, text: ""))
    _ = try fixture.care.correctNote(NoteRequest(name, text: "Two buds"))
    #expect(try fixture.importSample("5.6").unchanged == 4)
    #expect(try fixture.plant("Monstera").notes == ["Two buds"])
    #expect(
      try later().kept == [
        "notes of Monstera: Aerial roots – leave them.",
        "note of Monstera: First bud, on the left",
      ])
    #expect(try fixture.plant("Monstera").notes == ["Two buds"])
  }

  @Test func aRoomThatWasRenamedHereKeepsItsName() throws {
    _ = try fixture.care.changeRooms(
      RoomRequest(
        .edit(room: "Wintergarten 🌴", RoomEdited(name: "Orangery"))))
    #expect(try fixture.importSample("5.6").rooms.isEmpty)
    #expect(try later().kept == ["name of Orangery: Conservatory"])
    #expect(try roomName(fixture.plant("Monstera")) == "Orangery")
  }

  @Test func aRoomThatWasDeletedHereStaysAwayUntilAPlantComes() throws {
    _ = try fixture.care.changeRooms(RoomRequest(.delete(room: "Guest room")))
    #expect(try fixture.importSample("5.6").rooms.isEmpty)
    #expect(try later().rooms == ["Guest room"])
  }

  @Test func aPlantThatLeftHereIsNotBroughtBack() throws {
    let id = try fixture.plant("Monstera").id
    try fixture.perform([(.remove(.died), id)])
    let summary = try later()
    #expect(try fixture.plant("Monstera").state.removal?.reason == .died)
    #expect(
      summary.hortusFox?.problems.map(\.reason) == [
        "'Monstera' was removed"
      ])
    #expect(summary.added.count == 1)
  }

  @Test func aPlantThatCameBackThereComesBack() throws {
    _ = try later()
    let early =
      #"[{"id":3,"name":"Fern","created_at":"2025-08-01 10:03:00"}]"#
    _ = try fixture.importPlants(early)
    let fern = try fixture.plants().first {
      $0.state.profile?.scientificName == IncomingPlant.unknownSpecies
        && $0.state.displayName == "Fern"
    }
    #expect(fern?.state.removal == nil)
  }
}

extension ImportReceipt {
  /// What changed in both, and stays.
  fileprivate var kept: [String] {
    (hortusFox?.kept ?? []).map {
      "\($0.field) of \($0.subject): \($0.backup)"
    }
  }
}
