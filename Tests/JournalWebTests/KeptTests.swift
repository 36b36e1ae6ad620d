import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import JournalWeb
import Testing

/// Pages and audits that the server keeps are those that it would make again.
@Suite struct KeptTests {
  @Test func aKeptPageBelongsToItsSession() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let pages = WebPages(household.api)
    func known(
      _ token: String, _ access: AccessTokens.Access = .readWrite,
      _ target: String = "/", headers: [String: String] = [:]
    ) throws -> WebResponse? {
      let request = try #require(WebRequest(.get, target, headers: headers))
      return pages.knownResponse(
        to: request,
        from: WebVisitor(
          guest: WebGuest(id: "guest", access: access, person: nil),
          formToken: token), at: household.clock)
    }
    #expect(try known("hers") == nil)
    let request = try #require(WebRequest(.get, "/"))
    let made = try #require(
      pages.respond(
        to: request,
        from: WebVisitor(
          guest: WebGuest(id: "guest", access: .readWrite, person: nil),
          formToken: "hers"), at: household.clock, mayTakeLong: false))
    let found = try known("hers")
    let kept = try #require(found)
    #expect(kept.body == made.body && kept.headers == made.headers)
    // Neither another session's, nor with other rights, nor elsewhere.
    #expect(try known("his") == nil)
    #expect(try known("hers", .readOnly) == nil)
    #expect(try known("hers", .readWrite, "/?show=overdue") == nil)
    #expect(
      try known("hers", headers: ["accept-encoding": "gzip"]) == nil)
    let tag = try #require(made.headers["etag"])
    #expect(
      try known("his", headers: ["if-none-match": tag])?.status == 304)
    household.clock = household.clock.advanced(byMilliseconds: 3_600_000)
    #expect(try known("hers") == nil)
    household.clock = household.clock.advanced(byMilliseconds: -3_600_000)
    _ = try household.post("/do/notes", "plant=Monty&text=hello")
    #expect(try known("hers") == nil)
  }

  @Test func noMorePagesAreKeptThanThereIsRoomFor() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let pages = WebPages(household.api)
    let visitor = WebVisitor(guest: household.keeper, formToken: "token")
    func request(_ number: Int) throws -> WebRequest {
      try #require(WebRequest(.get, "/?did=\(number)"))
    }
    let count = 600
    for number in 0..<count {
      _ = pages.respond(
        to: try request(number), from: visitor, at: household.clock,
        mayTakeLong: false)
    }
    let kept = try (0..<count).compactMap {
      pages.knownResponse(
        to: try request($0), from: visitor, at: household.clock)
    }
    #expect(!kept.isEmpty)
    #expect(kept.reduce(0) { $0 + $1.body.count } <= 4 << 20)
  }

  @Test func keptAuditsAreThoseOfTheStreams() throws {
    let household = try Household()
    try household.add("Monty", "Fern", "Aloe")
    let paths = ["/audit?all-rows=true", "/stats/care"]
    func compare(_ change: String) throws {
      for path in paths {
        let kept = try household.page(path).text
        let other = WebPages(
          WebAPI(
            of: SharedJournal(at: household.journal.path, program: "tests"),
            photosBy: ""))
        let request = try #require(WebRequest(.get, path))
        let made = try #require(
          other.respond(
            to: request,
            from: WebVisitor(guest: household.keeper, formToken: "token"),
            at: household.clock, mayTakeLong: false))
        #expect(kept.contains("Monty"), "\(path) after \(change)")
        #expect(kept == made.text, "\(path) after \(change)")
      }
    }
    try compare("the start")
    household.clock = household.clock.advanced(byDays: 9)
    func does(
      _ path: String, _ body: String, _ method: WebRequest.Method = .post
    ) throws {
      let answer = try household.ask(method, path, body)
      #expect(answer.status == 200, "\(answer.response.text)")
      try compare("\(path) \(body)")
    }
    try does("care", #"{"plant":"Monty","kind":"water"}"#)
    try does("care", #"{"plant":["Monty","Fern"],"kind":"mist"}"#)
    try does("undo", "{}")
    try does("settings", #"{"key":"graceDays","value":"3"}"#)
    try does("plants/Fern", #"{"reason":"died"}"#, .delete)
    // Another process writes, and erases.
    let other = Household.Other(of: household)
    try other.water("Aloe")
    try compare("the care of another process")
    household.clock = household.clock.advanced(byDays: 1)
    try compare("a day")
  }
}

extension Household {
  /// Another process of the same home.
  fileprivate struct Other {
    private let api: WebAPI
    private let household: Household

    init(of household: Household) {
      self.household = household
      api = WebAPI(
        of: SharedJournal(at: household.journal.path, program: "other"),
        photosBy: "")
    }

    func water(_ plant: String) throws {
      let request = try #require(
        WebRequest(
          .post, "/api/v1/care",
          headers: ["content-type": "application/json"],
          body: Array(#"{"plant":"\#(plant)","kind":"water"}"#.utf8)))
      let response = api.respond(
        to: request, from: household.keeper,
        at: household.clock, mayTakeLong: false)
      #expect(response?.status == 200)
    }
  }
}
