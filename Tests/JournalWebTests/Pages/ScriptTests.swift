import JournalSync
import JournalWeb
import Testing

/// Tests of what scripts ask of the server; how they do it is tested in a
/// browser.
@Suite struct ScriptTests {
  /// Sends an action as the script does, and returns the moment of the care.
  private func moment(
    age: String?, key: String, of household: Household
  ) throws -> String? {
    var headers = ["accept": "application/json", "idempotency-key": key]
    headers["x-action-age"] = age
    let answer = try household.post(
      "/do/care", "plant=Monty&kind=water", headers: headers)
    #expect(answer.status == 200, "\(answer.text)")
    let page = try household.ask(.get, "history?type=task.completed&limit=1")
    let text = page.response.text
    return text.split(separator: "\"at\":\"").last.map {
      String($0.prefix { $0 != "\"" })
    }
  }

  @Test func anActionCountsFromTheMomentOfTheTap() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    // The clock says 7 o'clock.
    let now = try moment(age: nil, key: "a", of: household)
    #expect(now?.hasPrefix("2026-11-21T") == true)
    let late = try moment(age: "7200", key: "b", of: household)
    #expect(late != now)
    for wrong in ["-5", "x", "99999999999", "0"] {
      #expect(
        try moment(age: wrong, key: "w\(wrong)", of: household) == now,
        "\(wrong)")
    }
  }

  @Test func theAgeOfAnActionMakesNoOtherRequest() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    _ = try moment(age: nil, key: "tap", of: household)
    let count = try household.eventCount()
    _ = try moment(age: "60", key: "tap", of: household)
    #expect(try household.eventCount() == count)
  }

  @Test func anActionWithoutAMomentIgnoresItsAge() throws {
    let household = try Household()
    let answer = try household.post(
      "/do/rooms", "name=Attic",
      headers: ["accept": "application/json", "x-action-age": "60"])
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test func pagesAreCompressedForThoseWhoReadIt() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Basil")
    let plain = try household.page("/")
    let short = try household.page("/", headers: ["accept-encoding": "gzip"])
    #expect(plain.headers["content-encoding"] == nil)
    #expect(plain.headers["vary"] == "accept-encoding")
    #expect(short.headers["content-encoding"] == "gzip")
    #expect(short.headers["vary"] == "accept-encoding")
    #expect(short.body.count < plain.body.count / 2)
    let refused = try household.page(
      "/", headers: ["accept-encoding": "gzip;q=0, br"])
    #expect(refused.headers["content-encoding"] == nil)
  }

  @Test func filesAreCompressedOnce() throws {
    for name in ["page.js", "base.css", "icons.svg", "queue.js"] {
      let plain = WebAssets.respond(to: ["assets", "-", name])
      let short = WebAssets.respond(
        to: ["assets", "-", name], accepting: "br, gzip")
      #expect(plain.status == 200, "\(name)")
      #expect(short.headers["content-encoding"] == "gzip", "\(name)")
      #expect(short.body.count < plain.body.count, "\(name)")
    }
    let picture = WebAssets.respond(
      to: ["assets", "-", "icon-512.png"], accepting: "gzip")
    #expect(picture.headers["content-encoding"] == nil)
    #expect(picture.headers["vary"] == nil)
  }

  @Test func theWorkerBeginsWithTheQueue() {
    let worker = WebAssets.respond(to: ["service-worker.js"]).text
    let queue = WebAssets.respond(to: ["assets", "-", "queue.js"]).text
    #expect(worker.hasPrefix(queue))
    #expect(worker.count > queue.count + 1_000)
    #expect(
      WebAssets.respond(to: ["manifest.webmanifest"]).headers["content-type"]
        == "application/manifest+json")
  }

  @Test func thePageForTimesWithoutTheServerIsThere() throws {
    let household = try Household()
    let page = try household.page("/offline", as: .readOnly)
    #expect(page.status == 200)
    #expect(page.text.contains("data-offline=\"waiting\""))
    #expect(page.text.contains("data-offline=\"kept\""))
  }
}
