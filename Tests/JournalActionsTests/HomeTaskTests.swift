import Encodings
import ErrorKit
import JournalCare
import JournalEvents
import JournalFormats
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalActions

/// Tasks of no plant, and what they are called.
@Suite struct HomeTaskTests {
  private func request(
    _ title: String?, of plants: PlantChoice = PlantChoice(),
    due: String = "2026-03-10", every: TaskRhythm? = nil
  ) -> TaskRequest {
    TaskRequest(
      plants, kind: nil, title: title, due: .exactly(day(due)), every: every)
  }

  private func plan(
    _ keeper: Keeper, _ title: String, due: String = "2026-03-10",
    every: TaskRhythm? = nil
  ) throws {
    _ = try keeper.journal.planTasks(request(title, due: due, every: every))
  }

  private func append(_ keeper: Keeper, _ line: String) throws {
    _ = try keeper.journal.append(
      AppendRequest { byteSource(of: Array((line + "\n").utf8)) })
  }

  private func open(_ keeper: Keeper) throws -> [String] {
    try keeper.journal.read { snapshot in
      try snapshot.oneOffTasks().map { "\($0.plantName) \($0.task.due)" }
    }
  }

  @Test func todayHasThemApartFromRooms() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try plan(keeper, "Buy soil")
    try plan(keeper, "Air the cellar", due: "2026-03-01")
    let page = try keeper.journal.read { try $0.todayView() }
    #expect(page.view.home.map(\.plantName) == ["Buy soil"])
    #expect(page.view.overdue.map(\.plantName) == ["Air the cellar"])
    #expect(page.view.today.isEmpty && page.view.total == 2)
    #expect(page.round.groups.map(\.subject) == [.home])
    #expect(page.round.groups[0].rows.count == 2)
    #expect(page.round.groups[0].overdueCount == 1)
  }

  @Test func filtersOfPlantsLeaveThemOut() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try plan(keeper, "Buy soil")
    for plants in [PlantChoice(rooms: ["Other"]), .named("Monty")] {
      let page = try keeper.journal.read {
        try $0.todayView(TaskFilter(plants: plants))
      }
      #expect(page.view.total == 0)
    }
    let receipt = try keeper.journal.recordCare(due())
    #expect(receipt.changes.isEmpty)
  }

  private func due() -> CareRequest {
    var request = CareRequest(PlantChoice(), kind: nil)
    request.isDueOnly = true
    return request
  }

  @Test func theTitleNamesOneForCare() throws {
    let keeper = try Keeper()
    try keeper.add("Monty", every: 7)
    try plan(keeper, "Buy soil", every: .months(3))
    let receipt = try keeper.journal.recordCare(
      CareRequest(.named("buy SOIL"), kind: nil))
    guard
      case .cared(let plant, .other, _, "Buy soil", day("2026-06-10"))? =
        receipt.changes.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(plant.id == .home)
    let view = try keeper.journal.read { try $0.todayView().view }
    #expect(view.done.map(\.title) == ["Buy soil"])
    #expect(view.home.isEmpty)
    _ = try keeper.journal.undo(UndoRequest(nil))
    #expect(try open(keeper) == ["Buy soil 2026-03-10"])
  }

  @Test func twoOfADayAreTwo() throws {
    let keeper = try Keeper()
    try plan(keeper, "Buy soil")
    try plan(keeper, "Buy pots")
    _ = try keeper.journal.recordCare(
      CareRequest(.named("Buy soil", "Buy pots"), kind: nil))
    let view = try keeper.journal.read { try $0.todayView().view }
    #expect(view.done.map(\.title) == ["Buy pots", "Buy soil"])
    #expect(view.total == 2)
  }

  @Test func skipAndSnoozeTakeTheTitleToo() throws {
    let keeper = try Keeper()
    try plan(keeper, "Buy soil", every: .days(14))
    _ = try keeper.journal.postpone(
      PostponeRequest(
        .named("Buy soil"), kind: nil,
        .snooze(until: .exactly(day("2026-03-30")))))
    #expect(try open(keeper) == ["Buy soil 2026-03-30"])
    // What is skipped is its own day, not the one that a snooze made of it.
    _ = try keeper.journal.postpone(
      PostponeRequest(.named("soil"), kind: nil, .skip(due: nil)))
    #expect(try open(keeper) == ["Buy soil 2026-03-24"])
    _ = try keeper.journal.endTasks(TaskEndRequest(["Buy soil"], .dropped))
    #expect(try open(keeper).isEmpty)
    let earlier = PostponeRequest(
      .named("Buy soil"), kind: nil, .skip(due: nil))
    #expect(throws: PlantNameError.self) {
      try keeper.journal.postpone(earlier)
    }
  }

  @Test func aNameOfSeveralIsRefused() throws {
    let keeper = try Keeper()
    try keeper.add("Soil mix")
    try plan(keeper, "Soil mix")
    try plan(keeper, "Buy soil")
    try plan(keeper, "Buy pots")
    for name in ["Soil mix", "Buy"] {
      let error = #expect(throws: PlantNameError.self) {
        try keeper.journal.recordCare(CareRequest(.named(name), kind: nil))
      }
      guard case .ambiguous(_, let candidates, _) = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(candidates.count == 2)
    }
    let error = #expect(throws: PlantNameError.self) {
      try keeper.journal.recordCare(CareRequest(.named("Buy soll"), kind: nil))
    }
    guard case .near(_, let candidate) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidate.displayName == "task 'Buy soil' of the home")
  }

  @Test func wordsOfATitleNameAPlantsTask() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    try keeper.add("Basil")
    _ = try keeper.journal.planTasks(
      request("Check for mites", of: .named("Monty"), every: .days(14)))
    _ = try keeper.journal.planTasks(
      request("Wipe the leaves", of: .named("Monty")))
    let names = { try keeper.journal.read { try $0.oneOffTasks().count } }
    func care(_ name: String) throws -> Receipt {
      try keeper.journal.recordCare(CareRequest(.named(name), kind: nil))
    }
    for name in ["mites", "check for mites", "MITES check"] {
      let receipt = try care(name)
      guard
        case .cared(let plant, .other, _, "Check for mites", _)? =
          receipt.changes.first
      else {
        Issue.record("\(name): \(receipt.changes)")
        continue
      }
      #expect(plant.displayName == "Monty")
      // The second time on a day is told.
      let former = receipt.notices.compactMap {
        if case .givenBefore(let former) = $0 { former } else { nil }
      }
      #expect(
        former.first?.map(\.title)
          == (name == "mites" ? nil : ["Check for mites"]), "\(name)")
    }
    let why = try keeper.journal.read { try $0.why("leaves", PlantNaming()) }
    #expect(why.tasks.map(\.explanation.title) == ["Wipe the leaves"])
    _ = try keeper.journal.postpone(
      PostponeRequest(
        .named("leaves"), kind: nil, .snooze(until: .exactly(day("2026-03-30")))
      )
    )
    _ = try keeper.journal.endTasks(TaskEndRequest(["leaves"], .dropped))
    #expect(try names() == 1)
    _ = try keeper.journal.planTasks(
      request("Check for mites", of: .named("Basil")))
    let error = #expect(throws: PlantNameError.self) { try care("mites") }
    guard case .ambiguous(_, let candidates, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      Set(candidates.map(\.displayName))
        == [
          "task 'Check for mites' of Monty", "task 'Check for mites' of Basil",
        ])
    #expect(throws: TaskNameError.self) {
      try keeper.journal.endTasks(TaskEndRequest(["mites"], .dropped))
    }
  }

  @Test func aTaskCalledLikeAPlantIsToldApart() throws {
    let keeper = try Keeper()
    let monty = try keeper.add("Monty", every: 7)
    try plan(keeper, "Monty")
    func care(_ name: String) throws -> Receipt {
      try keeper.journal.recordCare(CareRequest(.named(name), kind: nil))
    }
    let error = #expect(throws: PlantNameError.self) { try care("monty") }
    guard case .ambiguous(_, let candidates, _) = error, candidates.count == 2
    else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(candidates.map(\.isTask) == [false, true])
    #expect(candidates[1].displayName == "task 'Monty' of the home")
    #expect(candidates[0].id == ShortID.text(of: monty))
    for (candidate, kind) in zip(candidates, [TaskKind.watering, .other]) {
      let change = try care(candidate.id).changes.first
      guard case .cared(_, kind, _, _, _)? = change else {
        Issue.record("\(candidate)")
        continue
      }
    }
  }

  @Test func wordsAfterAPlantNameATaskOfIt() throws {
    let keeper = try Keeper()
    for name in ["Sniffy", "Basil"] {
      try keeper.add(name, every: 7)
      _ = try keeper.journal.planTasks(
        request("Check for mites", of: .named(name), every: .days(14)))
    }
    _ = try keeper.journal.planTasks(
      request("Wipe the leaves", of: .named("Sniffy")))
    func titles(_ names: String...) throws -> [String?] {
      try keeper.journal.recordCare(
        CareRequest(PlantChoice(names: names), kind: nil)
      ).changes.map { change in
        if case .cared(_, _, _, let title, _) = change { title } else { nil }
      }
    }
    #expect(try titles("Sniffy", "mites") == ["Check for mites"])
    #expect(try titles("Sniffy", "check", "mites") == ["Check for mites"])
    let open = { try keeper.journal.read { try $0.oneOffTasks() } }
    _ = try keeper.journal.endTasks(
      TaskEndRequest(["Sniffy", "mites"], .dropped))
    #expect(
      try open().map { "\($0.plantName) \($0.task.title ?? "")" }.sorted()
        == ["Basil Check for mites", "Sniffy Wipe the leaves"])
    // A plant's whole name is that plant, whatever titles have of it.
    _ = try keeper.journal.planTasks(
      request("Turn to Basil", of: .named("Sniffy")))
    let taken = try keeper.journal.read {
      try $0.taskOfPlant(["Sniffy", "Basil"], PlantNaming())
    }
    #expect(taken == nil)
    // So is a kind of care that a plant has.
    _ = try keeper.journal.planTasks(
      request("Mend the watering can", of: .named("Sniffy")))
    #expect(
      try keeper.journal.read {
        try $0.taskOfPlant(["Sniffy", "watering"], PlantNaming())
      }
        == nil)
    #expect(throws: PlantNameError.self) {
      try keeper.journal.read {
        try $0.taskOfPlant(["Sniffy", "the"], PlantNaming())
      }
    }
  }

  @Test func accentsNeedNotBeTyped() throws {
    let keeper = try Keeper()
    try plan(keeper, "Küche putzen")
    try plan(keeper, "Fenêtre laver")
    for name in ["kuche", "fenetre"] {
      #expect(
        try keeper.journal.recordCare(CareRequest(.named(name), kind: nil))
          .changes.count == 1)
    }
  }

  @Test func aBeginningDropsNoTaskUnasked() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    try plan(keeper, "Rinse the can")
    for name in ["Rin", "Rinse tha can"] {
      var request = TaskEndRequest([name], .dropped)
      let error = #expect(throws: PlantNameError.self) {
        try keeper.journal.endTasks(request)
      }
      guard case .near(name, let candidate) = error, candidate.isTask else {
        Issue.record("\(String(describing: error))")
        continue
      }
      request.agreed = .all
      #expect(
        try keeper.journal.endTasks(request, .rehearse).changes.count == 1)
    }
    #expect(
      try keeper.journal.endTasks(TaskEndRequest(["rinse"], .dropped))
        .changes.count == 1)
  }

  @Test func whatIsNeitherPlantNorTaskIsToldSo() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let request = PostponeRequest(
      .named("nosuch"), kind: nil, .skip(due: nil))
    let error = #expect(throws: PlantNameError.self) {
      try keeper.journal.postpone(request)
    }
    guard case .neitherFound("nosuch", []) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A title that is done may be a part of a plant's name, too.
  @Test func aTitleIsNeverTakenForAPlantOnceItIsDone() throws {
    var keeper = try Keeper()
    try keeper.add("Window fern", every: 7)
    try plan(keeper, "Window")
    try plan(keeper, "Sweep")
    func care(_ name: String) throws {
      _ = try keeper.journal.recordCare(CareRequest(.named(name), kind: nil))
    }
    try care("Window")
    let count = try keeper.eventCount()
    let error = #expect(throws: PlantNameError.self) { try care("Window") }
    guard case .taskDone("Window", let plant?) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(plant.displayName == "Window fern")
    try care("Sweep")
    let again = #expect(throws: PlantNameError.self) { try care("sweep") }
    guard case .taskDone("Sweep", nil) = again else {
      Issue.record("\(String(describing: again))")
      return
    }
    #expect(try keeper.eventCount() == count + 1)
    // The whole name is the plant's, and on another day so is a part of it.
    try care("window fern")
    keeper.now = instant("2026-03-30T09:00:00+01:00")
    try care("window")
    // Beside an open task both are named.
    try plan(keeper, "Clean the window")
    #expect(throws: PlantNameError.self) { try care("window") }
  }

  @Test(arguments: [
    "", "  ", "a\tb", "a\u{1b}[31mb", String(repeating: "x", count: 201),
  ])
  func whatIsNoTitleIsRefused(title: String) throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let count = try keeper.eventCount()
    #expect(throws: NameInputError.self) {
      try keeper.journal.planTasks(request(title))
    }
    #expect(try keeper.eventCount() == count)
  }

  @Test func aTaskNeedsATitleOrAPlantAndAKind() throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    for plants in [PlantChoice(), .named("Monty")] {
      #expect(throws: TaskNameError.self) {
        try keeper.journal.planTasks(request(nil, of: plants))
      }
    }
  }

  @Test(arguments: [
    #""type":"plant.added","plant":"HOME","scientificName":"Ficus""#,
    #""type":"room.created","room":"HOME","name":"Loft""#,
    #""type":"plant.noted","plant":"HOME","text":"Dry.""#,
    #""type":"task.added","plant":"HOME","kind":"other","due":"2026-03-10""#,
    #""type":"task.added","plant":"HOME","kind":"other","due":"2026-03-10","title":"a\u001bb""#,
  ])
  func linesCannotMakeTheHomeAnythingElse(line: String) throws {
    let keeper = try Keeper()
    try keeper.add("Monty")
    let count = try keeper.eventCount()
    let home = StreamID.home.description
    #expect(throws: (any Error).self) {
      try append(
        keeper,
        "{\(line.split(separator: "HOME").joined(separator: home))}")
    }
    #expect(try keeper.eventCount() == count)
    try append(
      keeper,
      "{\"type\":\"task.added\",\"plant\":\"\(home)\",\"kind\":\"other\","
        + "\"due\":\"2026-03-10\",\"title\":\"Buy soil\"}")
    #expect(try open(keeper) == ["Buy soil 2026-03-10"])
  }

  @Test func theSitterIsToldOfThem() throws {
    let keeper = try Keeper()
    try plan(keeper, "Take the post in", every: .days(2))
    let sheet = try keeper.journal.read {
      try $0.sitterSheet(
        Timed { _ in day("2026-03-10")...day("2026-03-14") })
    }
    #expect(sheet.rooms.isEmpty && sheet.visits.count == 3)
    #expect(sheet.home.map(\.name) == ["Take the post in"])
    #expect(
      sheet.home.first?.tasks.first?.days
        == [day("2026-03-10"), day("2026-03-12"), day("2026-03-14")])
  }

  @Test func replicasThatDoTheSameDayAgree() throws {
    var (one, two) = (try Keeper(), try Keeper())
    try plan(one, "Buy soil", every: .days(7))
    try one.pass(to: two)
    two.now = instant("2026-03-11T09:00:00+01:00")
    for keeper in [one, two] {
      _ = try keeper.journal.recordCare(
        CareRequest(.named("Buy soil"), kind: nil))
    }
    try two.pass(to: one)
    try one.pass(to: two)
    one.now = two.now
    for keeper in [one, two] {
      #expect(try open(keeper) == ["Buy soil 2026-03-17"])
    }
    // Where one of them takes it back, the other's stays.
    _ = try two.journal.undo(UndoRequest(nil))
    try two.pass(to: one)
    for keeper in [one, two] {
      #expect(try open(keeper) == ["Buy soil 2026-03-17"])
    }
  }
}
