import Encodings
import JournalSync
import JournalTestSupport
import JournalWeb
import Testing

@Suite struct HostileRequestTests {
  static let words = [
    "today", "plants", "Monty", "care", "history", "undo", "..", "%2e%2e",
    "%", "%00", "a%20b", "\u{202E}", "x\u{0}", "?", "&", "=", "kind", "water",
    "plant", "at", "9999-12-31", "-1", "limit", "cursor", "AAAA", "as-of",
    "\"", "{", "}", "[", "]", ":", ",", "null", "true", "1e999", "\u{FFFD}",
    "text", "room", "all", "due", "every", "99999d", "name", "tag", "title",
  ]

  @Test func whatWouldTakeLongIsRefused() throws {
    let household = try Household()
    let text = String(repeating: "a", count: 201)
    #expect(try household.ask(.get, "history?text=\(text)").status == 400)
    #expect(
      try household.ask(.get, "history?text=\(text.dropFirst())").status == 200)
    #expect(try household.page("/history?text=\(text)").status == 400)
    // The fields of a body would be those of the query.
    let request = try #require(
      WebRequest(
        .get, "/history",
        headers: ["content-type": "application/x-www-form-urlencoded"],
        body: Array("text=a".utf8)))
    let answer = WebPages(household.api).respond(
      to: request,
      from: WebVisitor(
        guest: WebGuest(id: "keeper", access: .readWrite, person: nil),
        formToken: "token"), at: household.clock)
    #expect(answer.status == 400)
    // No page has an address of so many fields.
    let back = "/?" + String(repeating: "a%26", count: 1_000)
    let led = try household.post("/appearance", "appearance=dark&back=\(back)")
    #expect(led.headers["location"] == "/")
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func noRequestTrapsOrIsHalfDone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let household = try Household()
    try household.add("Monty", "Fern")
    for round in 0..<150 {
      func text(_ count: ClosedRange<Int>, _ separator: String) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in
          Self.words.randomElement(using: &random) ?? ""
        }.joined(separator: separator)
      }
      let method =
        WebRequest.Method.allCases.randomElement(using: &random) ?? .get
      let target =
        "/api/v1/\(text(1...3, "/"))"
        + (Bool.random(using: &random) ? "?\(text(0...4, "="))" : "")
      var body = Array(text(0...12, "").utf8)
      if Bool.random(using: &random) {
        body = Array(
          #"{"plant":"Monty","\#(text(1...1, ""))":"\#(text(0...2, " "))"}"#
            .utf8)
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        body.append(.random(in: 0x80...0xff, using: &random))
      }
      let type = [
        "application/json", "application/x-www-form-urlencoded", "", "x/y",
      ].randomElement(using: &random)
      guard
        let request = WebRequest(
          method, target, headers: ["content-type": type ?? ""], body: body)
      else { continue }
      let before = try household.eventCount()
      let answer = household.api.respond(
        to: request, from: household.keeper, at: household.clock)
      #expect(
        [200, 400, 404, 405, 409, 415, 422].contains(answer.status),
        "seed \(seed), round \(round): \(target): \(answer.text)")
      if answer.status != 200 {
        #expect(
          try household.eventCount() == before,
          "seed \(seed), round \(round)")
      }
      if answer.headers["content-type"] != "text/calendar; charset=utf-8" {
        #expect(
          (try? JSONReader.parse(answer.body.span.bytes)) != nil,
          "seed \(seed), round \(round): \(answer.text)")
      }
    }
  }
}
