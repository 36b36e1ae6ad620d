import CatalogueStore
import Encodings
import JournalEvents
import JournalQueries
import JournalSync
import JournalTestSupport
import POSIXKit
import Testing

@testable import JournalWeb
@testable import PlantServices

/// Kept pictures of species are shown with their credit.
@Suite struct PictureTests {
  private let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]

  /// Keeps a picture in the home of a household.
  private func keep(
    _ file: [UInt8], author: String = "Ann", in household: Household,
    page: String = "https://commons.example/File:1",
    of species: String = "Monstera deliciosa"
  ) throws -> SpeciesPicture {
    let licence = try #require(PictureLicence("CC BY-SA 4.0"))
    let credit = try #require(
      PictureCredit(
        url: "https://up.example/\(species)/1.jpg", source: "Wikimedia Commons",
        page: page, author: author, licence))
    let picture = SpeciesPicture(
      species: species, credit: credit, content: AnswerCache.name(of: file),
      width: 640, height: 480, fetchedAt: 1_795_000_000)
    try PictureShelf(ofHomeAt: household.journal.path)
      .keep(picture, file, about: FoldedName.of(species))
    return picture
  }

  private static let pages = [
    "/plants/Monty", "/browse/Monstera%20deliciosa",
    "/browse?query=monstera+deliciosa",
  ]

  @Test(arguments: pages)
  func aPageShowsThePictureWithItsCredit(target: String) throws {
    let household = try Household()
    try household.add("Monty")
    let former = try household.page(target)
    #expect(!former.text.contains("/pictures/"))
    #expect(!former.text.contains("rel=\"external"))
    let picture = try keep(jpeg, in: household)
    // The page that was kept is another one now.
    let tag = former.headers["etag"] ?? "none"
    let response = try household.page(
      target, headers: ["if-none-match": tag])
    #expect(response.status == 200, "\(target)")
    let text = response.text
    #expect(
      text.contains("src=\"/pictures/\(picture.name)/\(picture.content)\""))
    #expect(text.contains("<bdi>Ann</bdi> / <a href="))
    #expect(text.contains("href=\"https://commons.example/File:1\""))
    #expect(
      text.contains("https://creativecommons.org/licenses/by-sa/4.0/"))
    #expect(text.contains("rel=\"external noopener noreferrer\""))
    // Nothing is loaded from elsewhere.
    #expect(!text.contains("src=\"http"))
    #expect(!text.contains("up.example"))
  }

  @Test func hostileWordsAreTextOnPages() throws {
    let household = try Household()
    try household.add("Monty")
    _ = try keep(
      jpeg, author: "<script>x()</script>\" onload=y\u{202e}", in: household,
      page: "https://a.example/\"onclick='x")
    for target in Self.pages {
      let text = try household.page(target).text
      #expect(text.contains("&lt;script&gt;x()"), "\(target)")
      #expect(!text.contains("<script>x()"), "\(target)")
      #expect(!text.contains("onclick"), "\(target)")
      #expect(!text.contains("\u{202e}"), "\(target)")
    }
  }

  @Test func aPictureIsKeptForeverByBrowsersAndGuestsSeeIt() throws {
    let household = try Household()
    try household.add("Monty")
    let picture = try keep(jpeg, in: household)
    let guest = WebGuest(id: "sitter", access: .readOnly, person: nil)
    let (status, _, response) = try household.ask(
      .get, picture.path, from: guest)
    #expect(status == 200 && response.body == jpeg)
    #expect(response.headers["content-type"] == "image/jpeg")
    #expect(response.headers["etag"] == "\"\(picture.content)\"")
    #expect(
      response.headers["cache-control"]
        == "private, max-age=31536000, immutable")
    #expect(
      response.headers["content-security-policy"]
        == "default-src 'none'; sandbox")
    let again = try household.ask(
      .get, picture.path,
      headers: ["if-none-match": "\"\(picture.content)\""])
    #expect(again.status == 304 && again.response.body.isEmpty)
    #expect(try household.page("/\(picture.path)").body == jpeg)
    for path in [
      "pictures/\(picture.content)/\(picture.name)",
      "pictures/\(picture.name)/x", "pictures/..%2f..%2fidentity/x",
      "pictures/\(picture.name)/\(picture.name)",
    ] {
      #expect(try household.ask(.get, path).status == 404, "\(path)")
    }
  }

  @Test func theAPINamesThePictureOfAPlant() throws {
    let household = try Household()
    try household.add("Monty")
    #expect(try household.ask(.get, "plants/Monty").json?["picture"] == nil)
    let picture = try keep(jpeg, in: household)
    let json = try household.ask(.get, "plants/Monty").json?["picture"]
    #expect(json?["path"]?.text == picture.path)
    #expect(json?["author"]?.text == "Ann")
    #expect(json?["licence"]?.text == "CC BY-SA 4.0")
  }

  @Test func whatIsRemovedIsGoneFromMemoryToo() throws {
    let household = try Household()
    let picture = try keep(jpeg, in: household)
    #expect(try household.ask(.get, picture.path).status == 200)
    #expect(household.api.pictures.count == 1)
    let shelf = PictureShelf(ofHomeAt: household.journal.path)
    _ = try shelf.clear(subjects: ["monstera deliciosa"])
    #expect(try household.ask(.get, picture.path).status == 404)
    #expect(household.api.pictures.count == 0)
  }

  @Test func memoryIsBoundedAndForgetsTheLongestUnused() throws {
    let household = try Household()
    let files = (0..<4).map { jpeg + [UInt8($0)] }
    let pictures = try files.enumerated().map { place, file in
      try keep(file, in: household, of: "Species \(place)")
    }
    let shelf = PictureShelf(ofHomeAt: household.journal.path)
    let memory = KeptPictures(mostFiles: 2, mostBytes: 20)
    func ask(_ place: Int) throws -> [UInt8]? {
      memory.file(
        named: pictures[place].name,
        try #require(BlobName(pictures[place].content)), on: shelf)
    }
    for place in [0, 1, 0, 2, 3] {
      #expect(try ask(place) == files[place])
      #expect(memory.count <= 2)
    }
    let large = KeptPictures(mostFiles: 9, mostBytes: 8)
    for (place, picture) in pictures.enumerated() {
      let content = try #require(BlobName(picture.content))
      #expect(
        large.file(named: picture.name, content, on: shelf) == files[place])
      #expect(large.count == 1)
    }
  }

  @Test func aPictureGoesWithTheLastPlantOfItsSpecies() throws {
    let household = try Household()
    try household.add("Monty", "Dolly")
    _ = try keep(jpeg, in: household)
    let shelf = PictureShelf(ofHomeAt: household.journal.path)
    let followUps = FollowUps(
      of: household.journal, by: "/none",
      clock: { [clock = household.clock] in clock },
      tell: { _ in })
    let api = WebAPI(of: household.journal, followedBy: followUps)
    for (name, isLeft) in [("Monty", true), ("Dolly", false)] {
      let request = try #require(
        WebRequest(.delete, "/api/v1/plants/\(name)"))
      let answer = api.respond(
        to: request, from: household.keeper, at: household.clock)
      #expect(answer.status == 200, "\(name)")
      followUps.finish()
      #expect(
        (shelf.picture(of: "Monstera deliciosa") != nil) == isLeft, "\(name)")
    }
    // As a server does when it starts.
    _ = try keep(jpeg, in: household)
    followUps.removeStrayPictures()
    followUps.finish()
    #expect(shelf.picture(of: "Monstera deliciosa") == nil)
  }
}
