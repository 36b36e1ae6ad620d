package import Encodings
internal import Glibc
internal import JournalCare

/// A row of Open Plantbook's search results.
struct PlantbookRow: Hashable, Sendable {
  /// The name in addresses: the scientific name in lower case.
  var pid: String
  /// The name for people.
  var title: String
  /// The common name that found the row; empty if there is none.
  var alias: String

  /// Reads a row; `nil` if it names no plant.
  init?(_ json: JSONValue) {
    // It becomes part of addresses, which events keep.
    guard let pid = json.name("pid"), pid.utf8.count <= 200 else { return nil }
    self.pid = pid
    title = json.name("display_pid") ?? pid
    alias = json.name("alias") ?? ""
  }

  /// Returns whether a scientific name means this plant. Common names do not
  /// count, as several plants share them.
  func isNamed(_ name: String) -> Bool {
    [pid, title].contains { FoldedName.of($0) == FoldedName.of(name) }
  }
}

extension SpeciesFacts {
  /// Reads a plant of Open Plantbook.
  ///
  /// - Returns: `nil` if the answer names no plant.
  package init?(openPlantbook json: JSONValue) {
    guard let row = PlantbookRow(json) else { return nil }
    self.init(slug: row.pid, scientificName: row.title)
    for item in json.items("common_names") {
      guard let name = item.text("name") else { continue }
      let language = item.text("lang") ?? "en"
      commonNames[language] = JSONValue.names(
        (commonNames[language] ?? []) + [name])
    }
    commonNames = commonNames.filter { !$0.value.isEmpty }
    if commonNames["en"] == nil, !row.alias.isEmpty {
      commonNames["en"] = [row.alias]
    }
    if let url = json.text("image_url"), url.hasPrefix("https://") {
      pictures = [.init(url: url)]
    }
    readRanges(in: json)
    let light = range(of: .light)
    growth.light = light.map { Self.level(ofLux: $0) }
    let temperature = range(of: .temperature)
    growth.minimumTemperature = temperature?.minimum
    growth.maximumTemperature = temperature?.maximum
    growth.humidity = range(of: .humidity).map {
      ($0.minimum + $0.maximum) / 2
    }
  }

  private mutating func readRanges(in json: JSONValue) {
    for condition in Range.Condition.allCases {
      let name = Self.names[condition] ?? condition.rawValue
      let limits = Self.limits(of: condition)
      guard
        let minimum = number(
          json.whole("min_\(name)"), "min_\(name)", in: limits),
        let maximum = number(
          json.whole("max_\(name)"), "max_\(name)", in: limits)
      else { continue }
      if minimum > maximum {
        rejected.append("\(name) \(minimum) to \(maximum)")
      } else {
        ranges.append(
          .init(condition: condition, minimum: minimum, maximum: maximum))
      }
    }
  }

  private static let names: [Range.Condition: String] = [
    .light: "light_lux", .temperature: "temp", .humidity: "env_humid",
    .soilMoisture: "soil_moist", .soilConductivity: "soil_ec",
  ]

  private static func limits(of condition: Range.Condition) -> ClosedRange<Int>
  {
    switch condition {
    // The sun at noon gives about 130,000 lux.
    case .light: 0...200_000
    case .temperature: temperatures
    case .humidity, .soilMoisture: 0...100
    case .soilConductivity: 0...20_000
    }
  }

  private func range(of condition: Range.Condition) -> Range? {
    ranges.first { $0.condition == condition }
  }

  /// Returns the level of light on Trefle's scale, which runs from 10 lux (0) to
  /// 100,000 lux (10). Eyes and plants sense light by its logarithm, so the
  /// middle of a range is the geometric one.
  private static func level(ofLux range: Range) -> Int {
    let low = log10(Double(max(range.minimum, 1)))
    let high = log10(Double(max(range.maximum, 1)))
    let level = ((low + high) / 2 - 1) / 4 * 10
    return Int(min(max(level, 0), 10).rounded())
  }
}
