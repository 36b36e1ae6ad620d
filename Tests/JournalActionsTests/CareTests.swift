import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalActions

@Suite struct CareTests {
  @Test func wateringTellsTheNextDueDay() throws {
    let keeper = try Keeper()
    let monty = try keeper.add("Monty", every: 7)
    let receipt = try keeper.journal.recordCare(
      CareRequest(.named("Monty"), kind: .watering))
    #expect(receipt.actions.count == 1)
    guard
      case .cared(let plant, .watering, nil, nil, let next)? =
        receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(plant == PlantName(monty, "Monty"))
    #expect(next == day("2026-03-17"))
    #expect(try keeper.due("Monty") == day("2026-03-17"))
  }

  @Test func aRehearsalDecidesAndLeavesNothing() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    let before = try keeper.eventCount()
    let receipt = try keeper.journal.recordCare(
      CareRequest(.named("Monty"), kind: .watering), .rehearse)
    #expect(receipt.changes.count == 1)
    #expect(receipt.mode == .rehearse)
    #expect(try keeper.eventCount() == before)
  }

  @Test func aRehearsalInNoHomeMakesNone() throws {
    let keeper = try Keeper()
    _ = try keeper.journal.add(
      NewPlant(scientificName: "Ficus lyrata"), .rehearse)
    #expect(try keeper.eventCount() == 0)
  }

  @Test func aMomentIsReadInTheJournalsZone() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    let yesterday = Moment { clock in
      clock.zone.instant(
        of: clock.today.advanced(by: -1),
        at: TimeOfDay(minutesSinceMidnight: 0))
    }
    _ = try keeper.journal.recordCare(
      CareRequest(.named("Monty"), kind: .watering, Occasion(at: yesterday)))
    #expect(try keeper.due("Monty") == day("2026-03-16"))
  }

  @Test func onlyWhatIsDueIsDoneWhereOnlyThatIsAsked() throws {
    var keeper = try Keeper()
    try keeper.add("Monty", every: 3)
    try keeper.add("Basil", every: 30)
    keeper.now = instant("2026-03-14T09:00:00+01:00")
    var request = CareRequest(PlantChoice(), kind: nil)
    request.isDueOnly = true
    let receipt = try keeper.journal.recordCare(request)
    #expect(receipt.changes.count == 1)
    #expect(try keeper.due("Monty") == day("2026-03-17"))
    #expect(try keeper.due("Basil") == day("2026-04-09"))
    let nothing = try keeper.journal.recordCare(request)
    #expect(nothing.changes.isEmpty && nothing.actions.isEmpty)
    guard case .nothingDue? = nothing.notices.first else {
      Issue.record("\(nothing.notices)")
      return
    }
  }

  @Test func aOneOffTaskThatStaysOpenIsTold() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    _ = try keeper.journal.planTasks(
      TaskRequest(
        .named("Monty"), kind: .watering, due: .exactly(day("2026-03-10"))))
    let receipt = try keeper.journal.recordCare(
      CareRequest(.named("Monty"), kind: .watering))
    guard
      case .stillOpen(_, .watering, day("2026-03-10"), let task, nil)? =
        receipt.notices.first
    else {
      Issue.record("\(receipt.notices)")
      return
    }
    let end = try keeper.journal.endTasks(
      TaskEndRequest([task.description], .done))
    guard case .taskDone(_, .watering, task, nil, nil)? = end.changes.first
    else {
      Issue.record("\(end.changes)")
      return
    }
  }

  @Test func tasksGoByShortIDOrAUniqueBeginning() throws {
    let one = try #require(TaskID("9d03b6f4-27ce-4a91-b5e8-61f0a7c4d283"))
    let two = try #require(TaskID("9d03b6f5-27ce-4a91-b5e8-61f0a7c4d283"))
    func task(_ text: String) throws -> TaskID {
      try TaskName.task(
        text,
        among: [
          .init(id: one, title: "Check for mites", name: "", owner: "Monty"),
          .init(id: two, title: nil, name: "watering", owner: "Monty"),
        ], of: "Monty")
    }
    #expect(try task("check for MITES") == one)
    #expect(try task(ShortID.text(of: one).uppercased()) == one)
    #expect(try task("9d03b6f5") == two)
    #expect(try task("mites") == one)
    for text in ["9d03b6", "9d0", "mite", "Check for ants"] {
      #expect(throws: TaskNameError.self) { try task(text) }
    }
  }

  @Test func oneActionHoldsABatchAndOneUndoTakesItBack() throws {
    let keeper = try Keeper()
    for name in ["Ada", "Ben", "Cem", "Dan"] { try keeper.add(name, every: 7) }
    let receipt = try keeper.journal.recordCare(
      CareRequest(.everything, kind: .watering))
    #expect(receipt.actions.count == 1 && receipt.changes.count == 4)
    #expect(try keeper.due("Ada") == day("2026-03-17"))
    let undo = try keeper.journal.undo(UndoRequest(receipt.actions[0].shortID))
    guard case .undone(let undoing)? = undo.changes.first else {
      Issue.record("\(undo.changes)")
      return
    }
    #expect(undoing.events.count == 4 && undoing.isUndone)
    #expect(undoing.action == receipt.actions[0])
  }

  @Test func severalKindsAreOneAction() throws {
    let keeper = try Keeper()
    for name in ["Ada", "Ben"] { try keeper.add(name, every: 7) }
    let receipt = try keeper.journal.recordCare(
      CareRequest(.named("Ada", "Ben"), kinds: [.watering, .fertilizing]))
    #expect(receipt.actions.count == 1 && receipt.changes.count == 4)
    #expect(receipt.caredFor.count == 2)
    #expect(try keeper.due("Ada") == day("2026-03-17"))
    _ = try keeper.journal.undo(UndoRequest(receipt.actions[0].shortID))
    var due = CareRequest(.everything, kinds: [.watering, .misting])
    due.isDueOnly = true
    #expect(try keeper.journal.recordCare(due).changes.isEmpty)
  }

  @Test func someAreLeftOutOfABatch() throws {
    let keeper = try Keeper()
    for name in ["Ada", "Ben", "Cem"] { try keeper.add(name, every: 7) }
    let before = try keeper.due("Ben")
    var choice = PlantChoice.everything
    choice.excepted = ["ben"]
    let receipt = try keeper.journal.recordCare(
      CareRequest(choice, kind: .watering))
    #expect(receipt.changes.count == 2)
    #expect(try keeper.due("Ben") == before)
    #expect(try keeper.inWords(choice) == "all, except Ben")
    choice.excepted = ["Nobody"]
    #expect(throws: PlantNameError.self) {
      try keeper.journal.recordCare(CareRequest(choice, kind: .watering))
    }
    let rooms = PlantChoice(rooms: ["Kitchen", "Other"])
    #expect(
      try keeper.journal.recordCare(CareRequest(rooms, kind: .misting))
        .changes.count == 3)
    let typed = PlantChoice(rooms: ["kit", StandardRoom.other.id.description])
    #expect(try keeper.inWords(typed) == "room Kitchen, Other")
  }

  @Test func whereOneTaskIsOpenNoKindIsAsked() throws {
    let keeper = try Keeper()
    try keeper.add("Ada", every: 7)
    try keeper.add("Ben", every: 7)
    let skipped = try keeper.journal.postpone(
      PostponeRequest(.named("Ada"), kind: nil, .skip(due: nil)))
    guard
      case .skipped(_, .watering, nil, let skippedDay, let next)? =
        skipped.changes.first
    else {
      Issue.record("\(skipped.changes)")
      return
    }
    #expect(skippedDay == day("2026-03-17"))
    #expect(next == day("2026-03-24"))
    let done = try keeper.journal.recordCare(
      CareRequest(.named("Ben"), kind: nil))
    guard case .cared(_, .watering, nil, nil, _)? = done.changes.first else {
      Issue.record("\(done.changes)")
      return
    }
    // A second time on one day is told.
    let again = try keeper.journal.recordCare(
      CareRequest(.named("Ben"), kind: .watering))
    guard case .givenBefore(let former)? = again.notices.first else {
      Issue.record("\(again.notices)")
      return
    }
    #expect(former.map(\.plant.displayName) == ["Ben"])
    #expect(former.first?.recorder == nil)
    // Of several, somebody must say which.
    var misting = ScheduleChange(of: .misting)
    misting.intervalDays = 7
    _ = try keeper.journal.changeSchedules(
      ScheduleRequest(.named("Ben"), .set(misting)))
    #expect(throws: TaskNameError.self) {
      try keeper.journal.recordCare(CareRequest(.named("Ben"), kind: nil))
    }
    #expect(throws: TaskNameError.self) {
      try keeper.journal.recordCare(CareRequest(.everything, kind: nil))
    }
  }

  @Test func onePlantIsTakenOutOfABatch() throws {
    let keeper = try Keeper()
    for name in ["Ada", "Ben", "Cem", "Dan"] { try keeper.add(name, every: 7) }
    let before = try keeper.due("Ada")
    let batch = try keeper.journal.recordCare(
      CareRequest(.everything, kind: .watering)
    ).actions[0].shortID
    let taken = try keeper.journal.undo(
      UndoRequest(batch, plants: ["Ada", "Ben"]))
    #expect(try keeper.due("Ada") == before && keeper.due("Ben") == before)
    #expect(try keeper.due("Cem") == day("2026-03-17"))
    // What is undone is not undone twice, and only what was done.
    for plants in [["Ada"], ["Nobody"]] {
      #expect(throws: (any Error).self) {
        try keeper.journal.undo(UndoRequest(batch, plants: plants))
      }
    }
    // An undo is taken back for one plant, too.
    let undo = taken.actions[0].shortID
    _ = try keeper.journal.undo(UndoRequest(undo, plants: ["Ada"]))
    #expect(try keeper.due("Ada") == day("2026-03-17"))
    #expect(try keeper.due("Ben") == before)
    #expect(throws: UndoError.self) {
      try keeper.journal.undo(UndoRequest(undo, plants: ["Cem"]))
    }
    // Half undone, a batch is still there to be taken back as a whole; who
    // takes that back gets only that half again.
    let whole = try keeper.journal.undo(UndoRequest(batch))
    #expect(try keeper.due("Cem") == before && keeper.due("Ada") == before)
    guard case .undone(let undoing)? = whole.changes.first else {
      Issue.record("\(whole.changes)")
      return
    }
    #expect(undoing.events.count == 3)
    _ = try keeper.journal.undo(UndoRequest(whole.actions[0].shortID))
    #expect(try keeper.due("Cem") == day("2026-03-17"))
    #expect(try keeper.due("Ben") == before)
    _ = try keeper.journal.undo(UndoRequest(batch))
    #expect(throws: UndoError.self) {
      try keeper.journal.undo(UndoRequest(batch))
    }
  }

  @Test func whoUndoesAnAdditionHearsWhatGoesOutOfSight() throws {
    let keeper = try Keeper()
    try keeper.add("Ada", every: 7)
    var filter = HistoryFilter()
    filter.types = ["plant.added"]
    var addition = ""
    try keeper.journal.read { snapshot in
      try HistoryView(filter: filter, direction: .forward).forEach(snapshot) {
        addition = $0.actionID
        return false
      }
    }
    let care = CareRequest(.named("Ada"), kind: .watering)
    _ = try keeper.journal.recordCare(care)
    _ = try keeper.journal.recordCare(care)
    _ = try keeper.journal.undo()
    let undo = try keeper.journal.undo(UndoRequest(addition), .rehearse)
    guard case .undone(let undoing)? = undo.changes.first else {
      Issue.record("\(undo.changes)")
      return
    }
    #expect(undoing.hidden.map(\.plant.displayName) == ["Ada"])
    #expect(undoing.hidden.map(\.events) == [1])
    // It is named though it is out of sight.
    let undone = try keeper.journal.undo(UndoRequest(addition))
    _ = try keeper.journal.undo(
      UndoRequest(undone.actions[0].shortID, plants: ["ada"]))
    #expect(throws: Never.self) { try keeper.due("Ada") }
  }

  @Test func aNameThatIsNotOnePlantsWritesNothing() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try keeper.add("Montana", every: 7)
    let before = try keeper.eventCount()
    #expect(throws: PlantNameError.self) {
      try keeper.journal.recordCare(
        CareRequest(.named("Mont"), kind: .watering))
    }
    #expect(throws: PlantNameError.self) {
      try keeper.journal.recordCare(
        CareRequest(.named("Mxnty"), kind: .watering))
    }
    #expect(try keeper.eventCount() == before)
    // Whoever agreed to the near spelling is taken at their word.
    var agreed = PlantChoice.named("Mxnty")
    agreed.naming.agreed = .names(["Mxnty"])
    let receipt = try keeper.journal.recordCare(
      CareRequest(agreed, kind: .watering))
    #expect(receipt.changes.count == 1)
  }

  @Test func careInTheFutureIsTold() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let tomorrow = instant("2026-03-11T09:00:00+01:00")
    let receipt = try keeper.journal.recordCare(
      CareRequest(
        .named("Monty"), kind: .watering, Occasion(at: .exactly(tomorrow))))
    guard case .inFuture(tomorrow)? = receipt.notices.last else {
      Issue.record("\(receipt.notices)")
      return
    }
  }

  @Test func namesBesideFiltersAreRefused() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let before = try keeper.eventCount()
    let both = PlantChoice(names: ["Monty"], rooms: ["Kitchen"])
    for choice in [both, PlantChoice()] {
      #expect(throws: PlantChoiceError.self) {
        try keeper.journal.recordCare(CareRequest(choice, kind: .watering))
      }
    }
    #expect(throws: PlantChoiceError.self) {
      try keeper.journal.correctNote(
        NoteRequest(PlantChoice(takesAll: true), text: "Dry"))
    }
    #expect(try keeper.eventCount() == before)
  }

  @Test func whatCannotBeReadAgainIsNotWritten() throws {
    let keeper = try Keeper()
    let before = try keeper.eventCount()
    #expect(throws: ActionError.self) {
      try keeper.journal.changeRooms(
        RoomRequest(.make(name: "Attic", icon: "", sortOrder: -1)))
    }
    #expect(try keeper.eventCount() == before)
  }

  @Test func aRehearsalWritesAsTheSameWriter() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    _ = try keeper.journal.nameWriter(WriterNameRequest(device: .set("Phone")))
    let again = try keeper.journal.nameWriter(
      WriterNameRequest(device: .set("Phone")), .rehearse)
    #expect(again.changes.isEmpty)
    let cleared = try keeper.journal.nameWriter(
      WriterNameRequest(device: .clear), .rehearse)
    #expect(cleared.changes.count == 1)
  }
}

@Suite struct PostponingTests {
  @Test func aSnoozeTellsTheNewDay() throws {
    var keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    keeper.now = instant("2026-03-17T09:00:00+01:00")
    let receipt = try keeper.journal.postpone(
      PostponeRequest(
        .named("Monty"), kind: .watering,
        .snooze(until: Timed { $0.today.advanced(by: 3) })))
    guard
      case .snoozed(_, .watering, nil, day("2026-03-20"), true)? =
        receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(try keeper.due("Monty") == day("2026-03-20"))
  }

  @Test func aSnoozeSaysWhetherItMovesTheTask() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    _ = try keeper.journal.planTasks(
      TaskRequest(
        .named("Monty"), kind: .repotting, due: .exactly(day("2026-03-24"))))
    let moves = try ["20", "30", "20", "20"].map { end in
      let receipt = try keeper.journal.postpone(
        PostponeRequest(
          .named("Monty"), kind: .repotting,
          .snooze(until: .exactly(day("2026-03-\(end)")))))
      guard case .snoozed(_, _, _, _, let isMoved)? = receipt.changes.first
      else { throw TestFailure("\(receipt.changes)") }
      return isMoved
    }
    // The third takes back what the second did.
    #expect(moves == [false, true, true, false])
  }

  @Test func aSnoozeThatEndsTodayIsRefused() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    #expect(throws: PostponeError.self) {
      try keeper.journal.postpone(
        PostponeRequest(
          .named("Monty"), kind: .watering,
          .snooze(until: Timed { $0.today })))
    }
  }

  @Test func aFilterPostponesOnlyWhatIsDue() throws {
    var keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try keeper.add("Basil", every: 30)
    keeper.now = instant("2026-03-17T09:00:00+01:00")
    let receipt = try keeper.journal.postpone(
      PostponeRequest(.everything, kind: .watering, .skip(due: nil)))
    #expect(receipt.changes.count == 1)
    #expect(try keeper.due("Monty") == day("2026-03-24"))
    #expect(throws: PostponeError.self) {
      try keeper.journal.postpone(
        PostponeRequest(.everything, kind: .watering, .skip(due: nil)))
    }
  }

  @Test func aPlantThatIsNamedHearsThatNothingIsDue() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    #expect(throws: CareError.self) {
      try keeper.journal.postpone(
        PostponeRequest(.named("Monty"), kind: .misting, .skip(due: nil)))
    }
  }
}

@Suite struct ScheduleChangeTests {
  @Test func fieldsThatAreNotGivenStay() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    var change = ScheduleChange(of: .watering)
    change.seasons = [.winter: 21]
    let receipt = try keeper.journal.changeSchedules(
      ScheduleRequest(.named("Monty"), .set(change)))
    guard case .scheduled(_, let schedule, nil, _)? = receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(schedule.intervalDays == 7)
    #expect(schedule.seasonalIntervalDays[.winter] == 21)
  }

  @Test func anEmptyChangeAndAMissingIntervalAreRefused() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    #expect(throws: ScheduleError.self) {
      try keeper.journal.changeSchedules(
        ScheduleRequest(
          .named("Monty"), .set(ScheduleChange(of: .watering))))
    }
    var amount = ScheduleChange(of: .pestControl)
    amount.amount = "light"
    #expect(throws: ScheduleError.self) {
      try keeper.journal.changeSchedules(
        ScheduleRequest(.named("Monty"), .set(amount)))
    }
  }

  @Test func endingNoScheduleIsToldToWhoNamedThePlant() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    for plants in [PlantChoice.named("Monty"), .everything] {
      #expect(throws: ScheduleError.self) {
        try keeper.journal.changeSchedules(
          ScheduleRequest(plants, .clear(.watering)))
      }
    }
  }
}
