import Encodings
import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@testable import PlantServices

/// The pictures of species.
struct PictureTests {
  @Test(
    arguments: [
      ("CC BY-SA 4.0", "CC BY-SA 4.0"), ("cc-by-sa", "CC BY-SA"),
      ("CC BY 2.0", "CC BY 2.0"), ("cc0", "CC0"), ("CC-zero", "CC0"),
      ("Public domain", "public domain"), ("PD-USGov", "public domain"),
      ("GFDL 1.2", "GFDL 1.2"), ("Free Art License", "Free Art License"),
      ("cc-by-sa-3.0,2.5,2.0,1.0", "CC BY-SA 3.0"),
    ])
  func aFreeLicenceHasAName(text: String, name: String) {
    #expect(PictureLicence(text)?.name == name)
  }

  @Test(
    arguments: [
      "", "CC BY-NC 4.0", "cc-by-nc-sa", "CC BY-ND 2.0", "Fair use",
      "All rights reserved", "copyright", "unknown", "©", "(c) Ann",
      "CC BY-NonCommercial", "cc", "by",
    ])
  func otherLicencesAreRefused(text: String) {
    #expect(PictureLicence(text) == nil)
  }

  @Test func theAddressOfALicenceIsAPage() {
    let own = "https://creativecommons.org/licenses/by/4.0/"
    #expect(PictureLicence("CC BY 4.0")?.url == own)
    #expect(PictureLicence("CC BY 4.0", url: "javascript:x()")?.url == own)
    let other = PictureLicence("CC BY 4.0", url: "//cc.example/by")
    #expect(other?.url == "https://cc.example/by")
    #expect(PictureLicence("cc-by")?.url == nil)
  }

  @Test(
    arguments: [
      ("<a href=\"//x\">Ann &amp; Bo</a>", "Ann & Bo"),
      ("Ann<br/>\n  Bo", "Ann Bo"), ("A &lt;b&gt;", "A <b>"),
      ("&#65;&#x42;&nbsp;&quot;&unknown;&", "AB \"&unknown;&"),
      ("a<b", "a"), ("<style>x</style>", "x"), ("&#xffffffff;", "&#xffffffff;"),
      ("&amp", "&amp"), ("", ""), ("1 < 2 > 1", "1 1"),
    ])
  func theTextOfMarkupIsOneLine(html: String, text: String) {
    #expect(PictureCredit.text(ofHTML: html) == text)
  }

  @Test func anAuthorWhoMustBeNamedIsNamed() throws {
    let licence = try #require(PictureLicence("CC BY 4.0"))
    func credit(_ author: String, _ licence: PictureLicence) -> PictureCredit? {
      PictureCredit(
        url: "https://x.example/1.jpg", source: "Trefle", page: "ftp://x",
        author: author, licence)
    }
    #expect(credit(" \n", licence) == nil)
    let found = try #require(credit("Ann\u{1b}[31m\tB", licence))
    #expect(found.author == "Ann [31m B" && found.page == nil)
    #expect(found.words == "Ann [31m B / Trefle, CC BY 4.0")
    let free = try #require(PictureLicence("CC0"))
    #expect(credit("", free)?.words == "Trefle, CC0")
  }

  @Test func theBestRankOfClaimsComesFirst() throws {
    let claim = { (rank: String, file: String) in
      #"{"rank":"\#(rank)","mainsnak":{"datavalue":{"value":"\#(file)"}}}"#
    }
    let claims = [
      claim("normal", "B.jpg"), claim("deprecated", "C.jpg"),
      claim("preferred", "A.jpg"), claim("normal", "x|y.jpg"),
      #"{"rank":"normal","mainsnak":{"snaktype":"novalue"}}"#, "7",
    ].joined(separator: ",")
    let json = try JSONReader.parse(
      Array(#"{"claims":{"P18":[\#(claims)]}}"#.utf8).span.bytes)
    #expect(Wikimedia.files(in: json) == ["A.jpg", "B.jpg"])
    for other in ["{}", #"{"claims":[]}"#, #"{"claims":{"P18":{}}}"#] {
      let json = try JSONReader.parse(Array(other.utf8).span.bytes)
      #expect(Wikimedia.files(in: json) == [])
    }
  }

  // MARK: Addresses

  private func client(url: String? = nil) throws -> ServiceClient {
    let directory = try TemporaryDirectory()
    let home = directory.path + "/home"
    try FileSystem.makeDirectory(home)
    if let url {
      try PlantService.wikimedia.choose([.url: url], ofHomeAt: home)
    }
    return try ServiceClient(
      for: .wikimedia,
      ServiceSurroundings(
        home: home, now: 0, variable: { _ in nil }, sibling: { $0 }))
  }

  @Test(
    arguments: [
      "http://a.example/1.jpg", "https://127.0.0.1/1.jpg", "https://[::1]/1",
      "https://localhost/1.jpg", "https://10.0.0.1:8080/",
      "https://2130706433/",
      "https://0x7f.1/", "https://user@a.example/1", "file:///etc/passwd",
      "https://a.example/ b", "https://a.example/#x", "https:///x", "//",
      "https://a.example\\b/", "https://127.0.0.1:9/w/1.jpg",
    ])
  func otherAddressesAreRefused(url: String) throws {
    for client in [try client(), try client(url: "http://127.0.0.1:8/w")] {
      #expect(throws: BrokenPicture.self, "\(url)") {
        try PictureAddress(url, of: client)
      }
    }
  }

  @Test func anAddressOfTheServiceThatTheOwnerSetCounts() throws {
    let own = try client(url: "http://127.0.0.1:8/w")
    let place = try PictureAddress("http://127.0.0.1:8/x/1.jpg?a=b", of: own)
    #expect(place.isOwn && place.path == "x/1.jpg?a=b")
    let other = try PictureAddress("//Up.Example/1%28a%29.jpg", of: own)
    #expect(!other.isOwn && other.host == "up.example")
    #expect(other.origin == "https://up.example")
    #expect(other.path == "1%28a%29.jpg")
    #expect(throws: BrokenPicture.self) {
      try PictureAddress("http://127.0.0.1:8/x", of: try client())
    }
  }

  // MARK: The shelf

  static func picture(
    of species: String, _ url: String, _ file: [UInt8], at now: Int = 10
  ) throws -> SpeciesPicture {
    let licence = try #require(PictureLicence("CC BY-SA 4.0"))
    let credit = try #require(
      PictureCredit(
        url: url, source: "Wikimedia Commons", page: "https://c.example/1",
        author: "Ann", licence))
    return SpeciesPicture(
      species: species, credit: credit, content: AnswerCache.name(of: file),
      width: 4, height: 3, fetchedAt: now)
  }

  private func shelf(
    limit: Int = 1_000_000
  ) throws -> (PictureShelf, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    return (
      PictureShelf(AnswerCache(at: directory.path + "/p", limit: limit)),
      directory
    )
  }

  private func keep(
    _ species: String, _ url: String, _ file: [UInt8], on shelf: PictureShelf
  ) throws -> SpeciesPicture {
    let picture = try Self.picture(of: species, url, file)
    try shelf.keep(picture, file, about: FoldedName.of(species))
    return picture
  }

  @Test func aPictureComesBackWithItsCredit() throws {
    let (shelf, directory) = try shelf()
    defer { _ = directory.path }
    #expect(shelf.isEmpty && shelf.version.isEmpty)
    #expect(shelf.picture(of: "Ficus lyrata") == nil)
    let picture = try keep("Ficus lyrata", "https://a/1", [1, 2], on: shelf)
    #expect(shelf.picture(of: "FICUS Lyrata") == picture)
    #expect(
      shelf.file(named: picture.name, content: picture.content) == [1, 2])
    // Another content, a record and a path are no pictures.
    let other = AnswerCache.name(of: "x")
    #expect(shelf.file(named: picture.name, content: other) == nil)
    let record = AnswerCache.name(of: "species:ficus lyrata")
    #expect(shelf.file(named: record, content: other) == nil)
    #expect(shelf.file(named: "../p/\(picture.name)", content: other) == nil)
    #expect(shelf.size.count == 1)
  }

  @Test func whatIsNotFoundIsRemembered() throws {
    let (shelf, directory) = try shelf()
    defer { _ = directory.path }
    shelf.noteNone(about: "a", at: 100)
    let week = 7 * 86_400
    guard case .none? = shelf.finding(about: "a", at: 99 + week) else {
      return #expect(Bool(false), "it was forgotten")
    }
    #expect(shelf.finding(about: "a", at: 100 + week) == nil)
    shelf.noteFault("gone", of: "https://a/1", about: "a", at: 100)
    #expect(shelf.fault(of: "https://a/1", at: 99 + 86_400) == "gone")
    #expect(shelf.fault(of: "https://a/1", at: 100 + 86_400) == nil)
    #expect(shelf.size.count == 0)
  }

  @Test func aFileThatAnotherSpeciesShowsStays() throws {
    let (shelf, directory) = try shelf()
    defer { _ = directory.path }
    _ = try keep("A a", "https://a/1", [1], on: shelf)
    let other = try keep("B b", "https://a/1", [1], on: shelf)
    #expect(try shelf.clear(subjects: ["a a"]).count == 0)
    #expect(shelf.picture(of: "A a") == nil)
    #expect(shelf.picture(of: "B b") == other)
    #expect(try shelf.clear(subjects: ["b b"]).count == 1)
    #expect(shelf.subjects.isEmpty)
  }

  @Test func theLongestUnusedPicturesGoFirst() throws {
    let (shelf, directory) = try shelf(limit: 4_000)
    defer { _ = directory.path }
    let bytes = [UInt8](repeating: 7, count: 1_000)
    for (place, name) in ["a", "b", "c", "d"].enumerated() {
      _ = try keep(name, "https://x/\(name)", bytes, on: shelf)
      for file in try FileSystem.names(in: shelf.cache.path) {
        let path = "\(shelf.cache.path)/\(file)"
        if try FileStatus(of: path).modifiedAt > 1_000 {
          let time = timespec(tv_sec: 10 + place, tv_nsec: 0)
          utimensat(AT_FDCWD, path, [time, time], 0)
        }
      }
    }
    #expect(shelf.picture(of: "a") == nil)
    #expect(shelf.picture(of: "d") != nil)
    #expect(shelf.cache.size.bytes <= 4_000)
  }

  @Test func brokenRecordsAreNone() throws {
    let (shelf, directory) = try shelf()
    defer { _ = directory.path }
    for body in [
      "", "{", "{}", "[]", #"{"species":"a"}"#,
      #"{"species":"a","url":"u","content":"../x","source":"s","licence":"l","width":1,"height":1}"#,
      #"{"species":"a","url":"u","content":"\#(AnswerCache.name(of: "x"))","source":"s","licence":"l","width":-1,"height":1}"#,
    ] {
      var entry = AnswerCache.Entry(
        url: "species:a", storedAt: 1, freshUntil: 2)
      entry.body = Array(body.utf8)
      try shelf.cache.store(entry)
      #expect(shelf.picture(of: "a") == nil, "\(body)")
    }
  }
}
