internal import Encodings

/// Asks Wikidata for the pictures of species on Wikimedia Commons.
struct Wikimedia {
  /// The client.
  let client: ServiceClient

  /// A width that Wikimedia keeps ready; others are refused.
  private static let width = 960
  /// The greatest number of items of one name, such as those of a plant and
  /// of what others call so.
  private static let mostItems = 3
  /// The greatest number of pictures of a species.
  private static let mostPictures = 4

  /// Creates the value without asking anything.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  init(_ surroundings: ServiceSurroundings) throws {
    client = try ServiceClient(for: .wikimedia, surroundings)
  }

  /// Returns the free pictures that Wikidata has for a plant's scientific
  /// name, the preferred one first.
  ///
  /// - Throws: ``ServiceError``.
  func pictures(of name: String) throws -> [PictureCredit] {
    let files = try files(of: name)
    guard !files.isEmpty else { return [] }
    let titles = files.map { "File:\($0)" }.joined(separator: "|")
    let json = try ask(
      [
        ("action", "query"), ("prop", "imageinfo"),
        ("iiprop", "url|size|mime|extmetadata"),
        ("iiurlwidth", "\(Self.width)"), ("titles", titles),
      ], about: name)
    let pages = json["query"]?.items("pages") ?? []
    return files.compactMap { file in
      let page = pages.first {
        Self.title($0.text("title") ?? "") == Self.title("File:\(file)")
      }
      return page?.items("imageinfo").first.flatMap(Self.credit)
    }
  }

  /// Asks for something small, to see that the service answers.
  ///
  /// - Throws: ``ServiceError``.
  func test() throws {
    let response = try client.send(
      "GET", Self.path([("action", "query"), ("meta", "siteinfo")]), .none,
      costs: true)
    _ = try checked(try client.content(of: response))
  }

  // MARK: Questions

  /// Returns the names of the files of a species.
  private func files(of name: String) throws -> [String] {
    // A quotation mark would end the value, and no name has one.
    let value = name.filter { $0 != "\"" && $0 != "\\" }
    let found = try ask(
      [
        ("action", "query"), ("list", "search"),
        ("srlimit", "\(Self.mostItems)"),
        // Animals may have the same name, but no number of the index of plant
        // names.
        (
          "srsearch",
          "haswbstatement:\"P225=\(value)\" haswbstatement:P961"
        ),
      ], about: name)
    let items = (found["query"]?.items("search") ?? [])
      .compactMap { $0.text("title") }
      .filter { $0.first == "Q" && $0.dropFirst().allSatisfy(\.isNumber) }
    for item in items.prefix(Self.mostItems) {
      let claims = try ask(
        [
          ("action", "wbgetclaims"), ("entity", item), ("property", "P18"),
        ], about: name)
      let files = Self.files(in: claims)
      if !files.isEmpty { return files }
    }
    return []
  }

  private func ask(
    _ fields: [(String, String)], about name: String
  ) throws -> JSONValue {
    try checked(
      client.ask(Self.path(fields), .none, about: name).json)
  }

  private static func path(_ fields: [(String, String)]) -> String {
    let all = fields + [("format", "json"), ("formatversion", "2")]
    return "api.php?"
      + all.map { "\($0)=\(ServiceClient.escaped($1))" }
      .joined(separator: "&")
  }

  /// Returns an answer that is no error: errors have the status 200, too.
  private func checked(_ json: JSONValue) throws(ServiceError) -> JSONValue {
    guard let error = json["error"], case .object = error else { return json }
    switch error.text("code") {
    case "ratelimited", "maxlag":
      throw .rateLimited(.wikimedia, resetsAt: nil)
    case let code:
      throw .server(
        .wikimedia, status: 200, code.map { PictureCredit.line($0) })
    }
  }

  // MARK: Answers

  /// Returns the names of files in claims, those of the best rank first.
  static func files(in json: JSONValue) -> [String] {
    let claims = json["claims"]?.items("P18") ?? []
    func files(_ rank: String) -> [String] {
      claims.filter { $0.text("rank") ?? "normal" == rank }.compactMap {
        $0["mainsnak"]?["datavalue"]?.text("value")
      }
    }
    let all = files("preferred") + files("normal")
    // A bar would separate names.
    return Array(all.filter { !$0.contains("|") }.prefix(mostPictures))
  }

  private static func title(_ text: String) -> String {
    text.split { $0 == " " || $0 == "_" }.joined(separator: " ").lowercased()
  }

  /// Returns the file with its credit; `nil` if it is no photo, not free, or
  /// without an author who must be named.
  static func credit(_ info: JSONValue) -> PictureCredit? {
    let facts = info["extmetadata"]
    func fact(_ name: String) -> String? {
      facts?[name]?.text("value").map(PictureCredit.text(ofHTML:))
    }
    guard let url = info.text("thumburl") ?? info.text("url"),
      ["image/jpeg", "image/png", "image/webp"].contains(
        info.text("thumbmime") ?? info.text("mime") ?? ""),
      fact("NonFree")?.lowercased() != "true",
      let licence = (fact("LicenseShortName") ?? fact("License")).flatMap({
        PictureLicence($0, url: fact("LicenseUrl"))
      })
    else { return nil }
    return PictureCredit(
      url: url, source: "Wikimedia Commons", page: info.text("descriptionurl"),
      // Some authors ask for words of their own.
      author: fact("Attribution") ?? fact("Artist") ?? "", licence)
  }
}

extension SpeciesFacts {
  /// The parts of plants whose pictures show best what it is.
  private static let organs = ["habit", "leaf", nil, "flower", "fruit", "bark"]

  /// Returns the pictures that are free, those of the whole plant first.
  func credits(on service: PlantService) -> [PictureCredit] {
    let sorted = Self.organs.flatMap { organ in
      pictures.filter { $0.organ == organ }
    }
    return sorted.compactMap { picture in
      PictureLicence(picture.licence).flatMap {
        PictureCredit(
          url: picture.url, source: service.title, page: picture.url,
          author: picture.author, $0)
      }
    }
  }
}
