import Encodings
import ErrorKit
import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@Suite struct AppendTests {
  @Test func linesBecomeActionsAndTellWhatTheyMade() throws {
    let keeper = try Keeper()
    let receipt = try keeper.append(
      """
      {"type":"room.created","room":"Attic"}

      {"type":"plant.added","plant":"Monty","scientificName":"Hoya carnosa","action":"a"}
      {"type":"plant.noted","plant":"monty","text":"A leaf","action":"a"}
      {"type":"task.added","plant":"Monty","kind":"repotting","due":"2026-04-01"}
      """)
    #expect(receipt.actions.count == 3)
    guard receipt.changes.count == 4,
      case .roomMade(let room) = receipt.changes[0],
      case .added(let plant, _) = receipt.changes[1],
      case .planned(let planned, let task) = receipt.changes[2],
      task.kind == .repotting,
      case .appended(events: 4) = receipt.changes[3]
    else { throw TestFailure("\(receipt.changes)") }
    #expect(room.name == "Attic")
    #expect(plant.displayName == "Monty" && planned == plant)
  }

  @Test(arguments: ["not JSON", #"{"type":"plant.noted","plant":"Nobody"}"#])
  func oneLineThatIsRefusedRefusesAll(line: String) throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let before = try keeper.eventCount()
    let error = #expect(throws: LineError.self) {
      try keeper.append(
        """
        {"type":"plant.noted","plant":"Monty","text":"A leaf"}

        \(line)
        {"type":"plant.noted","plant":"Monty","text":"Another"}
        """)
    }
    #expect(error?.line == 3)
    #expect(
      error?.facts.kind == .invalidInput || error?.facts.kind == .nothingMatched
    )
    #expect(try keeper.eventCount() == before)
  }

  @Test func aTasksIDIsThatOfOneTask() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    try keeper.add("Basil")
    func task(_ plant: String, _ id: String) -> String {
      """
      {"type":"task.added","plant":"\(plant)","kind":"repotting",\
      "due":"2026-04-01","task":"\(id)"}
      """
    }
    let first = "5eed0000-0000-4000-8000-000000000001"
    let second = "5eed0000-0000-4000-8000-000000000002"
    _ = try keeper.append(task("Monty", first))
    let twice = task("Monty", second) + "\n" + task("Basil", second)
    for lines in [task("Basil", first), twice] {
      let error = #expect(throws: LineError.self) { try keeper.append(lines) }
      #expect(
        error?.facts.message.contains("there is a task") == true)
    }
    let leaving = #"{"type":"plant.removed","plant":"Monty","reason":"died"}"#
    #expect(throws: LineError.self, "the plant that left keeps its task") {
      try keeper.append(leaving + "\n" + task("Basil", first))
    }
    _ = try keeper.append(task("Basil", second))
    let done = """
      {"type":"task.completed","plant":"Monty","kind":"repotting",\
      "task":"\(first)"}
      """
    _ = try keeper.append(done + "\n" + task("Basil", first))
  }

  @Test func aLabelIsNoLongerThanAName() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    func note(_ label: String) -> String {
      """
      {"type":"plant.noted","plant":"Monty","text":"x","action":"\(label)"}
      """
    }
    _ = try keeper.append(note(String(repeating: "a", count: 200)))
    for label in ["", String(repeating: "a", count: 201)] {
      #expect(throws: LineError.self) { try keeper.append(note(label)) }
    }
  }

  @Test func aWholeNumberMayHaveAPointAndATextAMark() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let line = """
      {"type":"schedule.set","plant":"Monty","kind":"watering",\
      "intervalDays":DAYS,"seasonalIntervalDays":{"winter":DAYS},\
      "activeMonths":[DAYS]}
      """
    _ = try keeper.append("\u{FEFF}" + line.replacing("DAYS", with: "3.0"))
    #expect(throws: LineError.self) {
      try keeper.append(line.replacing("DAYS", with: "3.5"))
    }
  }

  @Test func idsStandForOneThing() throws {
    let keeper = try Keeper()
    let plant = try keeper.add("Monty")
    let task = "5dbdd158-9a4c-4f9e-8f4e-0a2bb8f0c285"
    let planned =
      #"{"type":"task.added","plant":"Monty","kind":"repotting","due":"2026-04-01","task":"\#(task)"}"#
    _ = try keeper.append(planned)
    let added = #"{"type":"plant.added","scientificName":"Hoya","id":"#
    for line in [
      planned,
      #"{"type":"room.created","room":"Attic","id":"\#(plant)"}"#,
      added + #""\#(StandardRoom.kitchen.id)"}"#,
      added + #""\#(StreamID.journal)"}"#,
    ] {
      #expect(throws: LineError.self, "\(line)") { try keeper.append(line) }
    }
  }

  @Test func onlyANoteOfThePlantIsCorrected() throws {
    let keeper = try Keeper()
    let monty = try keeper.add("Monty")
    try keeper.add("Bea")
    let receipt = try keeper.append(
      #"{"type":"plant.noted","plant":"Monty","text":"A leef"}"#)
    let note = receipt.actions[0].hash
    func correct(_ plant: String, _ hash: String) throws {
      _ = try keeper.append(
        #"{"type":"plant.noted","plant":"\#(plant)","text":"A leaf","replaces":"\#(hash)"}"#
      )
    }
    let unknown = String(repeating: "0", count: 64)
    for (plant, hash) in [("Bea", "\(note)"), ("Monty", unknown)] {
      #expect(throws: LineError.self) { try correct(plant, hash) }
    }
    try correct("Monty", "\(note)")
    let notes = try keeper.journal.read {
      try NoteView.all(of: monty, in: $0).map(\.text)
    }
    #expect(notes == ["A leaf"])
  }

  @Test func aRehearsalTellsTheSameAndKeepsNothing() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let before = try keeper.eventCount()
    let receipt = try keeper.append(
      #"{"type":"plant.noted","plant":"Monty","text":"A leaf"}"#, .rehearse)
    guard case .appended(events: 1)? = receipt.changes.last else {
      throw TestFailure("\(receipt.changes)")
    }
    #expect(try keeper.eventCount() == before)
  }

  @Test func noLineMakesNoJournal() throws {
    let keeper = try Keeper()
    let receipt = try keeper.append("\n \n")
    #expect(receipt.changes.isEmpty && receipt.actions.isEmpty)
    #expect(try keeper.eventCount() == 0)
  }

  @Test func aHistoryIsLoadedWithItsOwnTimesInTheirOrder() throws {
    let keeper = try Keeper()
    let history = """
      {"type":"plant.added","plant":"Monty","scientificName":"Hoya carnosa","recordedAt":"2025-05-01T10:00:00+02:00"}
      {"type":"task.completed","plant":"Monty","kind":"watering","recordedAt":"2025-05-02T10:00:00+02:00"}
      """
    _ = try keeper.append(history, isLoading: true)
    let days = try keeper.journal.read { snapshot in
      try snapshot.plant(snapshot.plant(named: "Monty"))?
        .care(.watering)?.lastCompleted.map(snapshot.zone.localDay)
    }
    #expect(days == Day(year: 2025, month: 5, day: 2))
    let turned = history.split(separator: "\n").reversed()
      .joined(separator: "\n")
    let error = #expect(throws: LineError.self) {
      try Keeper().append(turned, isLoading: true)
    }
    #expect(error?.line == 1)
  }

  /// More than the 64 MiB of the map, so that the lines are read again.
  @Test func linesAreReadAgainWhereTheMapGrows() throws {
    let keeper = try Keeper(mapMegabytes: 64)
    try keeper.add("Monty")
    let text = String(repeating: "x", count: 65_000)
    let line =
      #"{"type":"plant.noted","plant":"Monty","text":"\#(text)"}"# + "\n"
    let before = try keeper.eventCount()
    var readings = 0
    let request = AppendRequest {
      readings += 1
      var left = 1_100
      return {
        left -= 1
        return left >= 0 ? Array(line.utf8) : []
      }
    }
    let receipt = try keeper.journal.append(request)
    #expect(receipt.actions.count == 1_100)
    #expect(try keeper.eventCount() == before + 1_100)
    // Once to see whether there is a line at all.
    #expect(readings > 2)
  }
}

extension Keeper {
  /// Appends lines, given in pieces that end anywhere.
  fileprivate func append(
    _ text: String, isLoading: Bool = false, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try journal.append(
      AppendRequest(isLoading: isLoading) {
        var rest = Array(text.utf8)[...]
        return {
          defer { rest = rest.dropFirst(7) }
          return Array(rest.prefix(7))
        }
      }, mode)
  }
}
