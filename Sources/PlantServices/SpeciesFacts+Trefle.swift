package import Encodings
internal import JournalCare
internal import JournalEvents

/// A row of Trefle's search results, which has names and no needs.
package struct TrefleRow: Hashable, Sendable {
  /// The name of the species in addresses.
  package var slug: String
  /// The accepted scientific name.
  package var scientificName: String
  /// The author of the name; empty if unknown.
  package var author: String
  /// Other scientific names of the species.
  package var synonyms: [String]

  /// Reads a row; `nil` if it names no species.
  package init?(_ json: JSONValue) {
    guard let slug = json.text("slug") ?? json.text("id"),
      // It becomes part of addresses, which events keep.
      slug.utf8.count <= 200,
      let name = json.name("scientific_name")
    else { return nil }
    self.slug = slug
    scientificName = name
    author = json.name("author") ?? ""
    // Rows have texts, species have objects.
    synonyms =
      json.texts("synonyms")
      + json.items("synonyms").compactMap { $0.text("name") }
  }

  /// Returns whether a name means this species: by its accepted name, with or
  /// without the author.
  func isNamed(_ name: String) -> Bool {
    folded(name) == folded(scientificName)
  }

  /// Returns whether a name is another name of this species.
  func wasNamed(_ name: String) -> Bool {
    synonyms.contains { folded($0) == folded(name) }
  }

  private func folded(_ name: String) -> String {
    let folded = FoldedName.of(name)
    let author = " " + FoldedName.of(self.author)
    return author.count > 1 && folded.hasSuffix(author)
      ? String(folded.dropLast(author.count)) : folded
  }
}

/// A page of Trefle's search results.
package struct TreflePage: Hashable, Sendable {
  /// The rows.
  package var rows: [TrefleRow]
  /// The link to the next page; `nil` on the last one.
  package var next: String?
  /// The number of results on all pages; `nil` if it is not stated.
  package var total: Int?

  /// Reads a page.
  package init(_ json: JSONValue) {
    rows = json.items("data").compactMap(TrefleRow.init)
    next = json["links"]?.text("next")
    total = json["meta"]?.whole("total")
  }
}

extension SpeciesFacts {
  /// Reads a species; a plant of `/plants/` has its species inside.
  ///
  /// - Returns: `nil` if the answer names no species.
  package init?(trefle json: JSONValue) {
    var data = json["data"] ?? json
    if case .object? = data["main_species"], let main = data["main_species"] {
      data = main
    }
    guard let row = TrefleRow(data) else { return nil }
    self.init(slug: row.slug, scientificName: row.scientificName)
    author = row.author
    family = data.name("family") ?? data["family"]?.name("name") ?? ""
    genus = data.name("genus") ?? data["genus"]?.name("name") ?? ""
    commonNames = Self.names(in: data)
    pictures = Self.pictures(in: data)
    sources = data.items("sources").compactMap {
      guard let name = $0.text("name") else { return nil }
      return Source(
        name: name, url: $0.text("url"),
        licence: $0.text("licence") ?? $0.text("license"))
    }
    readGrowth(in: data["growth"] ?? .null)
    let rate = data["specifications"]?.text("growth_rate")?.lowercased()
    growthRate =
      rate == "fast" ? .rapid : rate.flatMap { GrowthRate(rawValue: $0) }
  }

  // MARK: Growth

  private mutating func readGrowth(in growth: JSONValue) {
    func scale(_ name: String) -> Int? {
      number(growth.whole(name), name, in: 0...10)
    }
    func degrees(_ name: String) -> Int? {
      let object = growth[name]
      let fahrenheit = object?.number("deg_f").map { ($0 - 32) / 1.8 }
      let value =
        object?.whole("deg_c")
        ?? fahrenheit.flatMap { Int(exactly: $0.rounded()) }
      return number(value, name, in: Self.temperatures)
    }
    self.growth.light = scale("light")
    self.growth.atmosphericHumidity = scale("atmospheric_humidity")
    self.growth.soilHumidity = scale("soil_humidity")
    self.growth.soilNutriments = scale("soil_nutriments")
    self.growth.minimumPrecipitation = number(
      growth["minimum_precipitation"]?.whole("mm"), "minimum_precipitation",
      in: 0...20_000)
    let low = degrees("minimum_temperature")
    let high = degrees("maximum_temperature")
    if let low, let high, low > high {
      rejected.append("temperature \(low) to \(high)")
    } else {
      self.growth.minimumTemperature = low
      self.growth.maximumTemperature = high
    }
    bloom = Self.months(in: growth, "bloom_months")
  }

  private static func months(in growth: JSONValue, _ name: String) -> MonthSet?
  {
    MonthSet(
      growth.texts(name).compactMap {
        HTTPDate.months.firstIndex(of: String($0.lowercased().prefix(3))).map {
          $0 + 1
        }
      })
  }

  // MARK: Names and pictures

  private static let languages = [
    "eng": "en", "fra": "fr", "fre": "fr", "deu": "de", "ger": "de",
    "spa": "es", "ita": "it", "nld": "nl", "dut": "nl", "swe": "sv",
    "por": "pt", "pol": "pl", "dan": "da", "fin": "fi", "nor": "no",
    "rus": "ru", "jpn": "ja", "zho": "zh",
  ]

  private static func names(in data: JSONValue) -> [String: [String]] {
    var names: [String: [String]] = [:]
    // Plants in search results have a flag in place of the object.
    for member in data.members("common_names") {
      let language = languages[member.name] ?? member.name
      let found = JSONValue.names(
        (names[language] ?? [])
          + (data["common_names"] ?? .null).texts(member.name))
      if !found.isEmpty { names[language] = found }
    }
    if names["en"] == nil, let name = data.name("common_name") {
      names["en"] = [name]
    }
    return names
  }

  private static func pictures(
    in data: JSONValue
  ) -> [IdentificationAnswer.Picture] {
    data.members("images").flatMap { kind -> [IdentificationAnswer.Picture] in
      guard case .array(let items) = kind.value else { return [] }
      return items.compactMap { item in
        guard let url = item.text("image_url"), url.hasPrefix("https://")
        else { return nil }
        var picture = IdentificationAnswer.Picture(url: url)
        // Pictures of unknown parts once had an empty key.
        picture.organ =
          ["", "unknown", "other"].contains(kind.name) ? nil : kind.name
        (picture.author, picture.licence) = credit(
          in: item.text("copyright") ?? "")
        return picture
      }
    }
  }

  /// Returns author and licence of "Taken May 1, 2019 by X (cc-by-sa)"; the
  /// whole text as the author if it has another form.
  static func credit(in text: String) -> (author: String, licence: String) {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else {
      return (text, "")
    }
    var author = text[..<open]
    while author.last == " " { author.removeLast() }
    let licence = text[text.index(after: open)...].dropLast()
    let parts = author.split(separator: " ", omittingEmptySubsequences: false)
    if author.hasPrefix("Taken"), let by = parts.firstIndex(of: "by") {
      author = parts[(by + 1)...].joined(separator: " ")[...]
    }
    return (String(author), String(licence))
  }
}
