import Encodings
import ErrorKit
import JournalActions
import JournalEvents
import JournalIdentification
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import POSIXKit
import Synchronization
import Testing

@testable import JournalWeb
@testable import PlantServices

/// Photos are identified, and the plants added or recorded.
@Suite(.enabled(if: PhotoTests.program != nil))
struct IdentificationTests {
  /// The answers of a service, one after another.
  private final class Script: Sendable {
    let asked = Mutex(0)
    let answer: @Sendable (_ count: Int) throws -> IdentificationAnswer

    init(
      _ answer:
        @escaping @Sendable (_ count: Int) throws
        -> IdentificationAnswer
    ) { self.answer = answer }

    var identifier: WebIdentifier {
      WebIdentifier(
        identify: { _, photos in
          let count = self.asked.withLock {
            $0 += 1
            return $0
          }
          #expect(!photos.isEmpty)
          return try Identification(
            try self.answer(count), from: .plantNetAPI, minimumConfidence: 0.7)
        },
        means: { _ in
          var means = IdentificationMeans()
          means.hasKey = true
          return means
        })
    }
  }

  private static func answer(
    _ names: (String, Double)...
  ) -> IdentificationAnswer {
    IdentificationAnswer(
      service: "plantnet", model: "k-world-flora", version: "7.5",
      candidates: names.map { .init(scientificName: $0.0, score: $0.1) },
      quota: .init(remaining: 42))
  }

  private static let sure = Script { _ in
    answer(("Monstera deliciosa", 0.93), ("Monstera adansonii", 0.1))
  }

  private let leaf: [UInt8]

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3)
    let path = "/\(root.joined(separator: "/"))/Tests/EndToEnd/samples/leaf.jpg"
    leaf = try #require(try File.contents(of: path, atMost: 1 << 20))
  }

  private func household(_ script: Script) throws -> Household {
    try Household(
      photosBy: PhotoTests.program ?? "", identifiedBy: script.identifier)
  }

  /// Sends the photo, or another body, to be identified.
  private func identify(
    _ household: Household, _ query: String = "", body: [UInt8]? = nil,
    type: String = "image/jpeg", key: String? = nil,
    from guest: WebGuest? = nil, to target: String = "/api/v1/identifications"
  ) throws -> WebResponse {
    var headers = ["content-type": type]
    headers["idempotency-key"] = key
    return household.api.respond(
      to: try #require(
        WebRequest(
          .post, "\(target)\(query)", headers: headers, body: body ?? leaf)),
      from: guest ?? household.keeper, at: household.clock)
  }

  private func json(_ response: WebResponse) throws -> JSONValue {
    try JSONReader.parse(response.body.span.bytes)
  }

  private func id(_ response: WebResponse) throws -> String {
    #expect(response.status == 200, "\(response.text)")
    return try #require(try json(response)["id"]?.text)
  }

  /// A form with choices of files; `nil` is a choice of no file.
  private func form(
    _ files: [[UInt8]?], organs: [String] = [],
    fields: [(String, String)] = []
  ) -> [UInt8] {
    var body: [UInt8] = []
    for (name, value) in fields + organs.map({ ("organ", $0) }) {
      body += Array(
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
          .utf8)
    }
    for file in files {
      let name = file == nil ? "" : "leaf.jpg"
      body += Array(
        "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n"
          .utf8)
      body += (file ?? []) + Array("\r\n".utf8)
    }
    return body + Array("--x--\r\n".utf8)
  }

  private static let formType = "multipart/form-data; boundary=x"

  // MARK: The API

  @Test func aSureResultIsAddedWithItsPhotoAndUndone() throws {
    let household = try household(Self.sure)
    let answer = try identify(household)
    let report = try json(answer)
    #expect(report["isSure"] == .bool(true))
    #expect(report["credit"]?.text == "Powered by Pl@ntNet")
    #expect(report["remaining"] == .integer(42))
    // Nothing is written before somebody says so.
    #expect(try household.eventCount() == 0)
    #expect(!FileSystem.isDirectory(household.directory.path + "/home/blobs"))
    let id = try id(answer)
    #expect(
      try household.ask(
        .post, "identifications/\(id)/add", #"{"room":"x","new-room":"Hall"}"#
      ).status == 400)
    let added = try household.ask(
      .post, "identifications/\(id)/add",
      #"{"name":"Monty","new-room":"Hall"}"#)
    #expect(added.status == 200, "\(added.response.text)")
    let photos = try household.ask(.get, "plants/Monty/photos").json
    #expect(photos?["plants"]?.items.first?["photos"]?.items.count == 1)
    let plant = try household.ask(.get, "plants/Monty").response.text
    #expect(plant.contains("Araceae") && plant.contains("watering"))
    let history = try household.ask(.get, "identifications").json
    let entry = try #require(history?["identifications"]?.items.first)
    #expect(entry["source"]?.text == "plantNetAPI")
    #expect(entry["photo"]?.text != nil)
    // The photo is in the journal, and waits no longer.
    #expect(
      try household.ask(.post, "identifications/\(id)/add", "{}").status == 404)
    let undo = try #require(added.json?["undo"]?.text).dropFirst(8)
    #expect(try household.ask(.post, String(undo)).status == 200)
    #expect(try household.ask(.get, "plants/Monty").status == 404)
  }

  @Test func anUnsureResultNeedsAChoice() throws {
    let script = Script { _ in
      Self.answer(("Ficus lyrata", 0.4), ("Monstera deliciosa", 0.35))
    }
    let household = try household(script)
    try household.add("Monty")
    let before = try household.eventCount()
    let id = try id(try identify(household))
    for (body, status) in [
      (#"{"plant":"Monty"}"#, 409), (#"{"plant":"Monty","choose":3}"#, 400),
    ] {
      let refused = try household.ask(
        .post, "identifications/\(id)/record", body)
      #expect(refused.status == status, "\(refused.response.text)")
      #expect(refused.response.text.contains("choose"))
    }
    let unknown = try household.ask(
      .post, "identifications/\(id)/record", #"{"plant":"Nobody","choose":2}"#)
    #expect(unknown.status == 404)
    let rehearsed = try household.ask(
      .post, "identifications/\(id)/record?dry-run=true",
      #"{"plant":"Monty","choose":2}"#)
    #expect(rehearsed.status == 200, "\(rehearsed.response.text)")
    #expect(try household.eventCount() == before)
    let done = try household.ask(
      .post, "identifications/\(id)/record", #"{"plant":"Monty","choose":2}"#)
    #expect(done.status == 200, "\(done.response.text)")
    let entry = try household.ask(.get, "identifications?plant=Monty").json?[
      "identifications"]?.items.first
    #expect(
      entry?["results"]?.items.first?["scientificName"]?.text
        == "Monstera deliciosa")
  }

  @Test func aPlaceIsRecordedOnlyIfItIsSent() throws {
    let household = try household(Self.sure)
    try household.add("Fig")
    func record(_ members: String) throws -> JSONValue? {
      let id = try self.id(try identify(household))
      let done = try household.ask(
        .post, "identifications/\(id)/record", #"{"plant":"Fig"\#(members)}"#)
      #expect(done.status == 200, "\(done.response.text)")
      return try household.ask(.get, "identifications").json?[
        "identifications"]?.items.first?["place"]
    }
    #expect(try record("") == .null)
    let place = try record(#","place":"52.5200049, -13.405""#)
    #expect(place?["latitude"] == .number(52.52))
    #expect(place?["longitude"] == .number(-13.405))
    let id = try id(try identify(household))
    for text in ["91, 0", "0, 181", "nan, 0", "52.52", ""] {
      let refused = try household.ask(
        .post, "identifications/\(id)/add", #"{"place":"\#(text)"}"#)
      #expect(refused.status == 400, "\(text): \(refused.response.text)")
    }
    let added = try household.ask(
      .post, "identifications/\(id)/add",
      #"{"name":"Olga","place":"33.86S 151.2E"}"#)
    #expect(added.status == 200, "\(added.response.text)")
    let plant = try household.ask(.get, "plants/Olga").json?["plant"]
    let kept = plant?["identification"]?["place"]
    #expect(kept?["latitude"] == .number(-33.86))
    #expect(kept?["longitude"] == .number(151.2))
  }

  @Test func theSameRequestAsksOnce() throws {
    let script = Script { _ in Self.answer(("Monstera deliciosa", 0.9)) }
    let household = try household(script)
    let first = try identify(household, key: "k1")
    let second = try identify(household, key: "k1")
    #expect(first.body == second.body)
    #expect(second.headers["idempotency-replayed"] == "true")
    #expect(script.asked.withLock { $0 } == 1)
    #expect(try identify(household, "?organ=leaf", key: "k1").status == 422)
    #expect(try identify(household, key: "k2").status == 200)
    #expect(script.asked.withLock { $0 } == 2)
  }

  @Test func onlyWhoSentPhotosUsesThemForHalfAnHour() throws {
    let household = try household(Self.sure)
    let other = WebGuest(
      id: "other", access: .readWrite, person: Person("Bea"))
    let carer = WebGuest(id: "sitter", access: .care, person: Person("Cem"))
    #expect(try identify(household, from: carer).status == 403)
    let id = try id(try identify(household))
    let path = "identifications/\(id)"
    // This forgets nothing of somebody else, and tells nothing of it.
    #expect(try household.ask(.delete, path, from: other).status == 200)
    #expect(
      try household.ask(.post, "\(path)/add", "{}", from: other).status == 404)
    household.clock = household.clock.advanced(byMilliseconds: 29 * 60_000)
    #expect(
      try household.ask(.post, "\(path)/add?dry-run=true", "{}").status == 200)
    household.clock = household.clock.advanced(byMilliseconds: 60_000)
    #expect(try household.ask(.post, "\(path)/add", "{}").status == 404)
    #expect(household.api.forgetsPhotosAt == nil)
    let next = try self.id(try identify(household))
    // The first answer may have been lost.
    for _ in 0..<2 {
      #expect(
        try household.ask(.delete, "identifications/\(next)").status == 200)
      #expect(household.api.forgetsPhotosAt == nil)
    }
  }

  @Test func tryingAgainTwiceAsksOnce() throws {
    let script = Script { count in
      guard count > 1 else {
        throw ServiceError.timeout(.plantnet, reason: "no answer")
      }
      return Self.answer(("Monstera deliciosa", 0.9))
    }
    let household = try household(script)
    let id = try #require(
      try json(try identify(household))["identification"]?.text)
    let body = #"{"identification":"\#(id)"}"#
    let first = try household.ask(.post, "identifications", body)
    let second = try household.ask(.post, "identifications", body)
    #expect(first.status == 200 && first.response.body == second.response.body)
    #expect(script.asked.withLock { $0 } == 2)
  }

  @Test func aServiceThatFailsInUseIsKnownToFail() throws {
    let household = try household(
      Script { _ in throw ServiceError.timeout(.plantnet, reason: "slow") })
    household.api.services.note(
      .plantnet,
      .init(
        outcome: .reached, quota: .init(remaining: 42, total: 500),
        at: household.clock))
    #expect(try identify(household).status == 502)
    let state = try #require(household.api.services.state(of: .plantnet))
    guard case .failed = state.outcome else {
      Issue.record("\(state.outcome)")
      return
    }
    #expect(state.quota?.remaining == 42 && state.quota?.total == 500)
    // A photo without a plant says nothing about the service.
    household.api.services.noteFailure(
      ServiceError.noPlantDetected(.plantnet), of: .plantnet,
      at: household.clock.advanced(byDays: 1))
    #expect(
      household.api.services.state(of: .plantnet)?.at == household.clock)
  }

  @Test func aFailureThatMayPassKeepsThePhotos() throws {
    let script = Script { count in
      switch count {
      case 1: throw ServiceError.timeout(.plantnet, reason: "no answer")
      case 2:
        throw ServiceError.quotaUsedUp(
          .plantnet, resetsAt: Instant(milliseconds: 1_795_305_600_000))
      default: return Self.answer(("Monstera deliciosa", 0.9))
      }
    }
    let household = try household(script)
    let failed = try identify(household)
    let problem = try json(failed)
    #expect(failed.status == 502)
    #expect(problem["title"]?.text == "Connection Timed Out")
    #expect(problem["detail"]?.text?.contains("no answer") == true)
    #expect(problem["retryable"] == .bool(true))
    let id = try #require(problem["identification"]?.text)
    let body = #"{"identification":"\#(id)"}"#
    let limited = try household.ask(.post, "identifications", body)
    #expect(limited.json?["title"]?.text == "Daily Limit Reached")
    #expect(limited.json?["retryable"] == .bool(false))
    #expect(limited.json?["retryAfter"]?.text == "2026-11-22T00:00:00Z")
    #expect(limited.response.headers["retry-after"] == "54000")
    // What cannot be tried again is forgotten.
    #expect(
      try household.ask(.post, "identifications", body).status == 404)
  }

  @Test func photosThatAreForgottenMeanwhileStayForgotten() throws {
    let staged = StagedIdentifications()
    let clock = Instant(milliseconds: 0)
    let household = try household(Self.sure)
    let entry = StagedIdentifications.Entry(
      id: "a", keeper: household.keeper.keeper, request: nil,
      photos: [.init(leaf)], names: ["leaf.jpg"], picture: leaf,
      expiresAt: clock.advanced(byDays: 1))
    func isKept() throws -> Bool {
      (try? staged.entry("a", of: household.keeper, at: clock)) != nil
    }
    staged.keep(entry)
    staged.replace(entry)
    #expect(try isKept())
    staged.use("a")
    staged.replace(entry)
    #expect(try staged.entry("a", of: household.keeper, at: clock).isUsed)
    staged.remove("a")
    staged.replace(entry)
    #expect(try !isKept())
  }

  @Test func withoutModelsAndKeysTheOwnerLearnsWhatToDo() throws {
    let household = try Household(photosBy: PhotoTests.program ?? "")
    let answer = try identify(household)
    #expect(answer.status == 409, "\(answer.text)")
    let problem = try json(answer)
    #expect(problem["title"]?.text == "Model Not Ready")
    #expect(problem["remedy"]?.text?.contains("plantguide model add") == true)
    #expect(household.api.forgetsPhotosAt == nil)
  }

  @Test func onlyPicturesAreAskedAbout() throws {
    let script = Script { _ in Self.answer(("Monstera deliciosa", 0.9)) }
    let household = try household(script)
    let page = try identify(household, body: Array("<html>".utf8))
    #expect(page.status == 400)
    #expect(try json(page)["title"]?.text == "Identification Failed")
    for (files, organs, status) in [
      ([leaf, nil, leaf], ["leaf", "auto", "flower"], 200),
      ([leaf, leaf], ["leaf"], 400), ([nil], ["auto"], 400),
      ([nil, leaf], ["leaf"], 400),
      ([leaf], ["stalk"], 400), (Array(repeating: leaf, count: 6), [], 400),
    ] as [([[UInt8]?], [String], Int)] {
      let answer = try identify(
        household, body: form(files, organs: organs), type: Self.formType)
      #expect(answer.status == status, "\(organs): \(answer.text)")
    }
    #expect(script.asked.withLock { $0 } == 1)
  }

  // MARK: Pages

  private func visitor(_ household: Household) -> WebVisitor {
    WebVisitor(guest: household.keeper, formToken: "token")
  }

  private func page(
    _ target: String, _ household: Household, sending body: [UInt8]? = nil
  ) throws -> WebResponse {
    WebPages(household.api).respond(
      to: try #require(
        WebRequest(
          body == nil ? .get : .post, target,
          headers: ["host": "localhost", "content-type": Self.formType],
          body: body ?? [])), from: visitor(household), at: household.clock)
  }

  private func send(
    _ fields: [(String, String)], to target: String, _ household: Household
  ) throws -> WebResponse {
    try page(
      target, household,
      sending: form(
        [], fields: [("form-token", "token"), ("back", "/identify")] + fields))
  }

  @Test func aFormWithoutScriptsLeadsToTheResultsAndThePlant() throws {
    let household = try household(Self.sure)
    let start = try page("/identify", household)
    #expect(start.text.contains("copies without place and time"))
    let sent = try page(
      "/do/identifications", household,
      sending: form(
        [leaf, nil], organs: ["leaf", "auto"],
        fields: [("form-token", "token"), ("back", "/identify")]))
    #expect(sent.status == 303, "\(sent.text)")
    let place = try #require(sent.headers["location"])
    let results = try page(place, household)
    #expect(results.status == 200)
    #expect(results.text.contains("Powered by Pl@ntNet"))
    #expect(results.text.contains("42 identifications left today"))
    #expect(results.text.contains("very likely, 93 %"))
    #expect(results.text.contains("in the catalogue"))
    #expect(!results.text.contains("http"), "nothing foreign is loaded")
    let picture = try page("\(place)/picture", household)
    #expect(picture.headers["content-type"] == "image/jpeg")
    #expect(picture.body.starts(with: [0xff, 0xd8]))
    let path = place.dropFirst("/identify".count)
    let added = try send(
      [("choose", "1"), ("name", "Monty"), ("key", "k")],
      to: "/do/identifications\(path)/add", household)
    #expect(added.status == 303, "\(added.text)")
    let plant = try page(try #require(added.headers["location"]), household)
    #expect(plant.text.contains("Undo"))
    let used = try page(place, household)
    #expect(used.status == 200)
    #expect(used.text.contains("These photos are in your journal"))
    #expect(try page("\(place)/picture", household).status == 404)
    let history = try page("/identify/history", household)
    #expect(history.text.contains("Monstera deliciosa"))
    #expect(history.text.contains("93 %"))
  }

  @Test func onlyThePageOfAResultMayUseThePlace() throws {
    let household = try household(Self.sure)
    try household.add("Fig")
    let id = try id(try identify(household))
    let result = try page("/identify/\(id)", household)
    #expect(
      result.headers["permissions-policy"]?.hasPrefix(
        "camera=(self), geolocation=(self), ") == true)
    #expect(
      try page("/identify", household).headers["permissions-policy"] == nil)
    #expect(result.text.split(separator: "name=\"place\"").count == 3)
    let wrong = try send(
      [
        ("form-page", "/identify/\(id)?choose=1"), ("choose", "1"),
        ("plant", "Fig"), ("place", "north"),
      ], to: "/do/identifications/\(id)/record", household)
    #expect(wrong.status == 400 && wrong.text.contains("is not a place"))
    #expect(wrong.text.contains("value=\"north\" autofocus aria-invalid"))
    let sent = try send(
      [
        ("choose", "1"), ("plant", "Fig"), ("place", "52.52, -13.405"),
        ("key", "k"),
      ], to: "/do/identifications/\(id)/record", household)
    #expect(sent.status == 303, "\(sent.text)")
    #expect(
      try page("/identify/history", household).text
        .contains(", at 52.52, -13.405"))
  }

  @Test func anUnsureResultOffersFivePlantsAsText() throws {
    let hostile = "<script>alert(1)</script>\u{202e}evil"
    let script = Script { _ in
      Self.answer(
        (hostile, 0.5), ("Monstera deliciosa", 0.4), ("Aloe vera", 0.3),
        ("Ficus lyrata", 0.2), ("Hoya carnosa", 0.15), ("Sixth plant", 0.12))
    }
    let household = try household(script)
    try household.add("Monty")
    let id = try id(try identify(household))
    let results = try page("/identify/\(id)", household)
    #expect(results.text.contains("Did you mean?"))
    #expect(!results.text.contains("<script>alert"))
    #expect(!results.text.contains("\u{202e}"))
    #expect(results.text.contains("Hoya carnosa"))
    #expect(!results.text.contains("Sixth plant"))
    #expect(!results.text.contains("/do/identifications/\(id)/add"))
    // A kept picture is shown with its credit, without a question.
    let credit = PictureCredit(
      url: "https://up.example/1.jpg", source: "Wikimedia Commons",
      page: "https://commons.example/1", author: "Ann",
      try #require(PictureLicence("CC BY-SA 4.0")))
    let file: [UInt8] = [0xff, 0xd8, 0xff, 1]
    let picture = SpeciesPicture(
      species: "Hoya carnosa", credit: try #require(credit),
      content: AnswerCache.name(of: file), width: 4, height: 4, fetchedAt: 1)
    #expect(!results.text.contains("/pictures/"))
    try PictureShelf(ofHomeAt: household.journal.path)
      .keep(picture, file, about: FoldedName.of("Hoya carnosa"))
    let shown = try page("/identify/\(id)", household).text
    #expect(shown.contains("src=\"/\(picture.path)\""))
    #expect(shown.contains("<bdi>Ann</bdi>"))
    let chosen = try page("/identify/\(id)?choose=2", household)
    #expect(chosen.text.contains("/do/identifications/\(id)/add"))
    // The plant that has this species is proposed.
    #expect(chosen.text.contains("selected>Monty"))
    #expect(try page("/identify/\(id)?choose=6", household).status == 400)
  }

  @Test func aPageSaysWhenALimitEnds() throws {
    let end = Instant(milliseconds: 1_795_305_600_000)
    let household = try household(
      Script { _ in throw ServiceError.quotaUsedUp(.plantnet, resetsAt: end) })
    let fields = [("form-token", "token"), ("back", "/identify")]
    let failed = try page(
      "/do/identifications", household, sending: form([leaf], fields: fields))
    #expect(failed.text.contains("Daily Limit Reached"))
    let words = try household.journal.with(at: household.clock) {
      $0.words(of: end)
    }
    #expect(failed.text.contains("Try again after \(words)<"), "\(failed.text)")
    #expect(failed.headers["retry-after"] == "54000")
  }

  @Test func aFailureOffersToTryAgainWithTheSamePhotos() throws {
    let script = Script { count in
      guard count > 1 else {
        throw ServiceError.network(.plantnet, reason: "no route")
      }
      return Self.answer(("Monstera deliciosa", 0.9))
    }
    let household = try household(script)
    let fields = [("form-token", "token"), ("back", "/identify")]
    let failed = try page(
      "/do/identifications", household, sending: form([leaf], fields: fields))
    #expect(failed.text.contains("No Internet Connection"))
    #expect(failed.text.contains("Try again"))
    let id = try #require(
      failed.text.split(separator: "name=\"identification\" value=\"").last?
        .prefix { $0 != "\"" })
    let again = try send(
      [("identification", String(id))], to: "/do/identifications", household)
    #expect(again.status == 303, "\(again.text)")
  }

  @Test func withoutMeansThePageSaysHowToSetThemUp() throws {
    let household = try Household(photosBy: PhotoTests.program ?? "")
    let text = try page("/identify", household).text
    #expect(text.contains("There is neither a model nor a key of Pl@ntNet"))
    #expect(text.contains("plantguide model add DIRECTORY"))
    #expect(!text.contains("/do/identifications"))
    #expect(text.contains("href=\"/browse\">Look it up by name"))
  }
}
