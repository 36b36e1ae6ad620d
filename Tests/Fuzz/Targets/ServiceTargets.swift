internal import Encodings
internal import JournalCare

@testable internal import PlantServices

extension FuzzTarget {
  /// An answer of a service, by its first byte: the headers of any, a file of
  /// the cache, or JSON: a species or a page of Trefle, a plant of Open
  /// Plantbook, an identification or a quota of Pl@ntNet, claims or a picture
  /// of Wikimedia.
  static let services = FuzzTarget("services") { bytes in
    let body = Array(bytes.dropFirst())
    if bytes.first == UInt8(ascii: "h") {
      return try holdHeaders(String(decoding: body, as: UTF8.self))
    }
    if bytes.first == UInt8(ascii: "c") {
      guard let entry = AnswerCache.entry(in: body) else { return }
      return try hold(
        entry.body.count < body.count, "an entry is longer than its file")
    }
    guard let json = ServiceClient.json(in: body, type: "") else { return }
    let page = TreflePage(json)
    try hold(
      page.rows.allSatisfy { !$0.slug.isEmpty && !$0.scientificName.isEmpty },
      "a row has no name")
    let found = [
      SpeciesFacts(trefle: json), SpeciesFacts(openPlantbook: json),
    ]
    for species in found.compactMap(\.self) {
      let growth = species.growth
      try hold(
        (0...10).contains(growth.light ?? 0)
          && (0...10).contains(growth.soilHumidity ?? 0)
          && (growth.minimumTemperature ?? -90)
            <= (growth.maximumTemperature ?? 60),
        "growth data is out of range")
      try hold(
        species.pictures.allSatisfy { $0.url.hasPrefix("https://") },
        "a picture has a strange address")
    }
    let answer = PlantNet.answer(json)
    try hold(
      answer.candidates.allSatisfy { (0...1).contains($0.score) },
      "a score is out of range")
    _ = PlantNet.quota(json)
    try hold(
      Wikimedia.files(in: json).allSatisfy { !$0.contains("|") },
      "a file has a bar, which separates names")
    if let credit = Wikimedia.credit(json) {
      try hold(
        !credit.author.contains(where: \.isNewline)
          && credit.author.count <= 200,
        "an author is no short line")
      _ =
        SpeciesPicture(
          species: "Planta", credit: credit, content: "", width: 1, height: 1,
          fetchedAt: 0
        ).record
    }
  }

  private static func holdHeaders(_ text: String) throws {
    var fields: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { fields[parts[0].lowercased()] = String(parts[1]) }
    }
    let headers = AnswerHeaders(fields, now: 1_795_258_800)
    try hold((headers.waitSeconds ?? 0) >= 0, "a wait is negative")
    try hold((headers.resetsAt ?? 0) >= 0, "a reset is before all time")
  }
}
