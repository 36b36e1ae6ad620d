import Encodings
import JournalTestSupport
import JournalWeb
import Testing

/// Pages that were opened before somebody else acted.
@Suite struct StalePageTests {
  /// Returns the fields of the first form with an action.
  private func fields(_ action: String, in page: WebResponse) throws -> String {
    let form = try #require(
      page.text.split(separator: "<form ").first {
        $0.contains("action=\"/do/\(action)\"")
      })
    let inputs = form.split(separator: "name=\"").dropFirst().compactMap {
      input -> String? in
      let parts = input.split(
        separator: "\"", omittingEmptySubsequences: false)
      guard parts.count > 2, parts[1] == " value=" else { return nil }
      return "\(parts[0])=\(parts[2])"
    }
    return inputs.filter { !$0.hasPrefix("back=") }.joined(separator: "&")
  }

  @Test func skippingAndSnoozingMeanTheTaskThatWasShown() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    let sheet = try household.page("/plants/Monty/tasks")
    let skip = try fields("skip", in: sheet)
    let snooze = try fields("snooze", in: sheet)
    #expect(skip.contains(":watering:2026-11-21"))
    _ = try household.ask(.post, "care", #"{"plant":"Monty","kind":"water"}"#)
    let before = try household.eventCount()
    for (action, fields) in [("skip", skip), ("snooze", snooze)] {
      let refused = try household.post("/do/\(action)", fields)
      #expect(refused.status == 409)
      #expect(refused.text.contains("no longer due"))
    }
    #expect(try household.eventCount() == before)
    // The next day of the task is named by the next page.
    let next = try household.page("/plants/Monty/tasks")
    #expect(
      try household.post("/do/skip", fields("skip", in: next)).status == 303)
    let fern = try household.page("/plants/Fern/tasks")
    #expect(
      try household.post("/do/snooze", fields("snooze", in: fern)).status
        == 303)
    // A snooze moves the day, so its former day is an old one, too.
    #expect(
      try household.post("/do/skip", fields("skip", in: fern)).status == 409)
  }

  @Test func careOfTheSameDayIsRecordedOnce() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    let page = try household.page("/")
    let room = try fields("care", in: page)
    _ = try household.ask(.post, "care", #"{"plant":"Monty","kind":"water"}"#)
    let before = try household.eventCount()
    let answer = try household.post("/do/care", room)
    #expect(answer.status == 303)
    #expect(try household.eventCount() == before + 1)
    let place = try #require(answer.headers["location"])
    let after = try household.page(place)
    #expect(after.text.contains("lready done, so nothing is recorded"))
    // Somebody who names the present task waters a second time.
    let sheet = try household.page("/plants/Monty/tasks")
    _ = try household.post("/do/care", try fields("care", in: sheet))
    #expect(try household.eventCount() == before + 2)
  }

  @Test func careOfASnoozedTaskIsRecorded() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let page = try household.page("/")
    _ = try household.ask(
      .post, "snooze", #"{"plant":"Monty","kind":"water","until":"3d"}"#)
    let before = try household.eventCount()
    _ = try household.post("/do/care", try fields("care", in: page))
    #expect(try household.eventCount() == before + 1)
  }

  @Test func aRoundOfATaskIsDoneOnce() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    for body in [
      #"{"title":"Buy soil","due":"2026-11-20","every":"2w"}"#,
      #"{"plant":"Monty","title":"Turn the pot","due":"2026-11-20","every":"2w"}"#,
    ] {
      #expect(try household.ask(.post, "tasks", body).status == 200)
    }
    let page = try household.page("/tasks")
    let items = Set(page.values(of: "item"))
    #expect(items.count == 2)
    for item in items {
      let before = try household.eventCount()
      _ = try household.post("/do/care", "key=first&item=\(item)")
      #expect(try household.eventCount() == before + 1)
      _ = try household.post("/do/care", "key=second&item=\(item)")
      #expect(try household.eventCount() == before + 1)
      #expect(
        try household.post("/do/snooze", "item=\(item)&until=3d").status == 409)
    }
    #expect(
      Set(try household.page("/tasks").values(of: "item")).isDisjoint(
        with: items))
  }

  @Test func programsNameTheDay() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    for (item, status) in [
      ("Monty:water:2026-11-20", 409), ("Monty:water:2026-11-21", 200),
      ("Monty:water", 200), ("Monty", 400), (":water:2026-11-21", 400),
    ] {
      let answer = try household.ask(
        .post, "skip?dry-run=true", #"{"item":"\#(item)"}"#)
      #expect(answer.status == status, "\(item): \(answer.response.text)")
    }
  }

  // MARK: Forms that change what is there

  /// Returns the fields with other values.
  private func fields(
    _ fields: String, _ changes: [String: String]
  ) -> String {
    fields.split(separator: "&").map { field in
      let name = String(field.prefix { $0 != "=" })
      return changes[name].map { "\(name)=\($0)" } ?? String(field)
    }.joined(separator: "&")
  }

  @Test func anOldEditPageChangesOnlyWhatItsReaderChanged() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    _ = try household.ask(
      .patch, "plants/Monty", #"{"family":"Araceae","common":["Swiss"]}"#)
    let id = try #require(
      try household.ask(.get, "plants/Monty").json?["plant"]?["id"]?.text)
    let page = try household.page("/plants/Monty/edit")
    let sent = try fields("plants/\(id)", in: page)
    _ = try household.ask(
      .patch, "plants/Monty",
      #"{"family":"Moraceae","genus":"Ficus","common":"Fig"}"#)
    let answer = try household.post(
      "/do/plants/\(id)", fields(sent, ["name": "Monty+II"]))
    #expect(answer.status == 303, "\(answer.text)")
    let plant = try household.ask(.get, "plants/\(id)").response.text
    for text in ["Monty II", "Moraceae", "Ficus", "Fig"] {
      #expect(plant.contains(text), "\(text)")
    }
    #expect(!plant.contains("Swiss"))
    // What both changed is refused, with the present value.
    let both = try household.post(
      "/do/plants/\(id)", fields(sent, ["family": "Rosaceae"]))
    #expect(both.status == 409)
    #expect(both.text.contains("Moraceae"))
    // Nothing was changed at all.
    let before = try household.eventCount()
    #expect(
      try household.post("/do/plants/\(id)", sent).status == 303)
    #expect(try household.eventCount() == before)
  }

  @Test func oldPagesOfRoomsNotesAndSettingsOverwriteNothing() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    _ = try household.ask(.post, "rooms", #"{"name":"Studio","icon":"sofa"}"#)
    _ = try household.ask(
      .post, "notes", #"{"plant":"Monty","text":"a leaf"}"#)
    let rooms = try household.page("/rooms").text
    let room = try #require(
      rooms.split(separator: "<form ").last {
        $0.contains("name=\"was.name\"") && $0.contains("Studio")
      }?.split(separator: "\"")[3])
    let plant = try household.page("/plants/Monty")
    let note = try #require(
      plant.text.split(separator: "action=\"/do/").dropFirst().map {
        $0.prefix { $0 != "\"" }
      }.first { $0.hasPrefix("notes/") })
    let id = try #require(plant.values(of: "plant").first)
    let changes: [(path: String, was: String, mine: String, other: String)] = [
      (
        String(room), "was.name=Studio&was.icon=sofa",
        "name=Atelier&icon=sofa", #"{"name":"Hall"}"#
      ),
      (
        "/do/\(note)", "plant=\(id)&was.text=a+leaf", "text=two+leaves",
        #"{"plant":"Monty","text":"a bud"}"#
      ),
      (
        "/do/settings/units", "was.value=metric", "value=metric",
        #"{"value":"imperial"}"#
      ),
    ]
    for (path, was, mine, other) in changes {
      let same = was.split(separator: "&").filter { $0.hasPrefix("was.") }
        .map { $0.dropFirst(4) }.joined(separator: "&")
      // Without a change of others, and after it, what its reader left as it
      // was changes nothing.
      for isLate in [false, true] {
        if isLate {
          let target = String(path.dropFirst("/do/".count))
          let changed = try household.ask(.patch, target, other)
          #expect(changed.status == 200, "\(path): \(changed.response.text)")
        }
        let before = try household.eventCount()
        let kept = try household.post(
          path, "key=\(isLate)&method=PATCH&\(was)&\(same)")
        #expect(kept.status == 303, "\(path): \(kept.text)")
        #expect(try household.eventCount() == before, "\(path)")
        guard isLate, mine != same else { continue }
        let refused = try household.post(
          path, "method=PATCH&\(was)&\(mine)")
        #expect(refused.status == 409, "\(path): \(refused.text)")
        #expect(try household.eventCount() == before, "\(path)")
      }
    }
  }

  @Test func anOldScheduleReplacesNoNewerOne() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let page = try household.page("/plants/Monty?schedule=watering")
    let id = try #require(page.values(of: "plant").first)
    let path = "plants/\(id)/schedules/watering"
    let sent = try fields(path, in: page)
    #expect(sent.contains("was=7d"))
    _ = try household.ask(.post, path, #"{"amount":"250ml"}"#)
    for old in ["every=9", "method=DELETE"] {
      let refused = try household.post("/do/\(path)", "was=7d&\(old)")
      #expect(refused.status == 409, "\(refused.text)")
    }
    let next = try household.page("/plants/Monty?schedule=watering")
    let answer = try household.post(
      "/do/\(path)", fields(path, in: next) + "&every=9")
    #expect(answer.status == 303, "\(answer.text)")
  }
}
