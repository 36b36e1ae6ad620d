import Encodings
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalWeb

/// All pages, as somebody reaches them who follows every link.
@Suite struct EveryPageTests {
  let household: Household
  /// A plant that was removed after its pages were shown.
  let gone: String

  init() throws {
    household = try Household()
    household.clock = household.clock.advanced(byDays: -8)
    try household.addThirsty("Monty", "Fern")
    let added = try household.ask(
      .post, "plants", #"{"species":"Aloe vera","name":"Gone","every":"3d"}"#)
    gone = try #require(added.json?["made"]?.items.first?["id"]?.text)
    try act("rooms", #"{"name":"Hall","icon":"sofa"}"#)
    try act("plants", #"{"species":"Aloe vera","name":"Al","room":"Hall"}"#)
    try act("notes", #"{"plant":"Monty","text":"A new leaf"}"#)
    try act("measurements", #"{"plant":"Monty","height":"20cm"}"#)
    try act("tasks", #"{"title":"Buy soil","due":"2026-11-20"}"#)
    try act("tasks", #"{"plant":"Al","title":"Buy a pot","due":"2026-11-25"}"#)
    household.clock = household.clock.advanced(byDays: 8)
    try act("care", #"{"plant":"Fern","kind":"water"}"#)
    try act("snooze", #"{"plant":"Monty","kind":"water","until":"2026-11-23"}"#)
    #expect(try household.ask(.delete, "plants/\(gone)").status == 200)
  }

  private func act(_ path: String, _ body: String) throws {
    let answer = try household.ask(.post, path, body)
    #expect(answer.status == 200, "\(path): \(answer.response.text)")
  }

  private func visitor(_ access: AccessTokens.Access) -> WebVisitor {
    WebVisitor(
      guest: WebGuest(id: "anna", access: access, person: Person("Anna")),
      formToken: "token")
  }

  private func page(
    _ target: String, _ visitor: WebVisitor
  ) throws -> WebResponse {
    WebPages(household.api).respond(
      to: try #require(
        WebRequest(.get, target, headers: ["host": "plants.example"]),
        "\(target)"),
      from: visitor, at: household.clock)
  }

  /// Follows all links from a page, a few of each kind, and looks at each page.
  private func crawl(
    from start: String, as access: AccessTokens.Access,
    past: String? = nil, atMost limit: Int = 120,
    look: (_ target: String, _ page: WebResponse) throws -> Void
  ) throws -> Int {
    let visitor = visitor(access)
    var waiting = [start]
    var seen: Set<String> = [start]
    var counts: [String: Int] = [:]
    var count = 0
    while let target = waiting.popLast(), count < limit {
      let page = try page(target, visitor)
      count += 1
      try look(target, page)
      for link in page.text.values(of: "href", in: "<a ")
      where link.hasPrefix("/")
        && (past.map { link.contains($0) } ?? true)
      {
        let address = String(link.prefix { $0 != "#" })
        guard seen.insert(address).inserted else { continue }
        let kind = Self.kind(of: address)
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] <= 2 { waiting.insert(address, at: 0) }
      }
    }
    return count
  }

  /// The route of an address and the names of its fields.
  private static func kind(of address: String) -> String {
    let request = WebRequest(.get, address)
    let route = request.flatMap { PageRoute.route(of: $0.path)?.0.pattern.text }
    // Filters can be added to each other without end.
    let names = Set(request?.queryFields.map(\.name) ?? []).sorted()
    return "\(route ?? address) \(names.prefix(2))"
  }

  @Test(arguments: AccessTokens.Access.allCases.filter { $0 != .calendar })
  func nothingIsOfferedThatIsRefused(access: AccessTokens.Access) throws {
    let count = try crawl(from: "/", as: access) { target, page in
      #expect(page.status == 200, "\(target): \(page.status)")
      for form in page.text.forms where form.action.hasPrefix("/do/") {
        let path = form.action.dropFirst(4).split(separator: "/")
        let (route, _) = try WebAPI.route(
          form.method, path.map { String($0) }[...])
        #expect(
          access.allows(route.right),
          "\(target) offers \(form.method) \(form.action)")
      }
    }
    #expect(count > 40, "\(count) pages")
  }

  @Test(arguments: AccessTokens.Access.allCases.filter { $0 != .calendar })
  func eachPageIsShownToItsRolesAlone(access: AccessTokens.Access) throws {
    for route in PageRoute.all where !route.pattern.text.contains("{") {
      let path = route.pattern.text.isEmpty ? "/" : route.pattern.text
      let status = try page(path, visitor(access)).status
      #expect(
        (status == 403) == !access.allows(route.right),
        "\(route.pattern.text): \(status)")
      #expect(status < 500, "\(route.pattern.text)")
    }
  }

  @Test func nobodyChangesThePast() throws {
    household.clock = household.clock.advanced(byDays: 1)
    let past = "as-of=2026-11-21"
    for start in ["/", "/plants", "/stats", "/history", "/tasks", "/rooms"] {
      let count = try crawl(
        from: "\(start)?\(past)", as: .readWrite, past: "as-of=", atMost: 25
      ) { target, page in
        #expect(page.status == 200, "\(target): \(page.status)")
        let actions = page.text.forms.map(\.action)
        #expect(!actions.contains { $0.hasPrefix("/do/") }, "\(target)")
      }
      #expect(count > 0)
    }
  }

  /// A form of a page from before somebody else changed something.
  @Test(arguments: [
    "care|item=%@:watering", "plants/%@/favorite|favorite=true",
    "plants/%@|method=DELETE", "snooze|plant=%@&kind=watering&until=2026-11-24",
    "skip|plant=%@&kind=watering", "plants/%@/schedules/watering|every=3d",
    "notes/none|method=DELETE&plant=%@", "tasks/none/done|note=%@",
    "rooms/none|method=PATCH&name=%@", "undo|action=00000000",
  ])
  func aStalePageSaysWhatIsWrong(form: String) throws {
    let before = try household.eventCount()
    let parts = form.split(separator: "|").map {
      String($0).replacing("%@", with: gone)
    }
    let answer = try household.post(
      "/do/\(parts[0])",
      "form-token=token&key=k\(form.utf8.count)&back=/plants&sure=true&\(parts[1])"
    )
    #expect(400..<500 ~= answer.status, "\(answer.status) \(answer.text)")
    #expect(answer.text.contains("href=\"/plants\""))
    #expect(answer.text.contains("<h1>"))
    #expect(try household.eventCount() == before)
  }
}

extension String {
  /// The values of an attribute of elements that begin with a text.
  fileprivate func values(of name: String, in start: String) -> [String] {
    split(separator: start).dropFirst().compactMap { part in
      let tag = part.prefix { $0 != ">" }
      guard let found = tag.firstRange(of: "\(name)=\"") else { return nil }
      return String(tag[found.upperBound...].prefix { $0 != "\"" })
        .replacing("&amp;", with: "&")
    }
  }

  /// The addresses and methods of the forms.
  fileprivate var forms: [(action: String, method: WebRequest.Method)] {
    split(separator: "<form ").dropFirst().compactMap { part in
      let form = String(
        part.prefix(
          upTo: part.firstRange(of: "</form>")?
            .lowerBound ?? part.endIndex))
      guard
        let action = "<form \(form)".values(of: "action", in: "<form ").first
      else { return nil }
      let method: WebRequest.Method =
        form.contains("value=\"PATCH\"")
        ? .patch : form.contains("value=\"DELETE\"") ? .delete : .post
      return (action, method)
    }
  }
}
