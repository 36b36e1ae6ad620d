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

  @Test func anOlderBackupTakesNothingBackUnlessAskedTo() throws {
    _ = try later()
    let table = try fixture.table()
    let error = HortusFoxError.older(
      name: "Conservatory", before: "2026-11-20T09:05:00+01:00",
      now: "2026-11-18T08:32:00+01:00")
    #expect(throws: error) { try fixture.importSample("5.6") }
    #expect(try fixture.table() == table)
    let asked = try fixture.importSample("5.6", takesOlder: true)
    #expect(asked.hortusFox?.changed == 2)
    #expect(
      try fixture.plant("Monstera").state.profile?.tags
        == ["big", "green", "monstera"])
    #expect(try later().hortusFox?.changed == 2)
  }

  @Test func anOlderBackupIsKnownThoughItWasNeverTaken() throws {
    let fixture = try ImportFixture()
    _ = try fixture.importSample("5.6-later")
    let table = try fixture.table()
    #expect(throws: HortusFoxError.self) { try fixture.importSample("5.6") }
    #expect(try fixture.table() == table)
    // What was undone is not there to be taken back.
    _ = try fixture.care.undo(UndoRequest())
    #expect(try fixture.importSample("5.6").added.count == 4)
  }

  @Test func aClockThatWentWrongMakesNothingThatFollowsOld() throws {
    func table(_ tags: String, edited: String) -> String {
      #"[{"id":9,"name":"Fig","tags":"\#(tags)","last_edited_date":"\#(edited)"}]"#
    }
    _ = try fixture.importPlants(table("a", edited: "2099-01-01 10:00:00"))
    let now = "2026-11-21 12:00:00"
    #expect(
      try fixture.importPlants(table("b", edited: now)).hortusFox?.changed == 1)
    #expect(throws: HortusFoxError.self) {
      try fixture.importPlants(table("c", edited: "2026-11-21 11:59:59"))
    }
  }

  @Test func anOlderBackupTakesNoNotesBack() throws {
    func table(_ notes: String, edited: String) -> String {
      #"[{"id":9,"name":"Fig","notes":"\#(notes)","last_edited_date":"\#(edited)"}]"#
    }
    let older = table("old", edited: "2026-11-20 10:00:00")
    _ = try fixture.importPlants(older)
    let new = table("new", edited: "2026-11-21 10:00:00")
    #expect(try fixture.importPlants(new).hortusFox?.changed == 1)
    #expect(throws: HortusFoxError.self) { try fixture.importPlants(older) }
    #expect(try fixture.importPlants(new).hortusFox?.changed == 0)
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
    let after = try fixture.table()
    _ = try fixture.care.undo(UndoRequest())
    #expect(try fixture.table() == before)
    // What was undone never was, so it comes again.
    #expect(try later().added.count == 1)
    #expect(try fixture.table() == after)
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

  @Test func aNameThatBecomesFreeGoesToAnotherRoom() throws {
    func tables(_ names: [String]) -> [String: String] {
      let rows = names.enumerated().map {
        #"{"id":\#($0 + 1),"name":"\#($1)","created_at":"2026-01-01 00:00:00"}"#
      }
      let plants = names.indices.map {
        #"{"id":\#($0 + 11),"name":"Plant \#($0)","location":\#($0 + 1)}"#
      }
      return [
        "locations/data.json": "[\(rows.joined(separator: ","))]",
        "plants/data.json": "[\(plants.joined(separator: ","))]",
      ]
    }
    _ = try fixture.importTables(tables(["Attic"]))
    let summary = try fixture.importTables(tables(["Loft", "Attic"]))
    #expect(summary.rooms == ["Attic"])
    #expect(try roomName(fixture.plant("Plant 0")) == "Loft")
    #expect(try roomName(fixture.plant("Plant 1")) == "Attic")
  }

  @Test func aRoomThatWasDeletedHereStaysAwayUntilAPlantComes() throws {
    _ = try fixture.care.changeRooms(RoomRequest(.delete(room: "Guest room")))
    #expect(try fixture.importSample("5.6").rooms.isEmpty)
    #expect(try later().rooms == ["Guest room"])
  }

  @Test func aPlantThatLeftHereIsNotBroughtBack() throws {
    let id = try fixture.plant("Monstera").id
    try fixture.perform([(.remove(.died), id)])
    #expect(try fixture.importSample("5.6").unchanged == 4)
    for isFirst in [true, false] {
      let summary = try later()
      #expect(try fixture.plant("Monstera").state.removal?.reason == .died)
      #expect(summary.hortusFox?.gone.map(\.displayName) == ["Monstera"])
      #expect(summary.added.count == (isFirst ? 1 : 0))
      #expect(summary.hortusFox?.problems.isEmpty == true)
    }
  }

  /// A plant in the first backup's history, and another that went there.
  @Test(arguments: [3, 4])
  func aPlantThatCameBackThereComesBack(row: Int) throws {
    _ = try later()
    let fern = """
      [{"id":\(row),"name":"Fern","created_at":"2025-08-01 10:0\(row):00",
      "last_edited_date":"2026-11-21 10:00:00"}]
      """
    let summary = try fixture.importPlants(fern)
    let restored = summary.receipt.changes.compactMap { change in
      if case .restored(let plant, _) = change { plant.id } else { nil }
    }
    let id = try #require(restored.first)
    #expect(
      try fixture.plants().first { $0.id == id }?.state.removal == nil)
  }

  @Test func namesThatAPlantGotHereStayWhenItIsRenamedThere() throws {
    let id = try fixture.plant("Monstera").id
    var edit = PlantEdited()
    edit.commonNames = .set(["Swiss cheese plant"])
    try fixture.perform([(.edit(edit), id)])
    _ = try fixture.importPlants(
      """
      [{"id":1,"name":"Monty","scientific_name":"Monstera deliciosa",
      "tags":"big green monstera","created_at":"2025-08-01 10:01:00",
      "last_edited_date":"2026-11-21 10:00:00"}]
      """)
    let profile = try fixture.plant("Monty").state.profile
    #expect(profile?.commonNames == ["Swiss cheese plant"])
  }

  @Test func careThatIsRefusedIsToldEachTime() throws {
    let future =
      #"[{"id":9,"name":"Fig","last_watered":"2099-01-01 10:00:00"}]"#
    #expect(try fixture.importPlants(future).added.count == 1)
    let again = try fixture.importPlants(future)
    #expect(again.receipt.actions.isEmpty)
    #expect(again.hortusFox?.problems.count == 1)
  }
}

/// Tasks of plants, which their titles name, and of the home.
@Suite struct HortusFoxTaskTests {
  let fixture: ImportFixture

  init() throws {
    fixture = try ImportFixture()
  }

  private static let plants = """
    [{"id":1,"name":"Fern"},{"id":2,"name":"Fern on the shelf"},
    {"id":3,"name":"Twin"},{"id":4,"name":"Twin"}]
    """

  /// A row; `more` is what else it holds.
  private func row(
    _ title: String, due: String? = "2026-12-01 00:00:00", _ more: String = ""
  ) -> String {
    let due = due.map { "\"\($0)\"" } ?? "null"
    return """
      {"id":1,"title":"\(title)","description":"Use the big pot",\
      "due_date":\(due),"created_at":"2026-11-01 10:00:00"\(more)}
      """
  }

  private func take(_ task: String) throws -> ImportReceipt {
    try fixture.importTables([
      "plants/data.json": Self.plants, "tasks/data.json": "[\(task)]",
    ])
  }

  private func tasks(_ name: String = "Fern") throws -> [PlantState.OneOffTask]
  {
    try fixture.plant(name).state.oneOffTasks
  }

  private func homeTasks() throws -> [PlantState.OneOffTask] {
    try fixture.journal.snapshot(clock: ImportFixture.now) {
      try $0.plant(.home)?.oneOffTasks ?? []
    }
  }

  @Test(arguments: [
    ("Repot the fern!", "Fern", TaskKind.repotting),
    ("FERTILISE Fern", "Fern", .fertilizing),
    ("Fern on the shelf: pest control", "Fern on the shelf", .pestControl),
  ])
  func aTaskThatNamesAPlantAndItsCareIsPlanned(
    title: String, name: String, kind: TaskKind
  ) throws {
    let summary = try take(row(title))
    let task = try #require(tasks(name).first)
    #expect(task.kind == kind && task.due == day("2026-12-01"))
    #expect(summary.leftOver.isEmpty)
    #expect(
      try fixture.plant(name).state.details.remarks.first?.own
        == "\(title)\nUse the big pot")
    #expect(try take(row(title)).receipt.actions.isEmpty)
  }

  @Test(arguments: ["Look after the Fern", "Water and prune Fern"])
  func aTaskOfAPlantWithoutOneKindHasATitle(title: String) throws {
    let summary = try take(row(title))
    let task = try #require(tasks().first)
    #expect(task.kind == .other && task.title == title)
    #expect(summary.leftOver.isEmpty)
    #expect(
      try fixture.plant("Fern").state.details.remarks.first?.own
        == "Use the big pot")
    #expect(try take(row(title)).receipt.actions.isEmpty)
  }

  @Test(arguments: ["Buy soil", "Water Twin", "Water the Ferns"])
  func aTaskThatNamesNoPlantIsTheHomes(title: String) throws {
    let summary = try take(row(title))
    #expect(summary.leftOver.isEmpty && summary.hortusFox?.changed == 0)
    #expect(summary.added.count == 4)
    let task = try #require(homeTasks().first)
    #expect(task.kind == .other && task.title == title)
    #expect(task.due == day("2026-12-01") && task.every == nil)
    #expect(try take(row(title)).receipt.actions.isEmpty)
    // What it is called and when it is due follow the backup.
    _ = try take(row("Buy moss", due: "2026-12-05 00:00:00"))
    #expect(try homeTasks().map(\.title) == ["Buy moss"])
    #expect(try homeTasks().map(\.due) == [day("2026-12-05")])
    let done = row("Buy moss", #","done":1"#)
    let ended = try take(done)
    #expect(
      ended.receipt.changes.contains { change in
        if case .taskDone(_, _, _, "Buy moss"?, _) = change {
          true
        } else {
          false
        }
      })
    #expect(try homeTasks().isEmpty)
    #expect(try take(done).receipt.actions.isEmpty)
  }

  @Test func aLongTitleIsShortenedAndKeptAsARemark() throws {
    let title = String(repeating: "soil ", count: 100) + "."
    _ = try take(row(title))
    let task = try #require(homeTasks().first)
    #expect(task.title?.hasSuffix("…") == true)
    let home = try fixture.journal.snapshot(clock: ImportFixture.now) {
      try $0.plant(.home)
    }
    #expect(
      home?.details.remarks.first?.own == "\(title)\nUse the big pot")
    #expect(try take(row(title)).receipt.actions.isEmpty)
  }

  @Test(arguments: [
    (#","recurring_time":24"#, TaskRhythm.days(1)),
    (#","recurring_time":"168","recurring_scope":"weeks""#, .days(7)),
    (#","recurring_time":1344,"recurring_scope":"months""#, .months(2)),
    (#","recurring_time":8760,"recurring_scope":"years""#, .months(12)),
    (#","recurring_time":672,"recurring_scope":"days""#, .days(28)),
    (#","recurring_time":6,"recurring_scope":"hours""#, .days(1)),
    (#","recurring_time":36"#, .days(2)),
    (
      #","recurring_time":"9223372036854775807""#,
      .days(ScheduleSet.maximumInterval)
    ),
  ])
  func aTaskThatRecursComesRound(more: String, rhythm: TaskRhythm) throws {
    for title in ["Repot Fern", "Buy soil"] {
      let fixture = try HortusFoxTaskTests()
      let summary = try fixture.take(row(title, more))
      #expect(summary.leftOver.isEmpty)
      let task = try fixture.tasks().first ?? fixture.homeTasks().first
      #expect(task?.every == rhythm && task?.due == day("2026-12-01"))
      // HortusFox moves its day.
      let later = row(title, due: "2026-12-08 00:00:00", more)
      #expect(try fixture.take(later).receipt.actions.isEmpty)
      _ = try fixture.take(
        row(title, due: "2026-12-08 00:00:00", #","recurring_time":720"#))
      let moved = try fixture.tasks() + fixture.homeTasks()
      #expect(moved.map(\.every) == [.days(30)])
      #expect(moved.map(\.due) == [day("2026-12-08")])
      _ = try fixture.take(row(title, #","recurring_time":720,"done":1"#))
      #expect(try (fixture.tasks() + fixture.homeTasks()).isEmpty)
    }
  }

  @Test func tasksWithoutATitleOrADayOrThatAreDoneAreCounted() throws {
    for task in [
      row("Water Fern", due: nil), row("Buy soil", due: nil), row(""),
      row("Water Fern", #","done":1"#), row("Buy soil", #","done":1"#),
    ] {
      #expect(try take(task).leftOver.map(\.count) == [1])
    }
    #expect(try tasks().isEmpty && homeTasks().isEmpty)
  }

  @Test func aTaskThatIsDoneThereIsDoneHere() throws {
    _ = try take(row("Repot Fern"))
    let done = row(
      "Repot Fern", #","done":1,"updated_at":"2026-11-20 08:00:00""#)
    _ = try take(done)
    #expect(try tasks().isEmpty)
    #expect(
      try fixture.plant("Fern").state.care(.repotting)?.lastCompleted
        == instant("2026-11-20T08:00:00+01:00").instant)
    #expect(try take(done).receipt.actions.isEmpty)
  }

  @Test func anotherDayMovesATaskUnlessItEndedHere() throws {
    _ = try take(row("Repot Fern"))
    _ = try take(row("Repot Fern", due: "2026-12-05 00:00:00"))
    #expect(try tasks().map(\.due) == [day("2026-12-05")])
    let id = try #require(tasks().first?.id)
    _ = try fixture.care.endTasks(TaskEndRequest([id.description], .dropped))
    _ = try take(row("Repot Fern", due: "2026-12-09 00:00:00"))
    #expect(try tasks().isEmpty)
  }
}

extension ImportReceipt {
  /// The fields that changed in both, and stay.
  fileprivate var kept: [String] {
    (hortusFox?.kept ?? []).map {
      "\($0.field) of \($0.subject): \($0.backup)"
    }
  }
}
