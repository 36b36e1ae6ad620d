import JournalCare
import JournalEvents
import JournalLog
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Tests of the views of a journal in a directory of its own.
struct QueryTests {
  private let journal: Journal
  private let directory: TemporaryDirectory
  private static let now = instant("2026-11-21").instant

  private static let names = [
    "Zora", "P10", "Étoile", "apple", "P2", "Birne", "Äpfel",
  ]
  private static let inOrder = [
    "apple", "Äpfel", "Birne", "Étoile", "P2", "P10", "Zora",
  ]

  init() throws {
    directory = try TemporaryDirectory()
    journal = try Journal.open(
      JournalHome(path: directory.path), access: .readWrite)
    let at = instant("2026-11-01")
    var events: [(stream: StreamID, payload: EventPayload)] = []
    for (index, name) in Self.names.enumerated() {
      let plant: PlantID = id(UInt8(index + 1))
      let bodies: [EventBody] = [
        .plantAdded(
          PlantAdded(
            scientificName: "Ficus", nickname: name,
            tags: [index < 2 ? "fussy" : "Easy"])),
        .scheduleSet(ScheduleSet(kind: .watering, intervalDays: 7)),
      ]
      events += bodies.map { (plant, EventPayload(at: at, body: $0)) }
    }
    events.append(
      (
        id(3),
        EventPayload(at: at, body: .plantNoted(PlantNoted(text: "scale")))
      ))
    let options = ActionSession.Options(
      now: at.instant, program: "test", timeZone: "UTC")
    try journal.write(options) { _ = try $0.append(events) }
  }

  private func ask<R>(
    asOf: Instant? = nil, _ body: (borrowing Snapshot) throws -> R
  ) throws -> R {
    guard let asOf else { return try journal.snapshot(clock: Self.now, body) }
    return try journal.snapshot(clock: Self.now, asOf: { _ in asOf }, body)
  }

  private func names(_ query: ListQuery) throws -> [String] {
    try ask { try $0.list(query) }.rows.map(\.state.displayName)
  }

  @Test func everyViewHasOneOrderOfNames() throws {
    #expect(try names(ListQuery()) == Self.inOrder)
    let past = try ask(asOf: Self.now) { try $0.list(ListQuery()) }
    #expect(past.rows.map(\.state.displayName) == Self.inOrder)
    let today = try ask { try $0.todayView() }
    #expect(today.view.overdue.map(\.plantName) == Self.inOrder)
    let schedules = try ask { try $0.schedules(of: PlantChoice()) }
    #expect(schedules.rowsByName.map(\.name) == Self.inOrder)
    let upcoming = try ask { try $0.upcomingView() }
    let rows = upcoming.days.first?.rows(in: upcoming.rooms)
    #expect(rows?.map(\.plantName) == Self.inOrder)
    for order in TaskRound.Order.allCases {
      let round = try ask { try $0.todayView(by: order) }.round
      #expect(round.groups.map { $0.rows.map(\.plantName) } == [Self.inOrder])
    }
    let period = day("2026-11-01")...day("2026-11-21")
    let audit = try ask {
      try $0.auditView(
        PlantChoice(), kind: nil, period: Timed { _ in period }, grace: 0)
    }
    #expect(audit.plantsByName.map(\.state.displayName) == Self.inOrder)
    #expect(try ask { try $0.tags() }.map(\.name) == ["Easy", "fussy"])
  }

  @Test func theOrderFollowsNewNamesAndAnUndo() throws {
    let options = ActionSession.Options(
      now: Self.now, program: "test", timeZone: "UTC")
    let at = instant("2026-11-21")
    var edit = PlantEdited()
    edit.nickname = .set("Ämter")
    let edited = EventPayload(at: at, body: .plantEdited(edit))
    let written = try journal.write(options) { session in
      _ = try session.append([(id(1), edited)])
      return session.actions
    }
    #expect(
      try names(ListQuery())
        == ["apple", "Ämter", "Äpfel", "Birne", "Étoile", "P2", "P10"])
    let action = try #require(written.last)
    let undoing = ActionUndone(
      writer: action.reference.first.writer,
      sequence: action.reference.first.sequence, hash: action.hash,
      undone: true)
    try journal.write(options) { session in
      _ = try session.append([
        (.journal, EventPayload(at: at, body: .actionUndone(undoing)))
      ])
    }
    #expect(try names(ListQuery()) == Self.inOrder)
  }

  @Test func aListIsCutAndFilteredAndSorted() throws {
    var query = ListQuery()
    query.limit = 3
    let cut = try ask { try $0.list(query) }
    #expect(cut.wasCut)
    #expect(cut.rows.map(\.state.displayName) == Array(Self.inOrder.prefix(3)))
    query = ListQuery()
    query.tags = ["FUSSY"]
    query.order = ListOrder([.init(ListField(.name), isDescending: true)])
    #expect(try names(query) == ["Zora", "P10"])
    query = ListQuery()
    query.due = Timed<Day> { $0.today.advanced(by: -20) }
    #expect(try names(query).isEmpty)
    query.due = Timed<Day> { $0.today }
    #expect(try names(query).count == 7)
    query = ListQuery()
    query.rooms = ["Nowhere"]
    #expect(throws: RoomNameError.self) { try names(query) }
  }

  @Test(arguments: [
    ("balcony", ["Patio/Balcony"]), ("balkony", ["Patio/Balcony"]),
    ("Kitchn", ["Kitchen"]), ("room", ["Living Room", "Bedroom", "Bathroom"]),
    ("Cellar", []), ("", []),
  ])
  func aRoomThatComesNearIsProposed(name: String, near: [String]) {
    do {
      let room = try RoomList([:]).room(named: name, .exact)
      Issue.record("\(room)")
    } catch RoomNameError.notFound(_, let suggestions) {
      #expect(suggestions == near)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func aSearchSaysWhatMatchedAndMayTakeNoTypingErrors() throws {
    var query = ListQuery()
    query.words = ["scale"]
    let found = try ask { try $0.list(query) }
    #expect(found.isSearch)
    #expect(found.rows.map(\.match?.field) == [.note])
    #expect(found.rows.map(\.state.displayName) == ["Étoile"])
    query.words = ["aplle"]
    #expect(try names(query) == ["apple"])
    query.takesNear = false
    let none = try ask { try $0.list(query) }
    #expect(none.rows.isEmpty)
    #expect(none.nearNames == ["apple"])
  }

  @Test func aSearchIsCutAfterItsBest() throws {
    var query = ListQuery()
    query.words = ["ficus"]
    query.limit = 2
    let cut = try ask { try $0.list(query) }
    #expect(cut.wasCut)
    #expect(cut.rows.map(\.state.displayName) == Array(Self.inOrder.prefix(2)))
    #expect(cut.rows.map(\.match?.place) == [0, 1])
    query.limit = Self.names.count
    #expect(try !ask { try $0.list(query) }.wasCut)
    #expect(try names(query) == Self.inOrder)
    query.limit = 1
    query.order = ListOrder([.init(ListField(.name), isDescending: true)])
    #expect(try names(query) == Self.inOrder.suffix(1))
    query = ListQuery()
    query.words = ["fucus"]
    query.limit = 1
    #expect(try names(query) == Array(Self.inOrder.prefix(1)))
    query.takesNear = false
    let near = try ask { try $0.list(query) }
    #expect(near.rows.isEmpty)
    #expect(near.nearNames == Array(Self.inOrder.prefix(5)))
  }

  @Test func plantsAreChosenByNamesOrFilters() throws {
    let named = PlantChoice(names: ["zora", "apple", "Zora"])
    #expect(try ask { try $0.plants(named) } == [id(1), id(4)])
    let tagged = PlantChoice(tag: "fussy")
    #expect(try ask { try $0.plants(tagged) } == [id(2), id(1)])
    #expect(throws: NothingMatched.self) {
      try ask { try $0.plants(PlantChoice(tag: "gone")) }
    }
    var near = PlantChoice(names: ["Zorra"])
    #expect(throws: PlantNameError.self) { try ask { try $0.plants(near) } }
    near.naming.agreed = .names(["Zorra"])
    #expect(try ask { try $0.plants(near) } == [id(1)])
    near.naming.agreed = .all
    #expect(try ask { try $0.plants(near) } == [id(1)])
    #expect(try ask { try $0.room(named: "kitch") } == StandardRoom.kitchen.id)
  }

  @Test func viewsTakeOnlyTheTasksAskedFor() throws {
    let one = TaskFilter(plants: PlantChoice(names: ["Zora"]))
    let today = try ask { try $0.todayView(one) }
    #expect(today.view.overdue.map(\.plant) == [id(1)])
    #expect(today.hasPlants)
    let other = TaskFilter(kind: .misting)
    #expect(try ask { try $0.todayView(other) }.isEmpty)
    #expect(try ask { try $0.upcomingView(other) }.days.isEmpty)
    #expect(try ask { try $0.monthView(of: nil, other) }.counts.isEmpty)
    #expect(throws: MonthTooFarAhead.self) {
      try ask { try $0.monthView(of: Timed { _ in day("2036-12-31") }) }
    }
  }

  @Test func historyCountsWhatItHandsOver() throws {
    var query = HistoryQuery(of: PlantChoice(names: ["Zora"]))
    var types: [String] = []
    let count = try ask {
      try $0.forEachEvent(query) { types.append($0.event.header.type) }
    }
    #expect(count == 2)
    #expect(types == ["schedule.set", "plant.added"])
    query.limit = 1
    query.isOldestFirst = true
    types = []
    _ = try ask {
      try $0.forEachEvent(query) { types.append($0.event.header.type) }
    }
    #expect(types == ["plant.added"])
    query.until = Timed { _ in instant("2026-10-31").instant }
    #expect(try ask { try $0.forEachEvent(query) { _ in } } == 0)
    let steps = try ask { try $0.replay(of: query.plants, until: nil) { _ in } }
    #expect(steps == 2)
  }
}
