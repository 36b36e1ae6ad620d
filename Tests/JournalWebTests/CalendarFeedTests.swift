import JournalQueries
import JournalReports
import JournalSync
import JournalTestSupport
import Testing

@testable import JournalWeb

/// The address at which calendar programs find the due tasks.
@Suite struct CalendarFeedTests {
  let site: Site
  let bea: String

  init() throws {
    site = try Site()
    bea = try site.signIn("Bea", .readWrite)
    try site.household.add("Monty")
  }

  /// Makes an address, and returns its path.
  private func path(
    named name: String = "phone", key: String = "k", isRepeated: Bool = false
  ) throws -> String {
    let answer = try site.send(
      .post, "/api/v1/calendars", cookie: bea,
      headers: [
        "content-type": "application/json", "idempotency-key": key,
      ], body: #"{"name":"\#(name)"}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(
      answer.headers["idempotency-replayed"] == (isRepeated ? "true" : nil))
    let link = try #require(
      answer.text.texts(between: #""calendar":""#, and: "\"").first)
    let origin = "http://127.0.0.1:8714"
    #expect(link.hasPrefix(origin + "/calendar/"))
    return String(link.dropFirst(origin.count))
  }

  private func lines(of answer: WebResponse) -> [Substring] {
    answer.text.split(separator: "\r\n")
  }

  @Test func aProgramWithoutASessionReadsTheDueTasks() throws {
    let path = try path()
    let answer = try site.ask(.get, path)
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
    #expect(answer.headers["x-content-type-options"] == "nosniff")
    let lines = lines(of: answer)
    for line in [
      "BEGIN:VCALENDAR", "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
      "X-PUBLISHED-TTL:PT6H", "BEGIN:VEVENT", "BEGIN:VALARM",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    for beginning in ["UID:", "SEQUENCE:", "DTSTAMP:", "LAST-MODIFIED:"] {
      #expect(lines.contains { $0.hasPrefix(beginning) }, "\(beginning)")
    }
    #expect(answer.text.contains("Monty"))
  }

  @Test func theQuerySelectsTasksAndTheirForm() throws {
    let path = try path()
    let toDos = try site.ask(.get, path + "?form=todo").text
    #expect(toDos.contains("BEGIN:VTODO"))
    #expect(!toDos.contains("BEGIN:VEVENT"))
    let digest = try site.ask(.get, path + "?digest=true").text
    #expect(digest.contains(".digest"))
    let none = try site.ask(.get, path + "?kind=misting")
    #expect(none.status == 200)
    #expect(!none.text.contains("BEGIN:VEVENT"))
    for query in ["form=x", "digest=perhaps", "colour=red", "days=0"] {
      #expect(try site.ask(.get, "\(path)?\(query)").status == 400, "\(query)")
    }
  }

  @Test func whoHasTheSameStreamGetsNoBody() throws {
    let path = try path()
    let first = try site.ask(.get, path)
    let tag = try #require(first.headers["etag"])
    func again() throws -> WebResponse {
      try site.ask(.get, path, headers: ["if-none-match": tag])
    }
    let known = try again()
    #expect(known.status == 304)
    #expect(known.body.isEmpty)
    #expect(known.headers["etag"] == tag)
    // Care moves the entry, under the same name and with a higher number.
    site.household.clock = site.household.clock.advanced(byDays: 2)
    _ = try site.household.ask(
      .post, "care", #"{"plant":"Monty","kind":"water"}"#)
    let moved = try again()
    #expect(moved.status == 200)
    func line(_ beginning: String, in answer: WebResponse) -> Substring? {
      lines(of: answer).first { $0.hasPrefix(beginning) }
    }
    #expect(line("UID:", in: moved) == line("UID:", in: first))
    #expect(line("DTSTART", in: moved) != line("DTSTART", in: first))
    func number(_ answer: WebResponse) -> Int? {
      line("SEQUENCE:", in: answer).flatMap { Int($0.dropFirst(9)) }
    }
    #expect(number(moved) ?? 0 > number(first) ?? 0)
  }

  @Test func onlyItsSecretOpensIt() throws {
    let path = try path()
    let secret = String(
      path.dropFirst("/calendar/".count).dropLast(".ics".count))
    // It opens nothing else.
    let bearer = ["authorization": "Bearer \(secret)"]
    #expect(try site.ask(.get, "/", cookie: secret).status == 401)
    #expect(
      try site.ask(.get, "/api/v1/today", headers: bearer).status == 401)
    #expect(!AccessTokens.Access.calendar.allows(.read))
    // No session and no other token opens it.
    for other in [bea, String(repeating: "A", count: 43), "x", ""] {
      #expect(try site.ask(.get, "/calendar/\(other).ics").status == 404)
    }
    #expect(try site.ask(.get, path, host: "evil.example").status == 421)
    #expect(try site.ask(.post, path).status == 403)
    #expect(try site.ask(.get, "/calendar/2026-11", cookie: bea).status == 200)
  }

  @Test func anAddressIsListedAndRevoked() throws {
    let path = try path(named: "Bea's phone")
    #expect(try self.path(named: "Bea's phone", isRepeated: true) == path)
    _ = try site.ask(.get, path)
    let page = try site.ask(.get, "/settings", cookie: bea).text
    #expect(page.contains("<bdi>Bea's phone</bdi>"))
    #expect(page.contains("last asked"))
    let entry = try #require(
      try site.tokens.entries().first { $0.access == .calendar })
    #expect(entry.isValid)
    #expect(entry.state(at: site.household.clock) == "see the calendar")
    let revoked = try site.send(
      .post, "/do/household/\(entry.id)", cookie: bea,
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "method=DELETE&back=/settings")
    #expect(revoked.status == 303)
    #expect(try site.ask(.get, path).status == 404)
    // What a member made ends with the member's own access.
    let other = try self.path(named: "desk", key: "l")
    let own = try #require(
      try site.tokens.entries().first { $0.endsAt != nil })
    _ = try site.tokens.revoke(own.id, at: site.household.clock)
    #expect(try site.ask(.get, other).status == 404)
  }

  @Test func theFormShowsTheAddressOnce() throws {
    let made = try site.send(
      .post, "/do/calendars", cookie: bea,
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "name=phone&key=k&back=/settings")
    #expect(made.status == 200)
    let link = try #require(
      made.text.texts(between: "\nhttp", and: "<").first)
    #expect(link.hasSuffix(".ics"))
    #expect(made.text.contains("class=\"code is-large\""))
    #expect(made.text.contains("this computer"))
    let cem = try site.signIn("Cem", .care)
    let refused = try site.send(
      .post, "/do/calendars", cookie: cem,
      headers: ["content-type": "application/x-www-form-urlencoded"],
      body: "name=phone")
    #expect(refused.status == 403)
    #expect(
      try !site.ask(.get, "/settings", cookie: cem).text
        .contains("/do/calendars"))
  }
}
