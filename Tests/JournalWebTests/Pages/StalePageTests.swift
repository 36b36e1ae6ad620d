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
}
