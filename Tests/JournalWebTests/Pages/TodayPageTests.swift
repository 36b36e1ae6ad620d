import Encodings
import JournalQueries
import JournalSync
import JournalTestSupport
import Testing

@testable import JournalWeb

extension Household {
  /// Asks for a page.
  func page(
    _ target: String, headers: [String: String] = [:],
    as access: AccessTokens.Access = .readWrite
  ) throws -> WebResponse {
    try send(
      try #require(WebRequest(.get, target, headers: headers)), as: access)
  }

  /// Sends a form of a page.
  func post(
    _ target: String, _ fields: String, headers: [String: String] = [:],
    as access: AccessTokens.Access = .readWrite
  ) throws -> WebResponse {
    var headers = headers
    headers["content-type"] = "application/x-www-form-urlencoded"
    return try send(
      try #require(
        WebRequest(
          .post, target, headers: headers, body: Array(fields.utf8))),
      as: access)
  }

  private func send(
    _ request: WebRequest, as access: AccessTokens.Access
  ) throws -> WebResponse {
    var request = request
    request.site = request.headers["host"].flatMap { host in
      let site = SiteOrigin(host: host, isSecure: true)
      return site?.isLoopback == true
        ? SiteOrigin(host: host, isSecure: false) : site
    }
    return WebPages(api).respond(
      to: request,
      from: WebVisitor(
        guest: WebGuest(id: "keeper", access: access, person: nil),
        formToken: "token"), at: clock)
  }

  /// Adds plants whose water is due today.
  func addThirsty(_ names: String...) throws {
    for name in names {
      let answer = try ask(
        .post, "plants",
        #"{"species":"Monstera deliciosa","name":"\#(name)","every":"7d","at":"2026-11-14 08:00"}"#
      )
      #expect(answer.status == 200, "\(answer.response.text)")
    }
  }
}

extension WebResponse {
  /// The values of a field in the forms of a page.
  func values(of field: String) -> [String] {
    text.split(separator: "name=\"\(field)\" value=\"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
  }
}

@Suite struct TodayPageTests {
  @Test func anEmptyJournalOffersAPlant() throws {
    let household = try Household()
    let page = try household.page("/")
    #expect(page.status == 200)
    #expect(page.text.contains("href=\"/plants/new\""))
    #expect(!(try household.journal.with(at: household.clock) { $0.exists }))
  }

  @Test func aTapWatersOnceAndSaysSo() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    let page = try household.page("/")
    let items = page.values(of: "item")
    // The button of the room names both.
    #expect(items.count == 4)
    let before = try household.eventCount()
    let fields =
      "form-token=token&key=k1&back=/?show%3Doverdue&item=\(items[2])"
    var did = ""
    for _ in 0..<2 {
      let answer = try household.post("/do/care", fields)
      #expect(answer.status == 303)
      let location = try #require(answer.headers["location"])
      #expect(location.hasPrefix("/?show=overdue&did=k1."))
      did = String(location.split(separator: "=").last ?? "")
    }
    #expect(try household.eventCount() == before + 1)
    let after = try household.page("/?did=\(did)")
    #expect(after.text.contains("class=\"notice is-accent happened\""))
    let action = try #require(after.values(of: "action").first)
    let undone = try household.post(
      "/do/undo", "form-token=token&key=k2&back=/&action=\(action)")
    #expect(undone.status == 303)
    #expect(try household.page("/").values(of: "item").count == 4)
  }

  @Test func oneOfSeveralKindsIsDoneAlone() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    try household.ask(
      .post, "plants/Monty/schedules/misting",
      #"{"every":"3d","from":"2026-11-20"}"#)
    let page = try household.page("/").text
    let tags = page.split(separator: #"class="tag "#).dropFirst().filter {
      $0.contains(#"name="item""#)
    }
    #expect(tags.count == 2)
    #expect(page.contains(#"aria-label="Done: mist Monty""#))
    let name = try #require(
      page.ranges(of: #"value=""#).map {
        page[$0.upperBound...].prefix { $0 != "\"" }
      }.first { $0.contains(":misting:") })
    let done = try household.post("/do/care", "key=k&back=/&item=\(name)")
    #expect(done.status == 303)
    let after = try household.page("/")
    #expect(
      after.values(of: "item").map { $0.contains(":watering:") } == [true])
    // Whoever may not give care has no buttons.
    #expect(
      try !household.page("/", as: .readOnly).text.contains(
        "<button class=\"tag"))
  }

  @Test func whatIsDoneTodayCanBeUndoneThere() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    try household.ask(
      .post, "care", #"{"plant":["Monty","Fern"],"kind":"watering"}"#)
    let page = try household.page("/")
    #expect(page.text.contains(#"aria-label="Undo: water Monty""#))
    #expect(!(try household.page("/", as: .readOnly).text.contains("Undo:")))
    let action = try #require(page.values(of: "action").first)
    let plant = try #require(page.values(of: "plant").first)
    _ = try household.post("/do/undo", "back=/&action=\(action)&plant=\(plant)")
    let after = try household.page("/")
    // One is due again, the other is still done.
    #expect(after.text.ranges(of: "Undo: water").count == 1)
    #expect(after.values(of: "item").count == 1)
  }

  @Test func plantsOfShortRhythmsAreNotSnoozedForWeeks() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let page = try household.page("/plants/Monty/tasks")
    // The last one is any day.
    #expect(page.values(of: "until") == ["1d", "3d", "1w", ""])
  }

  @Test func severalTasksAreSnoozedOrSkippedAtOnce() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern", "Lily")
    let page = try household.page("/?select=true")
    let items = page.values(of: "item")
    #expect(items.count == 3)
    #expect(page.text.contains(#"formaction="/do/skip""#))
    let before = try household.eventCount()
    // Two buttons of a form have the same key.
    let snoozed = try household.post(
      "/do/snooze", "key=k&back=/&until=3d&item=\(items[0])&item=\(items[1])")
    #expect(snoozed.status == 303)
    let skipped = try household.post(
      "/do/skip", "key=k&back=/&item=\(items[2])")
    #expect(skipped.status == 303)
    #expect(try household.eventCount() == before + 3)
    #expect(try household.page("/").values(of: "item").count == 2)
    _ = try household.ask(.post, "undo")
    let undone = try household.ask(.post, "undo")
    #expect(undone.json?["lines"]?.items.count == 2)
    #expect(
      try household.page("/?select=true").values(of: "item").count == 3)
  }

  @Test func severalPlantsOfTheCollectionAreChangedAtOnce() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern", "Lily")
    try household.ask(.post, "rooms", #"{"name":"Attic"}"#)
    try household.ask(.post, "tags", #"{"plant":"Lily","add":"gift"}"#)
    #expect(
      try household.page("/plants").text.contains("select=true"))
    let page = try household.page("/plants?select=true")
    let all = page.values(of: "plant")
    #expect(all.count == 3)
    let lily = try #require(
      try household.ask(.get, "plants?tag=gift").json?["plants"]?.items.first?[
        "id"]?.text)
    let plants = all.filter { $0 != lily }
    #expect(page.text.contains(">Attic<") && page.text.contains(">gift<"))
    let chosen = "back=/plants&plant=\(plants[0])&plant=\(plants[1])"
    let before = try household.eventCount()
    for (path, field) in [
      ("care", "kind=watering"), ("move", "to=Attic"), ("tags", "add=gift"),
    ] {
      let answer = try household.post("/do/\(path)", "\(chosen)&\(field)")
      #expect(answer.status == 303, "\(path)")
    }
    #expect(try household.eventCount() == before + 6)
    #expect(
      try household.ask(.get, "plants?room=Attic&tag=gift").json?["plants"]?
        .items.count == 2)
    #expect(
      try household.ask(.post, "tags", #"{"plant":"Lily"}"#).status == 400)
    #expect(
      !(try household.page("/plants?select=true", as: .care).text
        .contains("formaction")))
  }

  @Test func twoTabsOfAPageSayDifferentThings() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let before = try household.eventCount()
    for text in ["first", "second", "first"] {
      let answer = try household.post(
        "/do/notes", "key=k&back=/&plant=Monty&text=\(text)")
      #expect(answer.status == 303)
    }
    #expect(try household.eventCount() == before + 2)
  }

  @Test func moreThanThreeAreAskedAboutFirst() throws {
    let household = try Household()
    try household.addThirsty("A", "B", "C", "D")
    let before = try household.eventCount()
    let question = try household.post(
      "/do/care", "key=k&back=/&kind=watering&all=true")
    #expect(question.status == 409)
    #expect(try household.eventCount() == before)
    #expect(question.values(of: "sure") == ["true"])
    let sure = try household.post(
      "/do/care", "key=k&back=/&kind=watering&all=true&sure=true")
    #expect(sure.status == 303)
    #expect(try household.eventCount() == before + 4)
  }

  @Test func careOfADayToComeIsAskedAbout() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let planned = try household.ask(
      .post, "tasks", #"{"title":"Buy a pot","due":"2026-11-21"}"#)
    let task = try #require(planned.json?["made"]?.items.first?["id"]?.text)
    let before = try household.eventCount()
    for target in ["care?plant=Monty&kind=watering", "tasks/\(task)/done?"] {
      let halves = target.split(
        separator: "?", omittingEmptySubsequences: false)
      let fields = "key=k&back=/&at=2027-03-01T08:00&\(halves[1])"
      let question = try household.post("/do/\(halves[0])", fields)
      #expect(question.status == 409, "\(target)")
      #expect(question.text.contains("Mon 1 Mar 2027 08:00 is yet to come."))
      #expect(question.values(of: "sure") == ["true"])
      let script = try household.post(
        "/do/\(halves[0])", fields, headers: ["accept": "application/json"])
      #expect(script.status == 409)
      #expect(script.text.contains("\"needsAnswer\""), "\(script.text)")
      #expect(try household.eventCount() == before)
    }
    // Care of the past is not asked about, and who is sure is believed.
    for at in ["2026-11-20T08:00", "2027-03-01T08:00&sure=true"] {
      let given = try household.post(
        "/do/care", "back=/&plant=Monty&kind=watering&at=\(at)")
      #expect(given.status == 303)
    }
    #expect(try household.eventCount() == before + 2)
  }

  @Test func everybodySeesWhatTheirRoleAllows() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let item = try household.page("/").values(of: "item")[0]
    #expect(try household.page("/", as: .readOnly).values(of: "item") == [])
    #expect(
      try household.post("/do/care", "item=\(item)", as: .readOnly).status
        == 403)
    #expect(
      try household.post("/do/plants", "species=Ficus", as: .care).status
        == 403)
    #expect(
      try household.post("/do/care", "item=\(item)", as: .care).status == 303)
  }

  @Test func nothingIsOfferedThatWouldBeRefused() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    for path in [
      "/", "/?select=true", "/plants", "/plants/Monty", "/plants/Monty/tasks",
      "/upcoming", "/calendar", "/tasks", "/rooms", "/history",
    ] {
      let read = try household.page(path, as: .readOnly)
      #expect(read.status == 200, "\(path)")
      #expect(!read.text.contains("action=\"/do/"), "\(path)")
      let past = try household.page(
        path + (path.contains("?") ? "&" : "?") + "as-of=2026-11-21")
      #expect(past.status == 200, "\(path)")
      #expect(!past.text.contains("action=\"/do/"), "\(path)")
    }
  }

  @Test func aNoteIsCorrectedToTheDayThatIsSaid() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let added = try household.ask(
      .post, "notes", #"{"plant":"Monty","text":"a leaf"}"#)
    let action = try #require(
      added.json?["undo"]?.text?.split(separator: "=").last)
    let corrected = try household.ask(
      .patch, "notes/\(action)",
      #"{"plant":"Monty","text":"a leaf","at":"yesterday"}"#)
    #expect(corrected.status == 200, "\(corrected.response.text)")
    let page = try household.page("/plants/Monty")
    #expect(page.text.contains("Fri 20 Nov"))
  }

  @Test func formsLeadNowhereElse() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    for back in [
      "//evil.example/", "https://evil.example/", "/%2F/evil.example",
      "/\\evil.example", "\\/evil.example", "javascript:alert(1)", "/..//x",
    ] {
      let answer = try household.post(
        "/do/notes", "plant=Monty&text=hello&back=\(back)")
      #expect(answer.status == 303, "\(back)")
      let location = try #require(answer.headers["location"])
      #expect(location.hasPrefix("/"), "\(back): \(location)")
      #expect(!location.hasPrefix("//"), "\(back): \(location)")
      #expect(!location.contains("\\"), "\(back): \(location)")
    }
  }

  @Test func textsOfPeopleAreNoMarkup() throws {
    let household = try Household()
    let name = "<script>alert(1)</script>"
    try household.addThirsty(name)
    let page = try household.page("/")
    #expect(!page.text.contains("<script>alert"))
    #expect(page.text.contains("&lt;script&gt;alert(1)"))
    let error = try household.post("/do/care", "plant=<b>x&kind=watering")
    #expect(error.status == 404)
    #expect(!error.text.contains("<b>x"))
  }

  @Test func anUnchangedPageIsNotSentAgain() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let first = try household.page("/")
    let tag = try #require(first.headers["etag"])
    let again = try household.page("/", headers: ["if-none-match": tag])
    #expect(again.status == 304)
    #expect(again.body.isEmpty)
    // The keys of its forms are the same until something changes.
    #expect(
      try household.page("/").values(of: "key") == first.values(of: "key"))
    _ = try household.post("/do/notes", "plant=Monty&text=hello")
    #expect(
      try household.page("/", headers: ["if-none-match": tag]).status == 200)
    #expect(
      Set(try household.page("/").values(of: "key")).isDisjoint(
        with: first.values(of: "key")))
    let dark = try household.page(
      "/", headers: ["if-none-match": tag, "cookie": "appearance=dark"])
    #expect(dark.status == 200)
  }

  @Test func scriptsGetTheAnswersOfTheAPI() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let item = try household.page("/").values(of: "item")[0]
    let answer = try household.post(
      "/do/care", "item=\(item)",
      headers: ["accept": "application/json", "idempotency-key": "tap"])
    #expect(answer.status == 200)
    #expect(answer.text.contains("\"undo\""))
    let error = try household.post(
      "/do/care", "item=nobody:watering",
      headers: ["accept": "application/json"])
    #expect(error.status == 404)
    #expect(error.headers["content-type"] == "application/problem+json")
  }
}
