import JournalTestSupport
import JournalWeb
import Testing

/// Pages that show the journal of an earlier moment.
@Suite struct PastPageTests {
  /// The addresses of the links of a page, without their fragments.
  private func links(of page: WebResponse) -> [String] {
    page.text.split(separator: "<a ").dropFirst().compactMap { link in
      let tag = link.prefix { $0 != ">" }
      guard let start = tag.firstRange(of: "href=\"") else { return nil }
      let address = tag[start.upperBound...].prefix { $0 != "\"" }
      return String(address.prefix { $0 != "#" }).replacing("&amp;", with: "&")
    }
  }

  @Test func everyLinkStaysInThePastExceptTheOneBack() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    _ = try household.ask(
      .post, "notes", #"{"plant":"Monty","text":"a leaf","at":"yesterday"}"#)
    household.clock = household.clock.advanced(byDays: 2)
    var open = ["/?as-of=2026-11-21", "/history?as-of=2026-11-21"]
    var seen = Set(open)
    var count = 0
    while let address = open.popLast(), count < 60 {
      count += 1
      let page = try household.page(address)
      #expect(page.status == 200, "\(address): \(page.text)")
      guard page.headers["content-type"]?.hasPrefix("text/html") == true else {
        continue
      }
      #expect(page.text.contains("data-past="), "\(address)")
      let links = links(of: page)
      let leaving = links.filter {
        !$0.contains("?as-of=") && !$0.contains("&as-of=")
      }
      #expect(leaving.count == 1, "\(address): \(leaving)")
      for form in page.text.split(separator: "<form ").dropFirst() {
        #expect(form.contains("name=\"as-of\""), "\(address)")
      }
      for link in links where !leaving.contains(link) {
        if seen.insert(link).inserted { open.insert(link, at: 0) }
      }
    }
    #expect(count > 20)
  }

  @Test func aFieldOfTheMomentIsGivenOnce() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    for path in ["/plants", "/labels", "/browse", "/stats/care", "/sitter"] {
      let page = try household.page("\(path)?as-of=2026-11-21")
      for form in page.text.split(separator: "<form ").dropFirst() {
        #expect(
          form.ranges(of: "name=\"as-of\"").count == 1, "\(path): \(form)")
      }
    }
  }

  @Test func anErrorStaysInThePast() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    for path in ["/plants/nobody", "/no-such-page", "/stats/care?grace=x"] {
      let mark = path.contains("?") ? "&" : "?"
      let page = try household.page("\(path)\(mark)as-of=2026-11-21")
      #expect([400, 404].contains(page.status))
      #expect(page.text.contains("data-past="), "\(path)")
      let leaving = links(of: page).filter { !$0.contains("as-of=") }
      #expect(leaving.count == 1, "\(path): \(leaving)")
    }
    let now = try household.page("/plants/nobody?as-of=never")
    #expect(!now.text.contains("data-past="))
  }
}
