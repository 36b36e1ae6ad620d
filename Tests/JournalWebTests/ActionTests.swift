import Encodings
import JournalProjections
import JournalSync
import JournalTestSupport
import JournalWeb
import Testing

@Suite struct ActionTests {
  @Test func aReceiptSaysWhatWasDoneAndHowToUndoIt() throws {
    let household = try Household()
    try household.add("Monty")
    let done = try household.ask(
      .post, "care", #"{"plant":["Monty"],"kind":"watering"}"#)
    #expect(done.status == 200)
    let line = done.json?["lines"]?.items.first?.text
    #expect(line?.hasPrefix("done watering: Monty") == true, "\(line ?? "")")
    let undo = try #require(done.json?["undo"]?.text)
    #expect(undo.hasPrefix("/api/v1/undo?action="))
    let undone = try household.ask(
      .post, String(undo.dropFirst("/api/v1/".count)))
    #expect(undone.status == 200, "\(undone.response.text)")
    #expect(
      try household.ask(.get, "today").json?["done"]?.items.isEmpty == true)
  }

  @Test func aRehearsalWritesNothing() throws {
    let household = try Household()
    try household.add("Monty")
    let count = try household.eventCount()
    let answer = try household.ask(
      .post, "care?dry-run=true", #"{"plant":"Monty","kind":"water"}"#)
    #expect(answer.json?["dryRun"] == .bool(true))
    #expect(try household.eventCount() == count)
  }

  @Test func everyActionOfTheDayIsThere() throws {
    let household = try Household()
    try household.add("Monty", "Fern")
    for (method, path, body) in [
      (WebRequest.Method.post, "rooms", #"{"name":"Studio"}"#),
      (.post, "plants/Monty/move", #"{"room":"Studio"}"#),
      (.post, "care", #"{"room":"Studio","kind":"water","amount":"250ml"}"#),
      (.post, "snooze", #"{"plant":"Monty","kind":"water","until":"3d"}"#),
      (.post, "skip", #"{"plant":"Fern","kind":"water"}"#),
      (.post, "notes", #"{"plant":"Fern","text":"a new leaf"}"#),
      (.post, "measurements", #"{"plant":"Fern","height":"42cm","leaves":7}"#),
      (.post, "tasks", #"{"title":"Buy soil","due":"tomorrow"}"#),
      (.post, "plants/Fern/schedules/misting", #"{"every":"2d"}"#),
      (.delete, "plants/Fern/schedules/misting", ""),
      (.post, "plants/Fern/favorite", #"{"favorite":true}"#),
      (.patch, "plants/Fern", #"{"name":"Fern II","tag":["gift"]}"#),
      (.patch, "rooms/Studio", #"{"name":"Atelier"}"#),
      (.patch, "rooms/Atelier", #"{"place":1}"#),
      (.delete, "rooms/Atelier", ""),
      (.post, "settings", #"{"key":"units","value":"imperial"}"#),
      (.delete, "plants/Fern%20II", #"{"reason":"given away"}"#),
      (.post, "plants/Fern%20II/restore", ""),
      (.post, "undo", ""),
      (.post, "events", ""),
    ] {
      let answer = try household.ask(method, path, body)
      #expect(answer.status == 200, "\(path): \(answer.response.text)")
    }
    let lines = """
      {"type":"plant.noted","plant":"Monty","text":"one"}
      {"type":"plant.noted","plant":"Monty","text":"two"}
      """
    let appended = try household.ask(
      .post, "events", lines,
      headers: ["content-type": "application/jsonl"])
    #expect(appended.status == 200, "\(appended.response.text)")
    #expect(appended.json?["lines"]?.items.count == 1)
  }

  @Test func aTaskIsDoneByItsID() throws {
    let household = try Household()
    let made = try household.ask(
      .post, "tasks", #"{"title":"Buy soil","due":"tomorrow"}"#)
    let id = try #require(made.json?["made"]?.items.first?["id"]?.text)
    #expect(try household.ask(.post, "tasks/\(id)/done").status == 200)
    #expect(try household.ask(.post, "tasks/\(id)/done").status == 404)
  }

  @Test func whatIsWrongChangesNothing() throws {
    let household = try Household()
    let water = #"{"plant":"Monty","kind":"water"}"#
    try household.add("Monty", "Mona")
    let count = try household.eventCount()
    for (path, body, status) in [
      ("care", #"{"plant":"Mon","kind":"water"}"#, 404),
      ("care", #"{"plant":"Nobody","kind":"water"}"#, 404),
      ("care", #"{"kind":"water"}"#, 400),
      ("care", #"{"plant":"Monty","kind":"water","x":1}"#, 400),
      ("care", #"{"plant":"Monty","kind":"water","at":7}"#, 400),
      ("care", #"{"plant":"Monty","kind":"WATER!"}"#, 400),
      ("care", #"{"due":true,"room":[]}"#, 400),
      ("care", #"{"room":"Kit","kind":"water"}"#, 404),
      ("rooms/Kit/x", "", 404),
      ("care", #"["plant"]"#, 400), ("care", "{", 400),
      ("snooze", #"{"plant":"Monty"}"#, 400),
      ("notes", #"{"plant":"Monty","text":""}"#, 400),
      ("measurements", #"{"plant":"Monty","height":"7 miles"}"#, 400),
      ("settings", #"{"key":"autoBackup","value":"daily"}"#, 400),
      ("events", #"{"type":"plant.noted"}"#, 400),
      ("undo", #"{"action":"zzzz-1"}"#, 404),
    ] {
      let answer = try household.ask(.post, path, body)
      #expect(
        answer.status == status, "\(path) \(body): \(answer.response.text)")
      #expect(
        answer.response.headers["content-type"] == "application/problem+json")
      #expect(answer.json?["status"] == .integer(Int64(answer.status)))
    }
    let answer = try household.ask(
      .post, "care", "<x/>", headers: ["content-type": "text/xml"])
    #expect(answer.status == 415)
    #expect(try household.ask(.delete, "rooms/Kit").status == 404)
    #expect(try household.ask(.delete, "rooms/kitchen").status == 200)
    #expect(try household.ask(.get, "today", water).status == 400)
    #expect(try household.ask(.delete, "today").status == 405)
    #expect(
      try household.ask(.delete, "today").response.headers["allow"] == "GET")
    // The room that was deleted.
    #expect(try household.eventCount() == count + 1)
  }

  @Test func aRoleAllowsWhatItsTableSays() throws {
    let household = try Household()
    try household.add("Monty")
    let sitter = WebGuest(id: "sitter", access: .care, person: Person("Sitter"))
    let visitor = WebGuest(id: "visitor", access: .readOnly, person: nil)
    let water = #"{"plant":"Monty","kind":"water"}"#
    #expect(
      try household.ask(.post, "care", water, from: visitor).status == 403)
    #expect(try household.ask(.get, "today", from: visitor).status == 200)
    #expect(try household.ask(.post, "care", water, from: sitter).status == 200)
    for (method, path, body) in [
      (WebRequest.Method.post, "plants", #"{"species":"Ficus"}"#),
      (.delete, "plants/Monty", ""), (.patch, "plants/Monty", #"{"name":"M"}"#),
      (.post, "rooms", #"{"name":"Hall"}"#),
      (.post, "settings", #"{"key":"units","value":"imperial"}"#),
      (.post, "events", water), (.post, "tasks", #"{"title":"x","due":"3d"}"#),
    ] {
      #expect(
        try household.ask(method, path, body, from: sitter).status == 403,
        "\(path)")
    }
  }

  @Test func aGuestUndoesOnlyWhatItDid() throws {
    let household = try Household()
    try household.add("Monty", "Fern")
    let water = #"{"plant":"Monty","kind":"water"}"#
    let bea = WebGuest(id: "bea", access: .care, person: Person("Bea"))
    let mine = try household.ask(.post, "care", water)
    let hers = try household.ask(.post, "care", water, from: bea)
    func undo(_ done: JSONValue?) throws -> String {
      let target = try #require(done?["undo"]?.text)
      return String(target.dropFirst("/api/v1/".count))
    }
    #expect(try household.ask(.post, undo(mine.json), from: bea).status == 403)
    #expect(try household.ask(.post, undo(hers.json), from: bea).status == 200)
    // A plant is matched exactly, as everywhere here.
    let both = try household.ask(
      .post, "care", #"{"plant":["Monty","Fern"],"kind":"mist"}"#, from: bea)
    let part = try undo(both.json) + "&plant=Mon"
    #expect(try household.ask(.post, part, from: bea).status == 404)
    #expect(
      try household.ask(
        .post, part.replacing("plant=Mon", with: "plant=Monty"), from: bea
      ).status == 200)
    #expect(try household.ask(.post, undo(both.json), from: bea).status == 200)
    // Its latest action is undone, and those of others are not its own.
    #expect(try household.ask(.post, "undo", from: bea).status != 200)
    let history = try household.ask(.get, "history?writer=Bea&kind=watering")
    #expect(history.json?["events"]?.items.count == 1)
  }
}
