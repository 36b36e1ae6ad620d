import Encodings
import JournalActions
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalWeb
import Testing

/// An undo is offered where the server would carry it out, and only there.
@Suite struct UndoOfferTests {
  private let bea = WebGuest(id: "bea", access: .care, person: Person("Bea"))

  private func page(
    _ household: Household, _ target: String, for guest: WebGuest
  ) throws -> String {
    WebPages(household.api).respond(
      to: try #require(WebRequest(.get, target)),
      from: WebVisitor(guest: guest, formToken: "token"), at: household.clock
    ).text
  }

  /// The offers of a page, as queries of the API.
  private func offers(_ page: String) -> [String] {
    page.split(separator: "<form ").filter {
      $0.contains("action=\"/do/undo\"")
    }.map { form in
      ["action", "plant"].compactMap { field in
        form.split(separator: "name=\"\(field)\" value=\"").dropFirst().first
          .map { "\(field)=\($0.prefix { $0 != "\"" })" }
      }.joined(separator: "&")
    }
  }

  @Test func whatWouldBeRefusedIsNotOffered() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Fern")
    // Of an erased note, nothing is left to undo.
    _ = try household.ask(.post, "notes", #"{"plant":"Monty","text":"x"}"#)
    try household.journal.with(at: household.clock) { journal in
      try eraseNotes(of: "Monty", in: journal)
    }
    let water = #"{"plant":"Monty","kind":"water"}"#
    _ = try household.ask(.post, "care", water)
    _ = try household.ask(.post, "care", water, from: bea)
    let last = try household.ask(
      .post, "care", #"{"plant":"Fern","kind":"water"}"#, from: bea)
    let undo = try #require(last.json?["undo"]?.text)
    _ = try household.ask(
      .post, String(undo.dropFirst("/api/v1/".count)), from: bea)
    for guest in [bea, household.keeper] {
      for target in ["/history", "/plants/Monty", "/plants/Fern"] {
        for offer in offers(try page(household, target, for: guest)) {
          let answer = try household.ask(
            .post, "undo?dry-run=true&\(offer)", from: guest)
          #expect(
            answer.status == 200,
            "\(guest.id) \(target) \(offer): \(answer.response.text)")
        }
      }
    }
    // Her watering of Monty, and the undo of that of Fern.
    #expect(offers(try page(household, "/history", for: bea)).count == 2)
    #expect(offers(try page(household, "/plants/Monty", for: bea)).count == 1)
    let reader = WebGuest(id: "r", access: .readOnly, person: nil)
    #expect(offers(try page(household, "/history", for: reader)).isEmpty)
  }

  @Test func aMessageOffersNoSecondUndo() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let done = try household.post("/do/care", "key=k&plant=Monty&kind=water")
    let place = try #require(done.headers["location"])
    let first = offers(try household.page(place).text)
    // That of the message, and that of the line below.
    #expect(first.count == 2)
    let undone = try household.post("/do/undo", "key=u&\(first[0])")
    #expect(undone.status == 303)
    // The page is opened again, as by going back.
    #expect(offers(try household.page(place).text).isEmpty)
  }
}
