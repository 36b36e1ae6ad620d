import JournalTestSupport
import JournalWeb
import Testing

/// A form that was refused is shown again, as it was filled in.
@Suite struct RefusedFormTests {
  let household: Household

  init() throws {
    household = try Household()
    try household.add("Monty")
  }

  private func refused(
    _ answer: WebResponse, _ status: Int = 400
  ) throws -> String {
    #expect(answer.status == status, "\(answer.text)")
    #expect(
      answer.text.texts(between: "id=\"refusal\"", and: "</div>").count == 1)
    #expect(answer.headers["etag"] == nil)
    return answer.text
  }

  /// Returns the tag of the control with an id.
  private func control(_ id: String, in page: String) throws -> String {
    try #require(
      page.texts(between: "<", and: ">").first { $0.contains(" id=\"\(id)\"") },
      "\(id)")
  }

  @Test func aPlantThatCannotBeAddedKeepsItsFields() throws {
    _ = try household.ask(.post, "rooms", #"{"name":"Attic"}"#)
    let back = "/plants/new?species=Monstera+deliciosa"
    let form = try household.page(back).text
    let room = try #require(
      form.texts(between: "<option value=\"", and: "\"").first {
        $0.contains("-")
      })
    let page = try refused(
      household.post(
        "/do/plants",
        "key=k&back=%2Fplants%2Fnew%3Fspecies%3DMonstera%2Bdeliciosa"
          + "&species=Monstera+deliciosa&name=Fritz+%3C&room=\(room)&new-room="
          + "&tag=a&tag=&tag=b&note=one%0Atwo&every=abc"))
    #expect(try control("name", in: page).contains("value=\"Fritz &lt;\""))
    #expect(page.contains("<option value=\"\(room)\" selected>"))
    let every = try control("every", in: page)
    for part in ["value=\"abc\"", "aria-invalid=\"true\"", "autofocus"] {
      #expect(every.contains(part), "\(every)")
    }
    #expect(
      page.texts(between: "name=\"tag\"", and: ">")
        .flatMap { $0.texts(between: "value=\"", and: "\"") } == ["a", "", "b"])
    #expect(page.contains(">\none\ntwo</textarea>"))
    // It was ticked, and nobody sent it.
    #expect(form.contains("name=\"care\" value=\"true\" checked"))
    #expect(!page.contains("name=\"care\" value=\"true\" checked"))
    // The remark is seen.
    #expect(
      page.texts(between: "<details", and: ">").first?.contains(" open") == true
    )
    #expect(try household.plants(listed: "plants").count == 1)
  }

  @Test func anEditThatIsRefusedKeepsItsFields() throws {
    let id = try #require(try household.plants(listed: "plants").first)
    let form = try household.page("/plants/\(id)/edit").text
    #expect(form.contains("name=\"form-page\" value=\"/plants/\(id)/edit\""))
    let page = try refused(
      household.post(
        "/do/plants/\(id)",
        "method=PATCH&back=/plants/\(id)&form-page=/plants/\(id)/edit"
          + "&name=Marta&was.name=Monty&acquired=someday"))
    #expect(
      try control("edit-name", in: page).contains("value=\"Marta\""))
    let wrong = try control("edit-acquired", in: page)
    #expect(wrong.contains("value=\"someday\""), "\(wrong)")
    #expect(wrong.contains("aria-invalid"), "\(wrong)")
  }

  @Test func theFormBesideIsAsItWas() throws {
    let id = try #require(try household.plants(listed: "plants").first)
    let long = String(repeating: "x", count: 1_000)
    let page = try refused(
      household.post(
        "/do/plants/\(id)",
        "method=PATCH&back=/plants/\(id)/edit&tag=\(long)"))
    // The form of the tag has the same address as that of all fields.
    let reason = try #require(page.firstRange(of: "id=\"refusal\""))
    #expect(page[reason.upperBound...].contains("id=\"edit-tag\""))
    #expect(!page[reason.upperBound...].contains("id=\"edit-name\""))
    #expect(
      try control("edit-name", in: page).contains("value=\"Monty\""))
  }

  @Test(arguments: [
    ("/sitter?from=2026-12-09&until=2026-12-01&contact=Bea", "contact-field"),
    ("/history?since=soonish&text=Bea", "text-field"),
  ])
  func aPageThatCannotBeMadeKeepsItsFields(
    target: String, field: String
  ) throws {
    let page = try refused(household.page(target))
    #expect(try control(field, in: page).contains("value=\"Bea\""))
  }

  @Test func aButtonThatIsRefusedHasNothingToKeep() throws {
    let answer = try household.post(
      "/do/rooms/none", "method=DELETE&back=/rooms")
    #expect(answer.status == 404)
    #expect(!answer.text.contains("id=\"refusal\""))
    #expect(answer.text.contains(#"href="/rooms">Back<"#))
  }

  @Test func scriptsGetTheProblem() throws {
    let answer = try household.post(
      "/do/rooms", "name=&back=/rooms",
      headers: ["accept": "application/json"])
    #expect(answer.status == 400)
    #expect(answer.headers["content-type"] == "application/problem+json")
  }
}
