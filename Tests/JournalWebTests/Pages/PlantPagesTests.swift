import Encodings
import JournalSync
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalWeb

@Suite struct PlantPagesTests {
  @Test func everyPageOfAPlantIsThere() throws {
    let visit = try PlantVisit()
    for part in ["", "/tasks", "/edit", "/remove", "/photos"] {
      #expect(try visit.look("/plants/Monty\(part)").status == 200, "\(part)")
    }
    #expect(try visit.look("/plants/Monty/photos/timelapse").status == 200)
    #expect(try visit.look("/plants/Monty/photos/compare").status == 404)
    #expect(try visit.look("/camera").status == 200)
    #expect(try visit.look("/plants/Nobody").status == 404)
    #expect(try visit.look("/plants/Monty?as-of=yesterday").status == 404)
    #expect(try visit.look("/plants/Monty?colour=red").status == 400)
  }

  @Test func aPageOfAnEmptyJournalSaysSo() throws {
    let household = try Household()
    let page = try PlantVisit(household).look("/camera")
    #expect(page.text.contains("No plants yet"))
  }

  @Test func everyFormSendsToAnActionOfTheAPI() throws {
    let visit = try PlantVisit()
    try visit.recordSomething()
    for path in [
      "/plants/Monty", "/plants/Monty?schedule=misting",
      "/plants/Monty?schedule=watering", "/plants/Monty/tasks",
      "/plants/Monty/edit", "/plants/Monty/remove",
    ] {
      let forms = try visit.look(path).text.split(separator: "<form ")
        .dropFirst()
      #expect(!forms.isEmpty)
      for form in forms where form.contains("method=\"post\"") {
        let action = try #require(form.value(of: "action"))
        guard action != "/do/photos" else { continue }
        let method: WebRequest.Method =
          form.contains("value=\"PATCH\"")
          ? .patch : form.contains("value=\"DELETE\"") ? .delete : .post
        let components = action.split(separator: "/").dropFirst()
          .map(String.init)
        #expect(throws: Never.self, "\(method) \(action)") {
          try WebAPI.route(method, components[...])
        }
      }
    }
  }

  @Test func textsOfPeopleAreOnlyText() throws {
    let visit = try PlantVisit()
    try visit.recordSomething("<script>alert(1)</script>")
    let name = "%3Cscript%3Ealert(1)%3C%2Fscript%3E"
    for part in [
      "", "/tasks", "/edit", "/remove", "/photos", "/photos/timelapse",
    ] {
      let page = try visit.look("/plants/\(name)\(part)")
      #expect(page.status == 200)
      #expect(page.text.contains("&lt;script&gt;alert(1)"), "\(part)")
      #expect(!page.text.contains("<script>"), "\(part)")
    }
    #expect(try !visit.look("/camera").text.contains("<script>"))
  }

  @Test func aScheduleIsSetAndCleared() throws {
    let visit = try PlantVisit()
    let id = try visit.id(of: "Monty")
    // Controls that were left empty say nothing.
    let set = try visit.send(
      "plants/\(id)/schedules/misting",
      "anew=true&every=3&spring=&summer=2&months=&amount=&time=&from=&note=")
    #expect(set.status == 303, "\(set.text)")
    let page = try visit.look("/plants/Monty").text
    #expect(page.contains("Every 3 days, summer 2"))
    let cleared = try visit.send(
      "plants/\(id)/schedules/misting", "method=DELETE")
    #expect(cleared.status == 303)
    #expect(try !visit.look("/plants/Monty").text.contains("Every 3 days"))
  }

  @Test func anEditSetsAndClearsFields() throws {
    let visit = try PlantVisit()
    try visit.makeField("price", "number EUR")
    let id = try visit.id(of: "Monty")
    let edited = try visit.send(
      "plants/\(id)",
      "method=PATCH&name=Monty&scientific=Monstera+deliciosa&family=&common=One&common=&field.price=12.50"
    )
    #expect(edited.status == 303, "\(edited.text)")
    let page = try visit.look("/plants/Monty").text
    #expect(page.contains("12.50 EUR"))
    #expect(page.contains("<bdi>One</bdi>"))
    #expect(!page.contains("Araceae"))
    _ = try visit.send("plants/\(id)", "method=PATCH&field.price=")
    #expect(try !visit.look("/plants/Monty").text.contains("12.50 EUR"))
    let unknown = try visit.send("plants/\(id)", "method=PATCH&field.cost=1")
    #expect(unknown.status == 400)
  }

  @Test func aCorrectedSpeciesBringsItsFamilyAndNames() throws {
    let visit = try PlantVisit()
    let id = try visit.id(of: "Monty")
    // As the form sends it: only the name is another than was shown.
    let corrected = try visit.send(
      "plants/\(id)",
      "method=PATCH&scientific=Ficus+lyrata&was.scientific=Monstera+deliciosa"
        + "&family=Araceae&was.family=Araceae&genus=Monstera&was.genus=Monstera"
    )
    #expect(corrected.status == 303, "\(corrected.text)")
    let plant = try #require(
      try visit.household.ask(.get, "plants/\(id)").json?["plant"])
    #expect(plant["family"]?.text == "Moraceae")
    #expect(plant["genus"]?.text == "Ficus")
    let names = plant["commonNames"]?.items.compactMap(\.text) ?? []
    #expect(names.contains("Fiddle Leaf Fig"), "\(names)")
    #expect(!names.contains { $0.contains("Cheese") })
    // Names that somebody gave stay.
    _ = try visit.send(
      "plants/\(id)", "method=PATCH&common=Grandma%27s+Tree")
    _ = try visit.send("plants/\(id)", "method=PATCH&scientific=Ficus+elastica")
    let page = try visit.look("/plants/Monty").text
    #expect(page.contains("Grandma’s Tree") || page.contains("Grandma's Tree"))
  }

  @Test func aPlantIsOfferedAsTheParentOfANewOne() throws {
    let visit = try PlantVisit()
    let id = try visit.id(of: "Monty")
    let page = try visit.look("/plants/new?species=Ficus+lyrata").text
    #expect(page.contains("<option value=\"\(id)\">Monty</option>"))
  }

  @Test func aNoteIsCorrectedAndRemovedWhereItStands() throws {
    let visit = try PlantVisit()
    try visit.recordSomething()
    let id = try visit.id(of: "Monty")
    let page = try visit.look("/plants/Monty").text
    let form = try #require(
      page.split(separator: "<form ").first { $0.contains("\"/do/notes/") })
    let action = try #require(form.value(of: "action")?.dropFirst(4))
    _ = try visit.send(
      String(action), "method=PATCH&plant=\(id)&text=a+newer+leaf")
    #expect(
      try visit.look("/plants/Monty").text.contains("<bdi>a newer leaf</bdi>"))
    _ = try visit.send(String(action), "method=DELETE&plant=\(id)")
    #expect(
      try !visit.look("/plants/Monty").text.contains("<bdi>a newer leaf</bdi>")
    )
  }

  @Test func aMergeIsAskedAboutFirst() throws {
    let visit = try PlantVisit()
    try visit.household.add("Twin")
    let id = try visit.id(of: "Monty")
    let asked = try visit.send("plants/\(id)/merge", "other=Twin")
    #expect(asked.status == 409)
    #expect(asked.text.contains("Merge them?"))
    let merged = try visit.send("plants/\(id)/merge", "other=Twin&sure=true")
    #expect(merged.status == 303, "\(merged.text)")
    // A merge is one thing, so it is undone as a whole.
    let form = try #require(
      try visit.look("/plants/\(id)").text.split(separator: "<form ")
        .first { $0.contains("Undo: merged into") })
    #expect(form.contains("action=\"/do/undo\""))
    #expect(!form.contains("name=\"plant\""))
    // Rooms are not merged by way of a plant.
    #expect(
      try visit.send("plants/Kitchen/merge", "other=Office&sure=true").status
        == 404)
  }

  @Test func aPlantIsCopiedAdoptedRemovedAndRestored() throws {
    let visit = try PlantVisit()
    let id = try visit.id(of: "Monty")
    for (path, fields) in [
      ("plants/\(id)/duplicate", "name=Twin"), ("plants/\(id)/adopt", ""),
      ("plants", "from=\(id)&species=Monstera+deliciosa&care=true&name=Kid"),
      ("measurements", "plant=\(id)&height=42cm&health=4&leaves=&pot="),
      ("plants/\(id)", "method=DELETE&reason=givenAway&note=&at="),
    ] {
      let answer = try visit.send(path, fields)
      #expect(answer.status == 303, "\(path): \(answer.text)")
    }
    let gone = try visit.look("/plants/\(id)").text
    #expect(gone.contains("given away"))
    #expect(gone.contains("/do/plants/\(id)/restore"))
    #expect(!gone.contains("/do/plants/\(id)/move"))
    #expect(gone.contains("offspring"))
    #expect(gone.contains("4 of 5"))
    #expect(
      try visit.send("plants/\(id)/restore", "name=").status == 303)
    #expect(try visit.look("/plants/Monty").status == 200)
  }

  @Test func aPageOffersWhatItsReaderMay() throws {
    let visit = try PlantVisit()
    try visit.recordSomething()
    func page(_ access: AccessTokens.Access, _ part: String = "") throws
      -> String
    {
      try visit.look("/plants/Monty\(part)", as: access).text
    }
    #expect(try !page(.readOnly).contains("method=\"post\""))
    #expect(try !page(.readOnly, "/tasks").contains("method=\"post\""))
    #expect(try page(.care).contains("/do/notes"))
    #expect(try !page(.care).contains("/move"))
    #expect(
      try visit.look("/plants/Monty/edit", as: .care).status == 403)
    // The past cannot be changed.
    let past = try visit.look("/plants/Monty?as-of=now").text
    #expect(!past.contains("method=\"post\""))
  }

  @Test func theTaskSheetLeadsBackToItsOpener() throws {
    let visit = try PlantVisit()
    let sheet = try visit.look("/plants/Monty/tasks?back=/upcoming").text
    #expect(sheet.contains("href=\"/upcoming\""))
    #expect(
      sheet.contains("name=\"back\" value=\"/upcoming\""))
    let own = try visit.look("/plants/Monty/tasks?back=//evil.example/").text
    #expect(!own.contains("//evil"))
    let id = try visit.id(of: "Monty")
    let snoozed = try visit.send(
      "snooze", "plant=\(id)&kind=watering&until=3d&back=/plants/Monty")
    #expect(snoozed.status == 303, "\(snoozed.text)")
  }
}

/// A reader of the pages of Monty.
private final class PlantVisit {
  let household: Household
  private var count = 0

  init(_ household: Household? = nil) throws {
    self.household = try household ?? Household()
    if household == nil { try self.household.add("Monty") }
  }

  func id(of name: String) throws -> String {
    let plant = try household.ask(.get, "plants/\(name)").json
    return try #require(plant?["plant"]?["id"]?.text)
  }

  /// Makes a custom field.
  func makeField(_ name: String, _ kind: String) throws {
    let answer = try household.ask(
      .post, "events",
      #"{"type":"setting.changed","key":"field.\#(name)","value":"\#(kind)"}"#,
      headers: ["content-type": "application/jsonl"])
    #expect(answer.status == 200, "\(answer.response.text)")
  }

  /// Records something of each kind; `text` is in each text.
  func recordSomething(_ text: String = "a new leaf") throws {
    let isHostile = text.contains("<")
    try makeField("origin", "text")
    for (method, path, body) in [
      (WebRequest.Method.post, "rooms", #"{"name":"\#(text)"}"#),
      (.post, "plants/Monty/move", #"{"room":"\#(text)"}"#),
      (.post, "notes", #"{"plant":"Monty","text":"\#(text)"}"#),
      (
        .post, "measurements",
        #"{"plant":"Monty","height":"42cm","note":"\#(text)"}"#
      ),
      (
        .post, "care",
        #"{"plant":"Monty","kind":"water","note":"\#(text)"}"#
      ),
      (
        .post, "tasks",
        #"{"plant":"Monty","title":"\#(text)","due":"tomorrow","note":"\#(text)"}"#
      ),
      (
        .patch, "plants/Monty",
        #"{"tag":"\#(text)","category":"\#(text)","common":"\#(text)","field.origin":"\#(text)"}"#
      ),
      (.patch, "plants/Monty", isHostile ? #"{"name":"\#(text)"}"# : ""),
    ] where !body.isEmpty {
      let answer = try household.ask(method, path, body)
      #expect(answer.status == 200, "\(path): \(answer.response.text)")
    }
  }

  func look(
    _ target: String, as access: AccessTokens.Access = .readWrite
  ) throws -> WebResponse {
    try household.page(target, as: access)
  }

  func send(_ path: String, _ fields: String) throws -> WebResponse {
    count += 1
    return try household.post(
      "/do/\(path)", "form-token=token&key=key-\(count)&\(fields)")
  }
}

extension Substring {
  /// The value of the first attribute of this name.
  fileprivate func value(of name: String) -> String? {
    guard let start = range(of: "\(name)=\"") else { return nil }
    return self[start.upperBound...].split(
      separator: "\"", omittingEmptySubsequences: false
    ).first.map(String.init)
  }

  private func range(of text: String) -> Range<Index>? {
    firstRange(of: text)
  }
}
