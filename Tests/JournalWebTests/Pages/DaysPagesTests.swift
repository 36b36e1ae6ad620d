import Encodings
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import JournalWeb
import POSIXKit
import Testing

/// The pages about other days, rooms, settings and the household.
@Suite struct DaysPagesTests {
  private static let pages = [
    "/upcoming", "/upcoming?days=30", "/calendar", "/calendar/2026-12",
    "/calendar/2026-11?day=2026-11-20", "/history", "/history?type=plant.added",
    "/on-this-day", "/audit", "/audit?kind=watering&grace=1", "/stats",
    "/stats/care", "/tasks", "/rooms", "/sitter",
    "/sitter?from=2026-11-22&until=2026-11-30&contact=Anna", "/settings",
    "/household", "/offline",
  ]

  private static let files = [
    "/export/collection.json", "/export/plants.csv", "/export/schedules.csv",
    "/export/rooms.csv", "/export/history.csv", "/export/calendar.ics",
  ]

  @Test func theEventsOfADateAreKeptUntilOneOfThemChanges() throws {
    let household = try Household()
    try household.add("Monty", "Pip")
    var count = 0
    func texts() throws -> String {
      // A date whose last year is this one, so that what happens now counts.
      try household.page("/on-this-day?day=2027-11-21&did=\(count)").text
    }
    func note(_ plant: String, _ text: String) throws -> String {
      count += 1
      let answer = try household.ask(
        .post, "notes", #"{"plant":"\#(plant)","text":"\#(text)"}"#)
      #expect(answer.status == 200)
      return try #require(answer.json?["undo"]?.text)
    }
    #expect(try texts().contains("Monty"))
    _ = try note("Monty", "a new leaf")
    #expect(try texts().contains("a new leaf"))
    let undo = try note("Pip", "a flower")
    let both = try texts()
    #expect(both.contains("a new leaf") && both.contains("a flower"))
    // Canonical order, whichever plant was looked at again.
    let places = ["a new leaf", "a flower"].map { both.ranges(of: $0).first }
    #expect(
      places[0]?.lowerBound ?? both.endIndex
        < places[1]?.lowerBound ?? both.startIndex)
    _ = try household.ask(.post, String(undo.dropFirst("/api/v1/".count)))
    count += 1
    let one = try texts()
    #expect(one.contains("a new leaf") && !one.contains("a flower"))
  }

  @Test func eachPageOfAnEmptyJournalIsShown() throws {
    let household = try Household()
    for page in Self.pages + Self.files {
      let response = try household.page(page)
      #expect(response.status == 200, "\(page): \(response.text)")
    }
    #expect(try household.page("/history").text.contains("No events yet."))
    #expect(try household.page("/export/plants.xls").status == 404)
  }

  @Test func hostileTextsStayTexts() throws {
    let household = try Household()
    let evil = #"<script>alert(1)</script>"#
    let form = "%3Cscript%3Ealert(1)%3C/script%3E"
    try household.add(evil)
    for (method, path, body) in [
      (
        WebRequest.Method.post, "rooms",
        #"{"name":"\#(evil)","icon":"\#(evil)"}"#
      ),
      (.post, "notes", #"{"plant":"\#(evil)","text":"\#(evil)"}"#),
      (
        .post, "tasks",
        #"{"title":"\#(evil)","due":"tomorrow","note":"\#(evil)"}"#
      ),
      (
        .post, "tasks",
        #"{"plant":"\#(evil)","title":"\#(evil)","due":"2026-11-21"}"#
      ),
      (
        .post, "care",
        #"{"plant":"\#(evil)","kind":"water","note":"\#(evil)"}"#
      ),
      (.post, "settings", #"{"key":"journalName","value":"\#(evil)"}"#),
      (.post, "settings", #"{"key":"sitterContact","value":"\#(evil)"}"#),
    ] {
      let answer = try household.ask(method, path, body)
      #expect(answer.status == 200, "\(path): \(answer.response.text)")
    }
    try household.journal.with(at: household.clock) { journal in
      _ = try journal.accessTokens.create(
        device: evil, person: evil, access: .care, at: journal.now)
    }
    for page in Self.pages + [
      "/history?text=\(form)", "/history?plant=\(form)",
      "/audit?plant=\(form)", "/tasks?plant=\(form)",
      "/sitter?from=2026-11-22&until=2026-11-30&contact=\(form)",
      "/upcoming?plant=\(form)", "/history?as-of=\(form)",
    ] {
      let response = try household.page(page)
      #expect(response.status == 200 || page.contains("as-of"), "\(page)")
      #expect(!response.text.contains("<script>"), "\(page)")
    }
    #expect(try household.page("/rooms").text.contains("&lt;script&gt;"))
  }

  @Test func formsOfTheseDaysDoWhatTheySay() throws {
    let household = try Household()
    try household.add("Monty", "Fern")
    // A form sends what was left empty, too.
    try household.send(
      "tasks", "title=Buy+soil&plant=&kind=&due=2026-11-25&every=",
      back: "/tasks")
    #expect(try household.page("/tasks").text.contains("Buy soil"))
    let tasks = try household.ask(.get, "tasks").json?["tasks"]?.items
    let task = try #require(tasks?.first?["task"]?.text)
    try household.send(
      "snooze", "plant=\(task)&until=2026-12-01", back: "/tasks")
    #expect(try household.page("/tasks").text.contains("snoozed until"))
    try household.send("tasks/\(task)", "method=DELETE", back: "/tasks")
    #expect(try household.page("/tasks").text.contains("No open tasks."))

    try household.send("rooms", "name=Attic&icon=", back: "/rooms")
    let rooms = try household.ask(.get, "rooms").json?["rooms"]?.items
    let room = try #require(
      rooms?.first { $0["name"]?.text == "Attic" }?["id"]?.text)
    try household.send("rooms/\(room)", "method=PATCH&place=1", back: "/rooms")
    try household.send(
      "rooms/\(room)", "method=PATCH&name=Loft&icon=sofa", back: "/rooms")
    let first = try household.ask(.get, "rooms").json?["rooms"]?.items.first
    #expect(first?["name"]?.text == "Loft")
    try household.send("rooms/\(room)", "method=DELETE", back: "/rooms")
    #expect(!(try household.page("/rooms").text.contains(">Loft<")))

    try household.send(
      "settings/units", "method=PATCH&value=imperial", back: "/settings")
    #expect(try household.setting("units") == "imperial")
    try household.send(
      "settings/units", "method=PATCH&value=", back: "/settings")
    #expect(try household.setting("units") == "metric")
    let other = try household.post(
      "/do/settings/autoBackup", "method=PATCH&value=daily&back=/settings")
    #expect(other.status == 400)
  }

  @Test func historyIsPagedAndUndone() throws {
    let household = try Household()
    try household.add("Monty")
    for day in 1...30 {
      try household.ask(
        .post, "notes", #"{"plant":"Monty","text":"note \#(day)"}"#)
      try household.ask(
        .post, "notes", #"{"plant":"Monty","text":"again \#(day)"}"#)
    }
    let page = try household.page("/history?plant=Monty").text
    #expect(page.contains("again 30"))
    #expect(!page.contains("note 2<"))
    let link = try #require(page.text(after: "cursor=", until: "\""))
    let earlier = try household.page("/history?plant=Monty&cursor=\(link)")
    #expect(earlier.text.contains("note 2<"))
    #expect(!earlier.text.contains("again 30"))

    let action = try #require(page.text(after: #"data-action=""#, until: "\""))
    try household.send("undo", "action=\(action)", back: "/history")
    #expect(try household.page("/history").text.contains("undone"))
    // The line of the undo brings it back.
    let undo = try #require(
      try household.page("/history").text.text(
        after: #"data-action=""#, until: "\""))
    #expect(undo != action)
    try household.send("undo", "action=\(undo)", back: "/history")
    #expect(
      try !household.page("/history?text=again+30").text.contains(
        "note\">undone<"))
  }

  @Test func aLineOfHistoryIsUndoneAlone() throws {
    let household = try Household()
    try household.add("Ann", "Bob", "Cid")
    try household.ask(
      .post, "care", #"{"plant":["Ann","Bob","Cid"],"kind":"watering"}"#)
    let page = try household.page("/history?type=task.completed")
    #expect(page.text.contains("3 plants at once"))
    #expect(page.text.contains("Undo all 3"))
    let plants = page.values(of: "plant").filter { !$0.isEmpty }
    #expect(plants.count == 3)
    let action = try #require(page.values(of: "action").last)
    let undone = try household.post(
      "/do/undo",
      "key=k&back=/history?type%3Dtask.completed&action=\(action)"
        + "&plant=\(plants[1])")
    let place = try #require(undone.headers["location"])
    let after = try household.page(place)
    #expect(after.text.count(of: "note\">undone<") == 1)
    #expect(after.text.contains("2 plants at once"))
    // The message names what was undone, and leads back.
    let news = try #require(
      after.text.text(after: "happened", until: "</div>"))
    #expect(news.contains("Undone: Bob, watering"))
    #expect(news.contains(">Redo<"))
    let undo = try #require(after.values(of: "action").first)
    let redone = try household.post("/do/undo", "key=r&back=/&action=\(undo)")
    let again = try household.page(try #require(redone.headers["location"]))
    #expect(again.text.contains("Done again: Bob, watering"))
    #expect(
      try !household.page("/history?type=task.completed").text
        .contains("note\">undone<"))
  }

  @Test func careIsCorrectedFromItsLine() throws {
    let household = try Household()
    try household.add("Ann", "Bob")
    household.clock = household.clock.advanced(byMilliseconds: 37_000)
    try household.ask(
      .post, "care",
      #"{"plant":["Ann","Bob"],"kind":["watering","misting"],"amount":"5000ml"}"#
    )
    let history = try household.page("/history?type=task.completed").text
    #expect(history.count(of: #"href="/care/"#) == 4)
    #expect(
      try !household.page("/history", as: .care).text.contains("/care/"))
    // Only the newest line of the plant's watering is meant.
    let plant = try household.page("/plants/Ann").text
    let link = try #require(
      plant.components(of: #"href="/care/"#).first {
        $0.contains("kind=watering")
      })
    let address = "/care/\(link)".replacing("&amp;", with: "&")
    let form = try household.page(address)
    #expect(form.text.contains("Correct <bdi>watering</bdi>"))
    #expect(form.text.contains(#"value="2026-11-21T09:00""#))
    let action = String(link.prefix { $0 != "?" })
    let id = try #require(form.values(of: "plant").first)
    let fields = "method=PATCH&plant=\(id)&kind=watering&at=2026-11-21T09:00"
    // What is sent as it was shown changes nothing.
    let amount = try #require(form.values(of: "amount").first)
    let before = try household.eventCount()
    try household.send(
      "care/\(action)", "\(fields)&amount=\(amount)&note=", back: "/")
    #expect(try household.eventCount() == before)
    try household.send(
      "care/\(action)", "\(fields)&amount=500ml&note=by+mistake", back: "/")
    #expect(try household.eventCount() == before + 1)
    let page = try household.page("/plants/Ann").text
    #expect(page.contains("amended, 500ml"))
    #expect(page.contains("by mistake"))
    #expect(page.count(of: "[amended]") == 1)
    // Another day, of which people are asked if it is to come.
    let later = try household.post(
      "/do/care/\(action)",
      "method=PATCH&plant=\(id)&kind=watering&at=2026-12-24T09:00")
    #expect(later.status == 409)
    #expect(
      try household.ask(
        .patch, "care/\(action)", #"{"plant":"Bob","at":"yesterday"}"#
      ).status == 200)
    let empty = try household.ask(.patch, "care/\(action)", #"{"plant":"Bob"}"#)
    #expect(empty.status == 400)
  }

  @Test func onlyTasksThatCareOfTodaySettlesHaveACircle() throws {
    let household = try Household()
    try household.addThirsty("Late")
    household.clock = household.clock.advanced(byDays: 2)
    try household.add("Early")
    // Care of the day of adding settles nothing yet.
    household.clock = household.clock.advanced(byDays: 3)
    let page = try household.page("/upcoming?days=30").text
    let overdue = try #require(
      page.text(after: ">Overdue", until: "</section>"))
    #expect(overdue.contains("Late") && !overdue.contains("Early"))
    #expect(overdue.contains(#"aria-label="Done: "#))
    // Each plant has several rounds, of which one can be done now.
    #expect(page.count(of: ">Late<") > 3)
    #expect(page.count(of: ">Early<") > 3)
    #expect(page.count(of: #"class="done""#) == 2)
    #expect(page.count(of: #"aria-label="Done ahead: "#) == 1)
  }

  @Test func theUndoOfSeveralKindsSaysHowMany() throws {
    let household = try Household()
    try household.add("Ann", "Bob")
    try household.ask(
      .post, "care",
      #"{"plant":["Ann","Bob"],"kind":["watering","misting"]}"#)
    for path in ["/history?type=task.completed", "/plants/Ann"] {
      let page = try household.page(path).text
      // Ann was added with her schedule, which is undone with her.
      #expect(page.count(of: ">Undo 2<") == 2, "\(path)")
      #expect(page.contains("Undo all 2") != path.contains("Ann"))
    }
    try household.ask(.post, "undo", #"{"plant":"Ann"}"#)
    let page = try household.page("/history?type=task.completed").text
    #expect(page.count(of: ">Undo 2<") == 1)
    #expect(!page.contains("at once"))
  }

  @Test func aPageOfThePastSaysSoAndChangesNothing() throws {
    let household = try Household()
    try household.add("Monty")
    household.clock = household.clock.advanced(byDays: 10)
    let now = try household.page("/upcoming?days=30")
    #expect(!now.text.contains("data-past"))
    let past = try household.page("/?as-of=2026-11-21")
    #expect(past.text.contains("You see the journal as it was on Sat 21 Nov"))
    #expect(past.text.contains(#"href="/""#))
    #expect(!past.text.contains("/do/"))
    let days = try household.page("/upcoming?as-of=2026-11-21&days=30")
    #expect(days.text.contains(#"<a href="/upcoming?days=30">Back to now"#))
    #expect(try household.page("/?as-of=someday").status == 400)
  }

  @Test func aRoleShowsWhatItMay() throws {
    let household = try Household()
    try household.add("Monty")
    let reader = WebGuest(id: "reader", access: .readOnly, person: nil)
    let sitter = WebGuest(id: "sitter", access: .care, person: Person("Anna"))
    for page in Self.pages where page != "/household" {
      let response = try household.page(page, from: reader)
      #expect(response.status == 200, "\(page)")
      let rest = response.text
        .replacing(#"action="/appearance""#, with: "")
        .replacing(#"action="/sign-out""#, with: "")
      #expect(!rest.contains(#"method="post" action="/do/"#), "\(page)")
    }
    #expect(try household.page("/household", from: reader).status == 403)
    #expect(try household.page("/household", from: sitter).status == 403)
    // The keeper added the plant, and the sitter watered it.
    try household.ask(
      .post, "care", #"{"plant":"Monty","kind":"water"}"#, from: sitter)
    for (type, byKeeper, bySitter) in [
      ("task.completed", 1, 1), ("plant.added", 1, 0),
    ] {
      let page = "/history?type=\(type)"
      #expect(try household.page(page).text.count(of: "/do/undo") == byKeeper)
      #expect(
        try household.page(page, from: sitter).text.count(of: "/do/undo")
          == bySitter)
    }
  }

  @Test func theHouseholdIsListedAndRevoked() throws {
    let household = try Household()
    try household.add("Monty")
    let id = try household.journal.with(at: household.clock) { journal in
      try journal.accessTokens.create(
        device: "phone", person: "Anna", access: .care, at: journal.now
      ).entry.id
    }
    let answer = try household.ask(.get, "household")
    #expect(answer.json?["tokens"]?.items.first?["id"]?.text == id)
    let page = try household.page("/household").text
    #expect(page.contains("Anna") && page.contains("may give care"))
    try household.send("household/\(id)", "method=DELETE", back: "/household")
    #expect(!(try household.page("/household").text.contains("may revoked")))
    #expect(try household.page("/household").text.contains("revoked"))
    #expect(try household.ask(.delete, "household/\(id)").status == 200)
    #expect(try household.ask(.delete, "household/x").status == 404)
    let sitter = WebGuest(id: "sitter", access: .care, person: nil)
    #expect(try household.ask(.get, "household", from: sitter).status == 403)
  }

  @Test func anInvitationIsShownOnce() throws {
    let household = try Household()
    try household.add("Monty")
    let page = try household.post(
      "/do/household",
      "form-token=token&key=k&back=/household&person=Anna&role=care",
      headers: ["host": "plants.example:8714"])
    #expect(page.status == 200)
    let link = try #require(
      page.text.text(
        after: "\nhttps://plants.example:8714/join#", until: "<"))
    #expect(link.utf8.count == 43)
    let listed = try household.page("/household").text
    #expect(listed.contains("Anna") && listed.contains("join once, give care"))
    #expect(!listed.contains(link))
    #expect(
      try household.post(
        "/do/household", "person=Anna", headers: ["origin": "https://evil"]
      ).status
        == 400)
    #expect(
      try household.post("/do/household", "person=Anna", as: .care).status
        == 403)
  }

  @Test func theJournalIsDeletedByItsNameAlone() throws {
    let household = try Household()
    try household.add("Monty")
    #expect(
      try household.page("/settings").text.contains("href=\"/delete-all\""))
    #expect(try household.page("/delete-all", as: .care).status == 403)
    let page = try household.page("/delete-all").text
    let name = try #require(
      page.text(after: "type its name, ", until: "<"))
    let count = try household.eventCount()
    for (fields, access, status) in [
      ("confirm=other", AccessTokens.Access.readWrite, 400),
      ("", .readWrite, 400), ("confirm=\(name)", .care, 403),
    ] {
      #expect(
        try household.post("/do/delete-all", fields, as: access).status
          == status)
    }
    #expect(try household.eventCount() == count)
    let deleted = try household.post("/do/delete-all", "confirm=\(name)")
    #expect(deleted.status == 303, "\(deleted.text)")
    #expect(try household.page("/").text.contains("No plants yet"))
    #expect(
      try FileSystem.names(in: household.journal.path + "/backups").count == 1)
    // A new journal begins in its place.
    try household.add("Fern")
    #expect(try household.page("/plants").text.contains("Fern"))
  }

  @Test func theAppearanceIsKeptInACookie() throws {
    let household = try Household()
    let answer = try household.post(
      "/appearance", "form-token=t&key=k&back=/settings&appearance=dark")
    #expect(answer.status == 303)
    #expect(answer.headers["location"] == "/settings")
    let cookie = try #require(answer.headers["set-cookie"])
    #expect(cookie.hasPrefix("appearance=dark; Path=/; Max-Age=31536000"))
    let page = try household.page(
      "/settings", headers: ["cookie": "appearance=dark"])
    #expect(page.text.contains(#"<meta name="color-scheme" content="dark">"#))
    #expect(
      try household.post("/appearance", "appearance=red&back=//evil").status
        == 400)
  }
}

extension Household {
  /// Asks for a page as somebody else than the keeper.
  fileprivate func page(
    _ target: String, from guest: WebGuest
  ) throws -> WebResponse {
    WebPages(api).respond(
      to: try #require(WebRequest(.get, target)),
      from: WebVisitor(guest: guest, formToken: "token"), at: clock)
  }

  /// Sends a form, and expects that it leads back to its page.
  fileprivate func send(
    _ path: String, _ form: String, back: String
  ) throws {
    let key = "\(path).\(form)".utf8.reduce(into: UInt64(7)) { hash, byte in
      hash = hash &* 31 &+ UInt64(byte)
    }
    let answer = try post(
      "/do/\(path)", "form-token=token&key=k\(key)&back=\(back)&\(form)")
    #expect(answer.status == 303, "\(path): \(answer.text)")
    #expect(answer.headers["location"]?.hasPrefix(back) ?? false)
  }

  fileprivate func setting(_ key: String) throws -> String? {
    try ask(.get, "settings").json?["settings"]?.items
      .first { $0["key"]?.text == key }?["value"]?.text
  }
}

extension String {
  /// The text between two others.
  fileprivate func text(after start: String, until end: String) -> String? {
    guard let found = firstRange(of: start) else { return nil }
    let rest = self[found.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }

  fileprivate func count(of text: String) -> Int { ranges(of: text).count }

  /// The texts after each place of another, up to a quotation mark.
  fileprivate func components(of start: String) -> [String] {
    ranges(of: start).map {
      String(self[$0.upperBound...].prefix { $0 != "\"" })
    }
  }
}
