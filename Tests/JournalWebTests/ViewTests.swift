import Encodings
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalWeb
import Testing

@Suite struct ViewTests {
  @Test func everyRouteThatReadsAnswersAnEmptyJournal() throws {
    let household = try Household()
    for (path, status) in [
      ("today", 200), ("upcoming", 200), ("agenda", 200),
      ("calendar/2026-11", 200), ("calendar/2026-11-21", 200),
      ("calendar.ics", 200), ("tasks", 200), ("plants", 200), ("rooms", 200),
      ("history", 200), ("stats", 200), ("audit", 200), ("browse", 200),
      ("search?query=fern", 200), ("settings", 200), ("sync", 200),
      ("plants/Monty", 404), ("why/Monty", 404), ("plants/Monty/photos", 404),
      ("plants/Monty/history", 404), ("nothing", 404), ("plants/", 404),
    ] {
      let answer = try household.ask(.get, path)
      #expect(answer.status == status, "\(path): \(answer.response.text)")
    }
    #expect(!(try household.journal.with(at: household.clock) { $0.exists }))
  }

  @Test func filtersAreNamedLikeOptions() throws {
    let household = try Household()
    try household.add("Monty", "Fern")
    try household.ask(.post, "plants/Fern/move", #"{"room":"Kitchen"}"#)
    let plants = try household.ask(.get, "plants?room=Kitchen&query=Fer")
    #expect(plants.json?["plants"]?.items.count == 1)
    let upcoming = try household.ask(
      .get, "upcoming?days=14&room=Kitchen&kind=water")
    #expect(upcoming.status == 200)
    #expect(upcoming.response.text.contains("Fern"))
    #expect(!upcoming.response.text.contains("Monty"))
    for wrong in [
      "today?kidn=watering", "today?kind=", "upcoming?days=0",
      "today?plant=%ff",
      "plants?limit=x", "today?kind=a&kind=b", "plants?favorite=maybe",
    ] {
      #expect(try household.ask(.get, wrong).status == 400, "\(wrong)")
    }
  }

  @Test func aPastMomentIsShownAsItWasKnown() throws {
    let household = try Household()
    try household.add("Monty")
    household.clock = household.clock.advanced(byDays: 3)
    try household.add("Fern")
    let then = try household.ask(.get, "plants?as-of=2026-11-22")
    #expect(then.json?["plants"]?.items.count == 1)
    #expect(try household.ask(.get, "plants").json?["plants"]?.items.count == 2)
  }

  @Test func aTagHoldsUntilTheJournalOrTheDayChanges() throws {
    let household = try Household()
    try household.add("Monty")
    func tag(_ path: String, known: String? = nil) throws -> (String?, Int) {
      let answer = try household.ask(
        .get, path, headers: known.map { ["if-none-match": $0] } ?? [:])
      return (answer.response.headers["etag"], answer.status)
    }
    let first = try #require(try tag("today").0)
    #expect(try tag("today", known: first) == (first, 304))
    #expect(try tag("today", known: "\"x\", W/\(first)") == (first, 304))
    #expect(try tag("today?kind=watering", known: first).1 == 200)
    // Another way in writes.
    try household.journal.with(at: household.clock) { _ in }
    try household.ask(
      .post, "notes", #"{"plant":"Monty","text":"a leaf"}"#)
    let second = try #require(try tag("today", known: first).0)
    #expect(second != first)
    household.clock = household.clock.advanced(byDays: 1)
    #expect(try tag("today", known: second).1 == 200)
    #expect(try tag("settings").0 == nil)
    #expect(try tag("plants?as-of=2+hours+ago").0 == nil)
    let bea = WebGuest(id: "bea", access: .readOnly, person: nil)
    let hers = try household.ask(.get, "today", from: bea)
    #expect(hers.response.headers["etag"] != (try tag("today").0))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func pagesOfHistoryAreTheWholeHistory(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let household = try Household()
    try household.add("A", "B", "C")
    for _ in 0..<30 {
      let plant = ["A", "B", "C"].randomElement(using: &random) ?? "A"
      household.clock = household.clock.advanced(
        byMilliseconds: .random(in: 0...3, using: &random))
      try household.ask(
        .post, "care", #"{"plant":"\#(plant)","kind":"misting"}"#)
    }
    for scope in ["history", "plants/B/history", "history?kind=misting"] {
      func page(_ fields: String) throws -> (hashes: [String], next: String?) {
        let answer = try household.ask(
          .get, scope + (scope.contains("?") ? "&" : "?") + fields)
        return (
          answer.json?["events"]?.items.compactMap { $0["hash"]?.text } ?? [],
          answer.json?["next"]?.text
        )
      }
      let whole = try page("limit=1000").hashes
      var pages: [String] = []
      var cursor: String?
      repeat {
        let limit = Int.random(in: 1...9, using: &random)
        let (hashes, next) = try page(
          "limit=\(limit)" + (cursor.map { "&cursor=\($0)" } ?? ""))
        pages += hashes
        cursor = next
        // What is added meanwhile comes before the first page.
        try household.ask(
          .post, "care", #"{"plant":"B","kind":"misting"}"#)
      } while cursor != nil
      #expect(pages == whole, "seed \(seed), \(scope)")
      #expect(whole.count > 9, "seed \(seed)")
    }
  }
}
