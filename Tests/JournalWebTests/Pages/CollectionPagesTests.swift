import Encodings
import JournalActions
import JournalCare
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import QRCode
import Testing

@testable import JournalWeb

extension Household {
  /// The ids of the plants on a page, in order.
  func plants(on target: String) throws -> [String] {
    let response = try page(target)
    #expect(response.status == 200, "\(target): \(response.text)")
    return response.text.texts(between: "data-plant=\"", and: "\"")
  }

  /// The ids of the plants that the API lists, in order.
  func plants(listed target: String) throws -> [String] {
    let answer = try ask(.get, target)
    #expect(answer.status == 200, "\(target): \(answer.response.text)")
    return answer.json?["plants"]?.items.compactMap { $0["id"]?.text } ?? []
  }
}

extension String {
  /// The texts between two others.
  func texts(between start: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: start) {
      rest = rest[range.upperBound...]
      guard let stop = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<stop.lowerBound]))
    }
    return found
  }
}

@Suite struct CollectionPagesTests {
  private static let pages = [
    "/plants", "/plants?view=list", "/plants?query=swiss", "/plants/new",
    "/plants/new?query=swiss", "/plants/new?species=Monstera+deliciosa",
    "/plants/new?species=swiss+cheese", "/plants/new?species=Xyzzy",
    "/plants/new?species=Xyzzy&as-typed=true", "/browse", "/browse?by=genus",
    "/browse?group=Fern", "/browse?safe-for=cats&query=palm",
    "/browse/Monstera%20deliciosa", "/labels", "/labels?sheet=5160&skip=3",
  ]

  @Test(arguments: pages)
  func eachPageHasOneHeadingOnAnEmptyJournalToo(target: String) throws {
    let household = try Household()
    for isEmpty in [true, false] {
      if !isEmpty { try household.add("Monty") }
      let response = try household.page(
        target, headers: ["host": "plants.example"])
      #expect(response.status == 200, "\(target): \(response.text)")
      #expect(response.text.texts(between: "<h1>", and: "</h1>").count == 1)
    }
  }

  @Test func textsOfPeopleStayTexts() throws {
    let household = try Household()
    let evil = "<script>alert(1)</script>"
    for body in [
      #"{"name":"\#(evil)"}"#, #"{"name":"\#(evil) room","icon":"\#(evil)"}"#,
    ] {
      #expect(try household.ask(.post, "rooms", body).status == 200)
    }
    let added = try household.ask(
      .post, "plants",
      #"{"species":"\#(evil)","name":"\#(evil) x","room":"\#(evil)","tag":"\#(evil)"}"#
    )
    #expect(added.status == 200, "\(added.response.text)")
    #expect(
      try household.ask(
        .post, "notes", #"{"all":true,"text":"\#(evil) leaf"}"#
      ).status == 200)
    let typed = "%3Cscript%3Ealert(1)%3C/script%3E"
    for target in Self.pages + [
      "/plants?query=leaf", "/plants?query=\(typed)", "/plants?tag=\(typed)",
      "/plants?family=\(typed)", "/plants/new?query=\(typed)",
      "/plants/new?species=\(typed)", "/browse?query=\(typed)",
      "/labels?query=\(typed)", "/browse?group=\(typed)", "/browse/\(typed)",
    ] {
      let text = try household.page(target, headers: ["host": typed]).text
      #expect(!text.contains("<script>"), "\(target)")
      #expect(!text.contains("=\"<"), "\(target)")
    }
  }

  @Test func thePageListsThePlantsOfTheAPI() throws {
    let household = try Household()
    for body in [
      #"{"species":"Monstera deliciosa","name":"Monty","every":"7d","tag":"big","care":true}"#,
      #"{"species":"Aloe vera","name":"Al","tag":["big","spiky"]}"#,
      #"{"species":"Nephrolepis exaltata","name":"Boston","every":"3d","new-room":"Bath"}"#,
      #"{"species":"Xyzzy plugh","name":"Odd"}"#,
    ] {
      let answer = try household.ask(.post, "plants", body)
      #expect(answer.status == 200, "\(answer.response.text)")
    }
    #expect(
      try household.ask(.post, "plants/Al/favorite", "{}").status == 200)
    #expect(try household.ask(.delete, "plants/Odd").status == 200)
    var counts: [Int] = []
    for query in [
      "", "?tag=big", "?tag=big&tag=spiky", "?favorite=true", "?room=Bath",
      "?family=Araceae", "?schedule=none", "?watering=weekly",
      "?watering=5d..8d", "?toxic=cats", "?light=partialSun", "?removed=true",
      "?all=true", "?due=today", "?due=7d", "?kind=watering",
      "?sort=-name", "?sort=newest", "?query=boston", "?query=bostn",
      "?added-since=today", "?added-until=yesterday",
    ] {
      let listed = try household.plants(listed: "plants\(query)")
      for view in ["grid", "list"] {
        let start = query.isEmpty ? "?" : "\(query)&"
        let shown = try household.plants(on: "/plants\(start)view=\(view)")
        #expect(shown == listed, "\(query)")
      }
      counts.append(listed.count)
    }
    #expect(
      counts == [
        3, 2, 1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 4, 0, 2, 2, 3, 3, 1, 1, 3, 0,
      ])
  }

  @Test func fieldsThatAreLeftEmptySayNothing() throws {
    let household = try Household()
    try household.add("Monty")
    #expect(
      try household.plants(on: "/plants?query=&due=&sort=&room=").count == 1)
    #expect(try household.page("/plants?colour=red").status == 400)
  }

  @Test func anActiveFilterCanBeRemovedAlone() throws {
    let household = try Household()
    let text = try household.page("/plants?tag=a&tag=b%26c&view=list").text
    #expect(
      text.contains(
        #"aria-current="true" href="/plants?tag=b%26c&amp;view=list""#))
    #expect(text.contains(#"href="/plants?tag=a&amp;view=list""#))
    #expect(text.contains("No plant matches these filters."))
  }

  @Test func matchesAreMarked() throws {
    let household = try Household()
    try household.add("Monty")
    let text = try household.page("/plants?query=mon").text
    #expect(text.contains("<bdi><mark>Mon</mark>ty</bdi>"))
    let near = try household.page("/plants?query=mnoty").text
    #expect(near.contains("Did you mean"))
    let none = try household.page("/plants?query=qqqqqq").text
    #expect(none.contains("No plant matches"))
  }

  @Test func aCardReadsNameSpeciesFavouriteAndWhatIsDue() throws {
    let household = try Household()
    try household.add("Monty")
    let before = try household.page("/plants").text
    #expect(
      before.contains(#"aria-label="Monty, Monstera deliciosa, water in 7 d""#))
    #expect(before.contains("icons.svg#leaf"))
    let id = try #require(household.plants(on: "/plants").first)
    let response = try household.post(
      "/do/plants/\(id)/favorite",
      "form-token=token&favorite=true&back=/plants&key=k1")
    #expect(response.status == 303)
    #expect(
      response.headers["location"]?.hasPrefix("/plants?did=k1.") == true)
    #expect(
      try household.page("/plants").text.contains(
        #"aria-label="Monty, Monstera deliciosa, favourite, water in 7 d""#))
  }

  @Test func picturesAreTheSymbolsOfCategories() throws {
    let household = try Household()
    for (name, species) in [
      ("a", "Aloe vera"), ("b", "Nephrolepis exaltata 'Unlisted'"),
    ] {
      _ = try household.ask(
        .post, "plants",
        #"{"species":"\#(species)","name":"\#(name)","as-typed":true}"#)
    }
    let text = try household.page("/plants").text
    #expect(text.contains("icons.svg#succulent"))
    #expect(text.contains("icons.svg#fern"))
  }

  @Test func hundredsOfPlantsAreShownOnDemand() throws {
    let household = try Household()
    try household.journal.with(at: household.clock) { journal in
      for number in 0..<203 {
        var plant = NewPlant(scientificName: "Aloe vera")
        plant.nickname = "Aloe \(number)"
        _ = try journal.add(plant)
      }
    }
    #expect(try household.plants(on: "/plants").count == 200)
    let first = try household.page("/plants").text
    #expect(first.contains(#"href="/plants?whole=true""#))
    #expect(first.contains("the first 200 plants"))
    let all = try household.page("/plants?whole=true&view=list").text
    #expect(all.texts(between: "data-plant=\"", and: "\"").count == 203)
    #expect(all.contains(#"class="group is-long""#))
  }

  @Test func savedFiltersAreLinks() throws {
    let household = try Household()
    try household.add("Monty")
    try household.journal.with(at: household.clock) { journal in
      let filter = try #require(NamedFilter(named: "shelf"))
      _ = try journal.changeFilter(
        FilterRequest(filter, "--favorite --tag 'a b' -- two words"), .commit)
    }
    #expect(
      try household.page("/plants").text.contains(
        #"href="/plants?query=two%20words&amp;favorite=true&amp;tag=a%20b""#))
  }

  @Test func aFilterIsSavedUsedAndDeletedOnThePage() throws {
    let household = try Household()
    try household.add("Monty", "Fern")
    let page = try household.page("/plants?query=Monty&favorite=true&view=list")
    #expect(page.text.contains("action=\"/do/filters\""))
    #expect(!page.text.contains("Delete saved filters"))
    let saved = try household.post(
      "/do/filters", "name=Best&query=Mon+ty&favorite=true&tag=a+b&sort=-age")
    #expect(saved.status == 303, "\(saved.text)")
    let all = try household.page("/plants").text
    #expect(
      all.contains(
        #"href="/plants?query=Mon%20ty&amp;favorite=true&amp;tag=a%20b&amp;sort=-age""#
      ))
    #expect(all.contains("action=\"/do/filters/best\""))
    for fields in [
      "name=none", "name=a+b&tag=x", "name=x&sort=sideways",
      "name=x&room=Nowhere",
    ] {
      let refused = try household.post("/do/filters", fields)
      #expect(
        [400, 404].contains(refused.status), "\(fields): \(refused.text)")
    }
    let program = try household.ask(
      .post, "filters", #"{"name":"stars","favorite":true}"#)
    #expect(program.status == 200, "\(program.response.text)")
    #expect(
      try household.page("/plants").text.contains(
        #"href="/plants?favorite=true""#))
    #expect(
      try household.post("/do/filters", "name=x&tag=y", as: .care).status
        == 403)
    let gone = try household.post("/do/filters/best", "method=DELETE")
    #expect(gone.status == 303)
    #expect(!(try household.page("/plants").text.contains("filters/best")))
    #expect(
      try household.post("/do/filters/best", "method=DELETE").status == 404)
  }

  // MARK: Adding

  @Test func aFormAddsAPlantAndItsRoomAsOneAction() throws {
    let household = try Household()
    let form =
      "form-token=token&species=Monstera+deliciosa&care=true&room=&every="
      + "&acquired=&location=&tag=&tag=big&from=&at=&note=&back=/plants/new"
    for (number, room) in ["Attic", "attic"].enumerated() {
      let response = try household.post(
        "/do/plants",
        "\(form)&new-room=\(room)&name=Zed\(number)&key=k\(number)")
      let place = try #require(response.headers["location"], "\(response.text)")
      #expect(response.status == 303)
      #expect(place.hasPrefix("/plants/"))
      #expect(place.contains("?did=k\(number)."))
    }
    #expect(
      try household.plants(listed: "plants?room=Attic&tag=big").count == 2)
    let count = try household.ask(.get, "rooms").json?["rooms"]?.items
      .filter { $0["name"]?.text?.lowercased() == "attic" }.count
    #expect(count == 1)
    // The second plant, then the first with its room.
    for _ in 0..<2 {
      #expect(try household.ask(.post, "undo", "{}").status == 200)
    }
    #expect(try household.plants(listed: "plants?all=true").isEmpty)
    #expect(try household.page("/plants?room=Attic").status != 200)
  }

  @Test func aRoomAndANewRoomContradict() throws {
    let household = try Household()
    let both = try household.ask(
      .post, "plants",
      #"{"species":"Aloe vera","room":"Attic","new-room":"Attic"}"#)
    #expect(both.status == 400)
    let detail = try #require(both.json?["detail"]?.text)
    #expect(detail.hasPrefix("field 'new-room' contradicts the room"))
    #expect(
      try household.ask(.post, "rooms", #"{"name":"Attic"}"#).status == 200)
    let page = try household.post(
      "/do/plants",
      "key=k&back=/plants/new?species=Aloe%2Bvera&species=Aloe+vera&room=Attic&new-room=Hall"
    )
    #expect(page.status == 400)
    #expect(page.text.contains("The new room contradicts the room"))
    #expect(page.text.contains("value=\"Hall\""))
    #expect(try household.plants(listed: "plants?all=true").isEmpty)
  }

  @Test func doubtfulNamesAreOfferedAndNotGuessed() throws {
    let household = try Household()
    let doubt = try household.page("/plants/new?species=swiss+cheese").text
    #expect(
      doubt.contains(#"href="/plants/new?species=Monstera%20deliciosa""#))
    #expect(doubt.contains(#"name="as-typed" value="true""#))
    let known = try household.page("/plants/new?species=Monstera+deliciosa")
      .text
    #expect(known.contains("Poisonous to cats and dogs"))
    #expect(known.contains("The care is that of"))
    #expect(!known.contains(#"name="as-typed""#))
  }

  @Test func whoMayOnlyReadIsShownNoForms() throws {
    let household = try Household()
    try household.add("Monty")
    for (target, status) in [("/plants", 200), ("/plants/new", 403)] {
      let response = try household.page(target, as: .readOnly)
      #expect(response.status == status)
      #expect(!response.text.contains("method=\"post\""))
    }
  }

  // MARK: The catalogue and labels

  @Test func aPlantOfTheCatalogueNamesTheCollectionsOwn() throws {
    let household = try Household()
    try household.add("Monty")
    let text = try household.page("/browse/Monstera%20deliciosa").text
    #expect(text.contains("Monty"))
    #expect(
      text.contains(#"href="/plants/new?species=Monstera%20deliciosa""#))
    #expect(try household.page("/browse/Xyzzyq%20plughq").status == 404)
  }

  @Test func codesOpenPlantsWhereThePageWasAsked() throws {
    let household = try Household()
    try household.add("Monty")
    let id = try #require(household.plants(on: "/plants").first)
    let page = try household.page(
      "/labels", headers: ["host": "plants.example:8443"]
    ).text
    #expect(!page.contains("this computer alone"))
    let code = try #require(
      QRCode("https://plants.example:8443/plants/\(id)"))
    let line = (0..<code.width).map { row in
      var end: Int?
      return code.darkRuns(inRow: row).map { run in
        defer { end = run.upperBound }
        let step =
          end.map { "m\(run.lowerBound - $0) 0" }
          ?? "M\(run.lowerBound + 4) \(row + 4).5"
        return "\(step)h\(run.count)"
      }.joined()
    }
    #expect(page.texts(between: "<path d=\"", and: "\"") == [line.joined()])
    let own = try household.page("/labels", headers: ["host": "127.0.0.1:8080"])
      .text
    #expect(own.contains("this computer alone"))
    let none = try household.page("/labels", headers: ["host": "a/b@c"]).text
    #expect(!none.contains("<path"))
  }

  @Test func aChosenPlantGetsItsLabelWhereverItIsInTheList() throws {
    let household = try Household()
    try household.add("Ada", "Zoe")
    let zoe = try household.plants(on: "/plants?query=Zoe")[0]
    let text = try household.page("/labels?limit=1&plant=\(zoe)").text
    #expect(text.contains("Zoe"))
    #expect(!text.contains("Ada"))
  }

  @Test func searchesOfTheOwnerAreShownToNobodyElse() throws {
    let household = try Household()
    try household.add("Monty")
    try household.journal.with(at: household.clock) { journal in
      journal.keep(
        RecentSearch(query: "secret fern", at: journal.now, total: 0, best: nil)
      )
    }
    #expect(try household.page("/plants/new").text.contains("secret fern"))
    let guest = WebGuest(
      id: "bea", access: .readWrite, person: Person("Bea"))
    let page = WebPages(household.api).respond(
      to: try #require(WebRequest(.get, "/plants/new")),
      from: WebVisitor(guest: guest, formToken: "token"), at: household.clock)
    #expect(page.status == 200)
    #expect(!page.text.contains("secret fern"))
  }

  @Test func labelsFillSheetsAfterUsedPlaces() throws {
    let household = try Household()
    try household.add("Monty", "Pip")
    let text = try household.page("/labels?sheet=40&skip=39").text
    #expect(text.contains("2 labels on 2 sheets"))
    #expect(text.texts(between: "class=\"label is-used", and: ">").count == 39)
    #expect(text.texts(between: "label-sheet is-a4-40", and: ">").count == 2)
  }

  @Test func aPageOfLabelsEndsWithAFullSheetAndLeadsToTheNext() throws {
    let household = try Household()
    try household.add((100..<350).map { "Plant \($0)" })
    let first = try household.page("/labels?skip=2&sheet=21").text
    #expect(first.contains("229 labels on 11 sheets"))
    #expect(first.contains("These are labels 1 to 229."))
    #expect(first.contains(#"href="/labels?sheet=21&amp;start=230""#))
    let last = try household.page("/labels?sheet=21&start=230").text
    #expect(last.contains("These are labels 230 to 250."))
    #expect(
      last.texts(between: "<p class=\"label-name\"><bdi>", and: "<")
        == (329..<350).map { "Plant \($0)" })
    #expect(!last.contains("Next labels"))
    #expect(
      try household.page("/labels?start=251").text
        .contains("There are fewer than 251 labels."))
  }
}
