import Encodings
import JournalLog
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalWeb
import LMDBKit
import Synchronization
import Testing

@Suite struct OnceTests {
  let water = #"{"plant":"Monty","kind":"water"}"#

  @Test func aRepeatedRequestGetsTheSameAnswer() throws {
    let household = try Household()
    try household.add("Monty")
    let key = ["idempotency-key": "tap 1"]
    let first = try household.ask(.post, "care", water, headers: key)
    let count = try household.eventCount()
    household.clock = household.clock.advanced(byDays: 29)
    let again = try household.ask(.post, "care", water, headers: key)
    #expect(again.status == 200)
    #expect(again.response.body == first.response.body)
    #expect(again.response.headers["idempotency-replayed"] == "true")
    #expect(try household.eventCount() == count)
    // Another program that opens the home knows it, too.
    let other = WebAPI(
      of: SharedJournal(at: household.journal.path, program: "other"))
    let request = try #require(
      WebRequest(
        .post, "/api/v1/care",
        headers: [
          "content-type": "application/json", "idempotency-key": "tap 1",
        ], body: Array(water.utf8)))
    let answer = other.respond(
      to: request, from: household.keeper, at: household.clock)
    #expect(answer.body == first.response.body)
    #expect(try household.eventCount() == count)
  }

  @Test func aKeyBelongsToOneRequestOfOneSender() throws {
    let household = try Household()
    try household.add("Monty")
    let key = ["idempotency-key": "k"]
    #expect(try household.ask(.post, "care", water, headers: key).status == 200)
    let mist = #"{"plant":"Monty","kind":"mist"}"#
    #expect(try household.ask(.post, "care", mist, headers: key).status == 422)
    #expect(
      try household.ask(.post, "skip", water, headers: key).status == 422)
    let other = WebGuest(id: "other", access: .care, person: nil)
    #expect(
      try household.ask(.post, "care", mist, headers: key, from: other).status
        == 200)
    for wrong in ["", String(repeating: "k", count: 65)] {
      let headers = ["idempotency-key": wrong]
      #expect(
        try household.ask(.post, "care", water, headers: headers).status == 400)
    }
  }

  @Test func aRepeatedUndoIsNotJudgedAgain() throws {
    let household = try Household()
    try household.add("Monty")
    let bea = WebGuest(id: "bea", access: .care, person: Person("Bea"))
    try household.ask(.post, "care", water, from: bea)
    let key = ["idempotency-key": "u"]
    let first = try household.ask(.post, "undo", headers: key, from: bea)
    #expect(first.status == 200)
    let again = try household.ask(.post, "undo", headers: key, from: bea)
    #expect(again.response.body == first.response.body)
    // She may do again what she took back, and not what others did.
    func redo(_ undone: JSONValue?) throws -> String {
      let id = undone?["actions"]?.items.first?["shortId"]?.text
      return #"{"action":"\#(try #require(id))"}"#
    }
    #expect(
      try household.ask(.post, "undo", redo(first.json), from: bea).status
        == 200)
    let care = try household.ask(
      .post, "care", #"{"plant":"Monty","kind":"mist"}"#, from: bea)
    let target = try #require(care.json?["undo"]?.text)
    let taken = try household.ask(
      .post, String(target.dropFirst("/api/v1/".count)))
    #expect(taken.status == 200)
    #expect(
      try household.ask(.post, "undo", redo(taken.json), from: bea).status
        == 403)
  }

  @Test func aRefusedRequestKeepsNoKey() throws {
    let household = try Household()
    try household.add("Monty")
    let key = ["idempotency-key": "k"]
    let wrong = #"{"plant":"Nobody","kind":"water"}"#
    #expect(try household.ask(.post, "care", wrong, headers: key).status == 404)
    #expect(try household.ask(.post, "care", water, headers: key).status == 200)
    let rehearsed = try household.ask(
      .post, "care?dry-run=true", water, headers: ["idempotency-key": "d"])
    #expect(rehearsed.status == 200)
    #expect(
      try household.ask(
        .post, "care", water, headers: ["idempotency-key": "d"]
      ).response.headers["idempotency-replayed"] == nil)
  }

  @Test func aKeyIsForgottenAfterThirtyDays() throws {
    let household = try Household()
    try household.add("Monty")
    let key = ["idempotency-key": "k"]
    try household.ask(.post, "care", water, headers: key)
    household.clock = household.clock.advanced(byDays: 31)
    // Answers that are too old go when the next one is kept.
    try household.ask(
      .post, "care", water, headers: ["idempotency-key": "other"])
    let count = try household.eventCount()
    #expect(
      try household.ask(.post, "care", water, headers: key).response
        .headers["idempotency-replayed"] == nil)
    #expect(try household.eventCount() == count + 1)
  }

  @Test func anErasureEmptiesTheAnswersThatMayNameWhatItErased() throws {
    let household = try Household()
    try household.add("Monty")
    let key = ["idempotency-key": "k"]
    let note = #"{"plant":"Monty","text":"a secret"}"#
    #expect(try household.ask(.post, "notes", note, headers: key).status == 200)
    try household.journal.with(at: household.clock) { journal in
      try eraseNotes(of: "Monty", in: journal)
    }
    let count = try household.eventCount()
    #expect(try household.ask(.post, "notes", note, headers: key).status == 410)
    #expect(try household.eventCount() == count)
  }

  @Test func answersAreKeptInALimitedNumber() throws {
    let household = try Household()
    try household.add("Monty")
    let home = JournalHome(path: household.journal.path)
    let journal = try Journal.open(home, access: .readWrite)
    func keep(_ numbers: Range<Int>) throws {
      let options = ActionSession.Options(
        now: household.clock, program: "test", timeZone: "UTC")
      try journal.write(options) { session in
        for number in numbers {
          let key = RequestKey("\(number)", from: "tap", for: [])
          try session.keep([1], to: key)
        }
      }
    }
    func isKept(_ number: Int) throws -> Bool {
      try household.journal.with(at: household.clock) { journal in
        try journal.read {
          try $0.answer(to: RequestKey("\(number)", from: "tap", for: []))
        } != nil
      }
    }
    try keep(0..<1)
    household.clock = household.clock.advanced(byMilliseconds: 1)
    try keep(1..<10_000)
    #expect(try isKept(0) && isKept(9_999))
    try keep(10_000..<10_002)
    #expect(try !isKept(0) && isKept(10_001))
  }

  @Test func manyThreadsAskAndActAtOnce() throws {
    let household = try Household()
    try household.add("Monty")
    let count = try household.eventCount()
    let api = household.api
    let clock = household.clock
    let failures = Mutex<[String]>([])
    // Each of 8 threads taps each of 5 keys: 5 events.
    inThreads(8) { thread in
      for tap in 0..<5 {
        let view = WebRequest(.get, "/api/v1/today")
        let request = WebRequest(
          .post, "/api/v1/care",
          headers: [
            "content-type": "application/json",
            "idempotency-key": "tap \(tap)",
          ], body: Array(#"{"plant":"Monty","kind":"mist"}"#.utf8))
        for request in [view, request].compactMap(\.self) {
          let answer = api.respond(
            to: request,
            from: WebGuest(id: "all", access: .readWrite, person: nil),
            at: clock)
          if answer.status != 200 {
            failures.withLock { $0.append("\(thread): \(answer.text)") }
          }
        }
      }
    }
    #expect(failures.withLock(\.self).isEmpty)
    #expect(try household.eventCount() == count + 5)
  }
}
