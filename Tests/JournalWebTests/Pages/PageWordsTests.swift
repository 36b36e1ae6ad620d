import Encodings
import ErrorKit
import JournalPages
import JournalProjections
import JournalSync
import Testing

@testable import JournalReports
@testable import JournalWeb

/// Tests of the words that people read on pages, rather than those of programs.
@Suite struct PageWordsTests {
  private let asScript = ["accept": "application/json"]

  private func json(_ response: WebResponse) throws -> JSONValue {
    try JSONReader.parse(response.body.span.bytes)
  }

  @Test func errorsOfScriptsNamePagesAndNotTheAPI() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let fields = "species=Monstera+deliciosa&from=Aunt+Hedwig"
    let ofPage = try json(
      household.post("/do/plants", fields, headers: asScript))
    #expect(ofPage["remedy"]?.text == "The collection lists all plants.")
    let ofAPI = try household.ask(
      .post, "plants", #"{"species":"Monstera deliciosa","from":"Aunt Hedwig"}"#
    ).json
    #expect(ofAPI?["remedy"]?.text == "GET plants lists all plants")
    let height = try json(
      household.post(
        "/do/measurements", "plant=Monty&height=tall", headers: asScript))
    #expect(
      height["detail"]?.text?.hasPrefix("the height must be") == true,
      "\(height)")
    #expect(height["field"]?.text == "height")
    let nothing = try json(household.post("/do/care", "", headers: asScript))
    #expect(nothing["detail"]?.text == "select a plant first")
    let kind = try json(
      household.post(
        "/do/care", "plant=Monty&kind=Talking+to+it", headers: asScript))
    #expect(kind["detail"]?.text?.contains("pest control") == true, "\(kind)")
    // Without scripts the words are the same.
    let page = try household.post("/do/care", "back=/")
    #expect(page.text.contains("Select a plant first"))
  }

  @Test func remediesNameHeadingsThatAreThere() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let id = try #require(try household.plants(listed: "plants").first)
    let page = try household.page("/plants/\(id)").text
    let remedies: [Remedy] = [
      .setSchedule(plant: "Monty", kind: "water"),
      .fitWatering(shortID: id, hasProfile: true), .agreeToCare, .setMonths,
    ]
    for words in remedies.map(Wording.pages.remedy) {
      let heading = words.split(separator: "under ").last?.prefix {
        $0.isLetter
      }
      #expect(page.contains(">\(heading ?? "-")</h2>"), "\(words)")
    }
  }

  /// Remedies of services and models that need a terminal of the server's machine.
  private static let ways: [(Remedy, String)] = [
    (
      .addModel(orKey: true),
      "the command 'plantguide model add DIRECTORY' adds a model, and 'plantguide services set plantnet --key-file FILE' sets a key of Pl@ntNet"
    ),
    (
      .addModel(orKey: false),
      "the command 'plantguide model add DIRECTORY' adds a model"
    ),
    (
      .checkModel("leaves"),
      "the command 'plantguide model check' checks it, and 'plantguide model add DIRECTORY' replaces it"
    ),
    (
      .giveKey(service: "x", page: "https://x.org", variable: "X_KEY"),
      "the command 'plantguide services set x --key-file FILE' sets a key; you get one at https://x.org"
    ),
    (
      .goOnline,
      "the command 'plantguide settings set offlineMode off' allows it"
    ),
  ]

  @Test(arguments: ways)
  func remediesThatNeedATerminalSaySo(remedy: Remedy, words: String) {
    #expect(
      Wording.remedyOfPages(remedy)
        == "In a terminal on the machine that shows these pages, \(words)")
    #expect(
      Wording.remedyOfAPI(remedy)
        == "in a terminal on the server's machine, \(words)")
  }

  @Test(
    arguments: [
      (
        .install("plantguide-identify"),
        "Install 'plantguide-identify' on the machine that shows these pages",
        "install 'plantguide-identify' on the server's machine"
      ),
      (
        .chooseResult, "Choose one of the results.",
        "the number in 'choose' says which of the results it is"
      ),
      (
        .tryAfter(milliseconds: 59_001), "try again after 1970-01-01T00:01:00Z",
        "try again after 1970-01-01T00:01:00Z"
      ),
    ] as [(Remedy, String, String)])
  func remediesOfServicesAndModelsSayWhereToGo(
    remedy: Remedy, page: String, api: String
  ) {
    #expect(Wording.remedyOfPages(remedy) == page)
    #expect(Wording.remedyOfAPI(remedy) == api)
  }

  @Test func theHomeWithoutANameIsThisMachine() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let bea = WebGuest(id: "bea", access: .readWrite, person: Person("Bea"))
    let answer = try household.ask(
      .post, "care", #"{"plant":"Monty","kind":"mist"}"#, from: bea)
    #expect(answer.status == 200)
    func history() throws -> String {
      WebPages(household.api).respond(
        to: try #require(WebRequest(.get, "/history")),
        from: WebVisitor(guest: bea, formToken: "token"), at: household.clock
      ).text
    }
    #expect(try history().contains("by this machine"))
    #expect(try history().contains("by Bea"))
    // The name of the owner stands beside what was recorded before, too.
    _ = try household.ask(.patch, "name", #"{"name":"Anna"}"#)
    #expect(try history().contains("by Anna"))
    #expect(try !history().contains("this machine"))
  }

  @Test func theRoomOfPlantsWithoutARoomIsOfferedOnce() throws {
    let household = try Household()
    let text = try household.page("/plants/new?species=Monstera+deliciosa").text
    #expect(text.contains("<option value=\"\" selected>Other</option>"))
    #expect(text.split(separator: ">Other<").count == 2)
    #expect(!text.contains("No room"))
  }

  @Test func theDaysOfASitterNameThePlants() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Basil")
    let text = try household.page("/sitter?from=2026-11-22&until=2026-11-30")
      .text
    #expect(
      text.contains("<b><bdi>Other</bdi></b>: <bdi>Basil</bdi>, <bdi>Monty"))
  }

  @Test func aListOfOneIsPartOfTheSentence() {
    let facts = ErrorFacts(onPages: Refusal(details: ["bad.jpg: no photo"]))
    #expect(facts.sentence == "1 file was not added: bad.jpg: no photo")
    let two = ErrorFacts(onPages: Refusal(details: ["a.jpg: no", "b.jpg: no"]))
    #expect(two.details.count == 2)
    #expect(two.sentence == "1 file was not added:")
  }

  @Test func receiptsOfPagesAreShortAndHaveNoIDs() throws {
    let household = try Household()
    try household.addThirsty("Monty", "Basil", "Fern")
    func lines(_ fields: String) throws -> [String] {
      let answer = try household.post("/do/care", fields, headers: asScript)
      return try #require(try json(answer)["lines"]?.items.compactMap(\.text))
    }
    #expect(
      try lines("plant=Monty&kind=water")
        == ["watered Monty, next due Sat 28 Nov"])
    #expect(
      try lines("plant=Basil&plant=Fern&kind=water") == ["watered 2 plants"])
    #expect(
      try lines("plant=Fern&kind=mist&kind=clean").first
        == "misted and cleaned Fern")
    let ofAPI = try household.ask(
      .post, "care", #"{"plant":"Fern","kind":"prune"}"#
    ).response.text
    #expect(ofAPI.contains("done pruning: Fern ("))
    let added = try json(
      household.post(
        "/do/plants", "species=Monstera&as-typed=true", headers: asScript))
    let words = added["lines"]?.items.compactMap(\.text).joined() ?? ""
    #expect(words.contains("the page of the plant sets one"), "\(words)")
  }

  @Test func aQuestionNamesThePlantsAndWhatIsDone() throws {
    let household = try Household()
    let names = ["Aloe", "Basil", "Cactus", "Dill", "Elm"]
    for name in names { try household.addThirsty(name) }
    let fields = names.map { "plant=\($0)" }.joined(separator: "&")
    let question = try json(
      household.post("/do/care", fields + "&kind=water", headers: asScript))
    #expect(question["title"]?.text == "Water 5 plants?")
    #expect(question["answer"]?.text == "Water 5 plants")
    #expect(question["details"]?.items.compactMap(\.text) == names)
    let page = try household.post("/do/care", fields + "&kind=water&back=/")
    #expect(page.text.contains("<h1>Water 5 plants?</h1>"))
    #expect(page.text.contains(">Water 5 plants</button>"))
    #expect(!page.text.contains("ould "))
  }

  @Test func plantsOfOneNameAreToldApart() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    func add() throws -> JSONValue {
      let body = #"{"species":"Ocimum basilicum"}"#
      let answer = try household.ask(.post, "plants", body)
      return try #require(answer.json?["made"]?.items.first)
    }
    let first = try #require(try add()["id"]?.text)
    let short = try #require(try add()["shortId"]?.text)
    let camera = try household.page("/camera").text
    #expect(camera.contains("(\(short))</option>"))
    #expect(camera.contains(">Monty</option>"))
    let profile = try household.page("/plants/\(first)").text
    #expect(profile.contains("(\(short))</option>"))
    let collection = try household.page("/plants").text
    #expect(collection.contains(">\(short)</p>"))
    // It cannot become a part of itself.
    #expect(!profile.contains("<option value=\"\(first)\""))
  }

  @Test func historyShowsWhatPeopleDid() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let people = try household.page("/history").text
    #expect(people.contains("Monty"))
    #expect(!people.contains("writer started"))
    let all = try household.page("/history?type=all").text
    #expect(all.contains("writer started"))
    // A chip alone leaves the form folded.
    let care = try household.page("/history?type=task.completed").text
    #expect(!care.contains("<details class=\"fold\" open"))
  }

  @Test func onePersonChoosesTheNameThatHistoryShows() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    #expect(try household.page("/settings").text.contains("Your name"))
    let answer = try household.post(
      "/do/name", "method=PATCH&name=Anna", headers: asScript)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try household.page("/").text.contains("Anna"))
    #expect(
      try household.post(
        "/do/name", "method=PATCH&name=Eve", headers: asScript, as: .readOnly
      ).status == 403)
  }

  @Test func oneMeasurementIsShown() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let answer = try household.post(
      "/do/measurements", "plant=Monty&height=42cm&leaves=7",
      headers: asScript)
    #expect(answer.status == 200, "\(answer.text)")
    let page = try household.page("/plants/Monty").text
    let facts = page.split(separator: "As a table").first ?? ""
    #expect(facts.contains("42"))
    #expect(facts.contains(">7, "))
  }

  @Test func everySymbolOfAPageIsInTheSprite() throws {
    let household = try Household()
    try household.addThirsty("Monty")
    let sprite = WebAssets.respond(to: ["assets", "-", "icons.svg"]).text
    for path in ["/", "/browse", "/plants", "/plants/Monty", "/settings"] {
      let page = try household.page(path).text
      for part in page.split(separator: "icons.svg#").dropFirst() {
        let name = part.prefix { $0 != "\"" }
        #expect(sprite.contains("id=\"\(name)\""), "\(path): \(name)")
      }
    }
  }
}

private struct Refusal: DescribedError {
  let details: [String]

  var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput, "1 file was not added", outcome: .nothingWritten,
      details: details)
  }
}
