import Encodings
import Glibc
import JournalActions
import JournalProjections
import JournalQueries
import JournalSync
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalWeb

/// Photos are sent, shown, changed and removed.
@Suite struct PhotoTests {
  /// The program that decodes, built with the tests where libvips is.
  static let program: String? = {
    let own = FileSystem.target(ofLink: "/proc/self/exe") ?? ""
    let directory = FileSystem.parent(of: CommandLine.arguments[0]) ?? ""
    let places = [directory, FileSystem.parent(of: own) ?? ""]
      .map { $0 + "/plantguide-photo" }
    return places.first(where: FileSystem.isExecutable)
  }()

  /// A household with a plant, and a photo taken on 8 Nov 2026.
  private func household(
    program: String = program ?? "/nowhere"
  ) throws -> (Household, leaf: [UInt8]) {
    let household = try Household(photosBy: program)
    try household.add("Monty")
    let root = #filePath.split(separator: "/").dropLast(3)
    let path = "/\(root.joined(separator: "/"))/Tests/EndToEnd/samples/leaf.jpg"
    let leaf = try File.contents(of: path, atMost: 1 << 20)
    return (household, try #require(leaf))
  }

  private static let carer = WebGuest(
    id: "sitter", access: .care, person: Person("Bea"))

  @discardableResult
  private func send(
    _ body: [UInt8], _ query: String, type: String = "image/jpeg",
    key: String? = nil, from guest: WebGuest? = nil, to household: Household
  ) throws -> WebResponse {
    var headers = ["content-type": type]
    headers["idempotency-key"] = key
    let request = try #require(
      WebRequest(.post, "/api/v1/photos\(query)", headers: headers, body: body))
    return household.api.respond(
      to: request, from: guest ?? Self.carer, at: household.clock)
  }

  private func photos(_ household: Household) throws -> [JSONValue] {
    let answer = try household.ask(.get, "plants/Monty/photos")
    return answer.json?["plants"]?.items.first?["photos"]?.items ?? []
  }

  private func form(_ files: [(String, [UInt8])]) -> [UInt8] {
    var body = Array(
      "--x\r\nContent-Disposition: form-data; name=\"plant\"\r\n\r\nMonty\r\n"
        .utf8)
    for (name, content) in files {
      let head =
        "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n"
      body += Array(head.utf8) + content + Array("\r\n".utf8)
    }
    return body + Array("--x--\r\n".utf8)
  }

  @Test(.enabled(if: program != nil))
  func aSentPhotoKeepsItsDateAndIsShown() throws {
    let (household, leaf) = try household()
    let answer = try send(leaf, "?plant=Monty&note=leaf", to: household)
    #expect(answer.status == 200, "\(answer.text)")
    let photo = try #require(try photos(household).first)
    #expect(photo["dateSource"]?.text == "original")
    #expect(photo["takenAt"]?.text?.hasPrefix("2026-11-08T10:12:00") == true)
    #expect(photo["note"]?.text == "leaf")
    let id = try #require(photo["id"]?.text)
    let short = try #require(photo["shortId"]?.text)
    for name in [id, short] {
      let file = try household.ask(.get, "photos/\(name)").response
      #expect(file.status == 200, "\(file.text)")
      #expect(file.headers["content-type"] == "image/jpeg")
      #expect(
        file.headers["cache-control"]
          == "private, max-age=31536000, immutable")
      let tag = try #require(file.headers["etag"])
      #expect(tag == "\"\(photo["sha256"]?.text ?? "")\"")
      let again = try household.ask(
        .get, "photos/\(name)", headers: ["if-none-match": tag]
      ).response
      #expect(again.status == 304 && again.body.isEmpty)
      let small = try household.ask(.get, "photos/\(name)/thumbnail").response
      #expect(small.status == 200 && small.body.starts(with: [0xff, 0xd8]))
      #expect(small.body.count < file.body.count)
      let smallTag = small.headers["etag"] ?? ""
      #expect(
        try household.ask(
          .get, "photos/\(name)/thumbnail",
          headers: ["if-none-match": smallTag]
        ).status == 304)
    }
  }

  @Test(.enabled(if: program != nil))
  func aFormBringsSeveralPhotosOrNone() throws {
    let (household, leaf) = try household()
    let type = "multipart/form-data; boundary=x"
    let refused = try send(
      form([("leaf.jpg", leaf), ("page.jpg", Array("<html>".utf8))]), "",
      type: type, to: household)
    #expect(refused.status == 400, "\(refused.text)")
    #expect(refused.text.contains("page.jpg"), "\(refused.text)")
    #expect(try photos(household).isEmpty)
    let before = try household.eventCount()
    let rehearsed = try send(
      form([("leaf.jpg", leaf)]), "?dry-run=true", type: type, to: household)
    #expect(rehearsed.status == 200, "\(rehearsed.text)")
    #expect(try household.eventCount() == before)
    // The second file is the same photo.
    let added = try send(
      form([("leaf.jpg", leaf), ("again.jpg", leaf)]), "", type: type,
      to: household)
    #expect(added.status == 200, "\(added.text)")
    #expect(try photos(household).count == 1)
    // No file of what was refused or rehearsed stays.
    let files = try FileSystem.names(in: household.journal.path + "/blobs")
    #expect(files.filter { $0.utf8.count == 64 }.count == 2, "\(files)")
    let none = try send(form([]), "", type: type, to: household)
    #expect(none.status == 400 && none.text.contains("is missing"))
    let many = form(Array(repeating: ("x.jpg", leaf), count: 21))
    #expect(try send(many, "", type: type, to: household).status == 400)
  }

  @Test(.enabled(if: program != nil))
  func aPlantIsAddedWithItsPhotoOrNotAtAll() throws {
    let (household, leaf) = try household()
    let type = "multipart/form-data; boundary=x"
    func add(_ name: String, _ file: [UInt8]) throws -> WebResponse {
      var body = Array(
        "--x\r\nContent-Disposition: form-data; name=\"species\"\r\n\r\nFicus\r\n"
          .utf8)
      body += Array(
        "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\n\r\n"
          .utf8)
      body += file + Array("\r\n--x--\r\n".utf8)
      let request = try #require(
        WebRequest(
          .post, "/do/plants", headers: ["content-type": type], body: body))
      return WebPages(household.api).respond(
        to: request,
        from: WebVisitor(guest: household.keeper, formToken: "token"),
        at: household.clock)
    }
    let before = try household.eventCount()
    let refused = try add("page.jpg", Array("<html>".utf8))
    #expect(refused.status == 400, "\(refused.text)")
    #expect(try household.eventCount() == before)
    let added = try add("leaf.jpg", leaf)
    #expect(added.status == 303, "\(added.text)")
    let place = try #require(added.headers["location"])
    let page = try household.page(String(place.prefix { $0 != "?" })).text
    #expect(page.contains("/thumbnail"))
    // A browser sends an empty name for no file.
    #expect(try add("", []).status == 303)
  }

  @Test(.enabled(if: program != nil))
  func aRepeatedUploadAddsNothing() throws {
    let (household, leaf) = try household()
    let first = try send(leaf, "?plant=Monty", key: "tap", to: household)
    let count = try household.eventCount()
    let again = try send(leaf, "?plant=Monty", key: "tap", to: household)
    #expect(first.status == 200 && again.status == 200)
    #expect(again.body == first.body)
    #expect(again.headers["idempotency-replayed"] == "true")
    let other = try send(
      Array(leaf.dropLast()), "?plant=Monty", key: "tap", to: household)
    #expect(other.status == 422)
    #expect(try household.eventCount() == count)
  }

  @Test(.enabled(if: program != nil))
  func aThumbnailIsMadeApartIfItIsNotKept() throws {
    let (household, leaf) = try household()
    try send(leaf, "?plant=Monty", to: household)
    let photo = try #require(try photos(household).first)
    let id = try #require(photo["id"]?.text)
    let home = household.journal.path
    func atOnce(_ path: String = "/thumbnail") throws -> WebResponse? {
      let target = "/api/v1/photos/\(id)\(path)"
      return household.api.respond(
        to: try #require(WebRequest(.get, target)), from: household.keeper,
        at: household.clock, mayTakeLong: false)
    }
    #expect(try atOnce()?.status == 200)
    #expect(try atOnce("")?.status == 200)
    let file = try #require(photo["sha256"]?.text)
    for name in try FileSystem.names(in: home + "/cache") {
      _ = try FileSystem.remove("\(home)/cache/\(name)")
    }
    for name in try FileSystem.names(in: home + "/blobs") where name != file {
      _ = try FileSystem.remove("\(home)/blobs/\(name)")
    }
    #expect(try atOnce() == nil)
    // Nor is the photo shown before it was decoded here.
    #expect(try atOnce("") == nil)
    let made = try household.ask(.get, "photos/\(id)/thumbnail").response
    #expect(made.status == 200 && made.body.starts(with: [0xff, 0xd8]))
    #expect(try atOnce()?.body == made.body)
    #expect(try atOnce("")?.status == 200)
    // An upload always takes long, whatever it brings.
    let upload = try #require(WebRequest(.post, "/api/v1/photos"))
    #expect(
      household.api.respond(
        to: upload, from: household.keeper, at: household.clock,
        mayTakeLong: false) == nil)
    _ = try FileSystem.remove("\(home)/blobs/\(file)")
    let gone = try household.ask(.get, "photos/\(id)")
    #expect(gone.status == 404)
    #expect(gone.response.text.contains("is not on the server's machine"))
  }

  @Test(.enabled(if: program != nil))
  func whatIsSaidOfAPhotoChanges() throws {
    let (household, leaf) = try household()
    try send(leaf, "?plant=Monty&note=leaf", to: household)
    let id = try #require(try photos(household).first?["id"]?.text)
    let path = "photos/\(id)"
    #expect(
      try household.ask(
        .patch, path, #"{"note":"","at":"2026-11-07","favorite":true}"#
      ).status == 200)
    let photo = try #require(try photos(household).first)
    #expect(photo["takenAt"]?.text?.hasPrefix("2026-11-07T10:12:00") == true)
    #expect(photo["note"]?.text == nil)
    #expect(try household.ask(.patch, path, "{}").status == 400)
    #expect(try household.ask(.delete, path, from: Self.carer).status == 403)
    let removed = try household.ask(.delete, path)
    #expect(removed.status == 200, "\(removed.response.text)")
    #expect(try photos(household).isEmpty)
    #expect(try household.ask(.get, path).status == 404)
    let undo = try #require(removed.json?["undo"]?.text)
    #expect(
      try household.ask(.post, String(undo.dropFirst("/api/v1/".count)))
        .status == 200)
    #expect(try household.ask(.get, path).status == 200)
  }

  @Test func withoutTheProgramTheAnswerSaysSo() throws {
    let (household, leaf) = try household(program: "/nowhere")
    let answer = try send(leaf, "?plant=Monty", to: household)
    #expect(answer.status == 501, "\(answer.text)")
    #expect(answer.text.contains("plantguide-photo"), "\(answer.text)")
    let type = "multipart/form-data; boundary=x"
    let other = try send(form([("a.jpg", leaf)]), "", type: type, to: household)
    #expect(other.status == 501)
  }

  @Test func whoMayOnlyReadBringsNothing() throws {
    let (household, leaf) = try household()
    let guest = WebGuest(id: "guest", access: .readOnly, person: nil)
    let answer = try send(leaf, "?plant=Monty", from: guest, to: household)
    #expect(answer.status == 403)
    for (body, type, query, status) in [
      (leaf, "image/jpeg", "", 400), (leaf, "image/jpeg", "?plant=x", 404),
      (leaf, "text/html", "?plant=Monty", 415),
      (leaf, "multipart/form-data", "?plant=Monty", 400),
      ([], "image/jpeg", "?plant=Monty", 400),
      (leaf, "image/jpeg", "?plant=Monty&at=nonsense", 400),
      (leaf, "image/jpeg", "?plant=Monty&colour=red", 400),
    ] {
      let answer = try send(body, query, type: type, to: household)
      #expect(answer.status == status, "\(query): \(answer.text)")
    }
    // Files are fields of no other request.
    let other = try household.ask(
      .post, "care?plant=Monty&kind=watering", "x",
      headers: ["content-type": "image/png"])
    #expect(other.status == 400, "\(other.response.text)")
    #expect(try household.ask(.get, "photos/nothing").status == 404)
  }

  @Test func aFileIsServedAsWhatItsBytesAre() {
    func type(_ bytes: [UInt8]) -> ImageType? { ImageType(of: bytes) }
    #expect(type([0xff, 0xd8, 0xff, 0xe0]) == .jpeg)
    #expect(type(Array("RIFF\0\0\0\0WEBPVP8".utf8)) == .webp)
    #expect(type([0x89] + Array("PNG\r\n\u{1a}\n".utf8)) == .png)
    #expect(type(Array("\0\0\0\u{1c}ftypavif".utf8)) == .avif)
    for text in ["", "<svg>", "<html>", "RIFF", "RIFF\0\0\0\0WAVE", "GIF89a"] {
      #expect(type(Array(text.utf8)) == nil)
    }
  }
}
