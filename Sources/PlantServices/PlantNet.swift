package import Encodings
internal import JournalSync

/// Asks Pl@ntNet which plant photos show.
package struct PlantNet {
  /// The client.
  package let client: ServiceClient

  /// A photo to identify.
  package struct Photo {
    /// A JPEG or PNG file, at most 1,280 pixels wide and high, without
    /// metadata.
    package var bytes: [UInt8]
    /// The part of the plant: leaf, flower, fruit, bark or auto.
    package var organ: String

    /// Creates a photo.
    package init(_ bytes: [UInt8], organ: String = "auto") {
      self.bytes = bytes
      self.organ = organ
    }
  }

  /// The greatest number of photos of one identification.
  package static let mostPhotos = 5
  /// The greatest number of their bytes.
  package static let mostBytes = 50 << 20
  private static let proof = ServiceClient.Proof.query("api-key")

  /// Creates the value without asking anything.
  ///
  /// - Throws: ``ServiceError``, or errors of the file of services.
  package init(_ surroundings: ServiceSurroundings) throws {
    client = try ServiceClient(for: .plantnet, surroundings)
  }

  /// Identifies the plant in one to five photos. Each call counts, also one
  /// that fails, so it is sent once.
  ///
  /// - Parameters:
  ///   - photos: The photos of one plant.
  ///   - project: The flora to search.
  ///   - language: The language of the common names, in two letters.
  ///   - wantsPictures: Whether to name pictures for comparison.
  /// - Returns: The candidates and what is left of the quota.
  /// - Throws: ``ServiceError``, or errors of the key.
  package func identify(
    _ photos: [Photo], project: String = "all", language: String = "en",
    wantsPictures: Bool = true
  ) throws -> IdentificationAnswer {
    // Each failure of the service costs as much as a success.
    let byteCount = photos.reduce(0) { $0 + $1.bytes.count }
    guard 1...Self.mostPhotos ~= photos.count, byteCount <= Self.mostBytes
    else { throw ServiceError.photoRefused(.plantnet, status: 413, nil) }
    guard photos.allSatisfy({ Self.type(of: $0.bytes) != nil }) else {
      throw ServiceError.photoRefused(.plantnet, status: 415, nil)
    }
    let boundary = "plantguide-\(UInt64.random(in: .min ... .max))"
    var path = "v2/identify/\(ServiceClient.escaped(project))?lang="
    path += ServiceClient.escaped(language)
    if wantsPictures { path += "&include-related-images=true" }
    let response = try client.send(
      "POST", path, Self.proof,
      headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
      body: Self.form(photos, boundary), costs: true)
    var answer = Self.answer(try client.content(of: response))
    let left = answer.quota?.remaining ?? client.headers.remaining
    answer.quota = .init(
      remaining: left, total: client.headers.limit,
      resetsAt: client.headers.resetsAt)
    return answer
  }

  /// Returns the identifications of today. Asking costs none.
  ///
  /// - Throws: ``ServiceError``, or errors of the key.
  package func quota() throws -> IdentificationAnswer.Quota {
    let response = try client.send(
      "GET", "v2/quota/daily", Self.proof, costs: true)
    var quota = Self.quota(try client.content(of: response))
    // The day of Pl@ntNet is that of UTC.
    let now = client.surroundings.now
    quota.resetsAt = client.headers.resetsAt ?? now - now % 86_400 + 86_400
    return quota
  }

  // MARK: Requests

  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
    return nil
  }

  /// Returns a form with the photos and their organs in the same order (RFC
  /// 7578).
  static func form(_ photos: [Photo], _ boundary: String) -> [UInt8] {
    var form: [UInt8] = []
    func part(_ name: String, _ more: String = "") {
      form += Array(
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n"
          .utf8)
    }
    for (index, photo) in photos.enumerated() {
      let type = type(of: photo.bytes) ?? "image/jpeg"
      let suffix = type == "image/png" ? "png" : "jpg"
      part(
        "images",
        "; filename=\"photo\(index + 1).\(suffix)\"\r\nContent-Type: \(type)")
      form += photo.bytes
      form += Array("\r\n".utf8)
    }
    for photo in photos {
      part("organs")
      form += Array("\(photo.organ)\r\n".utf8)
    }
    form += Array("--\(boundary)--\r\n".utf8)
    return form
  }

  // MARK: Answers

  /// Reads an answer to an identification. Results without a name are left out.
  package static func answer(_ json: JSONValue) -> IdentificationAnswer {
    let remaining = json.count("remainingIdentificationRequests")
    return IdentificationAnswer(
      service: PlantService.plantnet.rawValue,
      // The misspelt name is that of the service.
      model: json.text("preferedReferential")
        ?? json.text("preferredReferential")
        ?? json["query"]?.text("project") ?? "",
      version: json.text("version") ?? "",
      candidates: json.items("results").compactMap(candidate)
        .sorted { $1.score < $0.score },
      quota: remaining.map { .init(remaining: $0) })
  }

  private static func candidate(
    _ json: JSONValue
  ) -> IdentificationAnswer.Candidate? {
    guard let species = json["species"], let score = json.number("score"),
      0...1 ~= score,
      let name = species.name("scientificNameWithoutAuthor")
        ?? species.name("scientificName")
    else { return nil }
    func taxon(_ name: String) -> String {
      species[name]?.name("scientificNameWithoutAuthor")
        ?? species[name]?.name("scientificName") ?? ""
    }
    var candidate = IdentificationAnswer.Candidate(
      scientificName: name, score: score)
    candidate.author = species.name("scientificNameAuthorship") ?? ""
    candidate.commonNames = species.names("commonNames")
    candidate.family = taxon("family")
    candidate.genus = taxon("genus")
    candidate.gbifID = json["gbif"]?.text("id")
    candidate.pictures = json.items("images").compactMap(picture)
    return candidate
  }

  private static func picture(
    _ json: JSONValue
  ) -> IdentificationAnswer.Picture? {
    guard let urls = json["url"],
      let url = urls.text("o") ?? urls.text("m") ?? urls.text("s")
    else { return nil }
    var picture = IdentificationAnswer.Picture(url: url)
    picture.thumbnailURL = urls.text("s") ?? urls.text("m")
    picture.organ = json.text("organ")
    picture.author = json.text("author") ?? ""
    picture.licence = json.text("license") ?? json.text("licence") ?? ""
    return picture
  }

  /// Reads an answer about the quota.
  package static func quota(_ json: JSONValue) -> IdentificationAnswer.Quota {
    let counts = json["quota"]?["identify"] ?? json["identify"] ?? .null
    let total = counts.count("total")
    let used = counts.count("count")
    return .init(
      remaining: counts.count("remaining")
        ?? total.flatMap { total in used.map { max(0, total - $0) } },
      total: total)
  }
}
