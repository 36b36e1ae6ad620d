internal import Encodings
public import JournalCare
public import JournalEvents

extension PlantDetails {
  /// The details as named texts, without empty ones.
  var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if let merge { fields.append(("mergedInto", merge.body.into.description)) }
    if let location { fields.append(("location", location.rawValue)) }
    if let identification {
      fields.append(("identification", identification.body.text))
    }
    if let careProfile {
      fields.append(("careProfile", careProfile.body.text()))
    }
    fields += facts.map { ("field.\($0.key)", $0.value) }
    if let health = health.last { fields.append(("health", "\(health.level)")) }
    return fields
  }
}

extension PlantIdentified {
  /// The identification in a few words.
  public var text: String {
    let name = topResults.first?.scientificName ?? "nothing"
    let share = confidence.map { ", \(Int(($0 * 100).rounded())) %" } ?? ""
    let place = place.map { " at \($0)" } ?? ""
    return "\(name)\(share) (\(source.words))\(place)"
  }
}

extension CareProfiled {
  /// Returns the profile and its source in a few words.
  public func text(in units: MeasurementUnits = .metric) -> String {
    (needs(in: units).map { "\($0.need) \($0.text)" } + ["from \(origin)"])
      .joined(by: "; ")
  }

  /// Returns the needs of the plant, one line for each kind.
  ///
  /// - Parameters:
  ///   - units: The units of temperatures and amounts.
  ///   - humidity: The range of a source that gives more than one value.
  ///   - optimal: The same for the best temperatures.
  /// - Returns: The kinds of need and their texts; unknown needs are missing.
  public func needs(
    in units: MeasurementUnits, humidity: ClosedRange<Int>? = nil,
    optimal: ClosedRange<Int>? = nil
  ) -> [(need: String, text: String)] {
    let percent =
      humidity.map { "\($0.lowerBound) to \($0.upperBound) %" }
      ?? self.humidity.map { "\($0) %" }
    let needs: [(String, String?)] = [
      ("light", light.map(Self.text(ofLight:))),
      ("water", watering?.schedule.text(in: units)),
      ("temperature", temperature?.text(in: units, optimal: optimal)),
      ("humidity", percent),
      ("fertilizer", fertilizer?.schedule.text(in: units)), ("soil", soil),
      ("growth", growth?.rawValue), ("bloom", bloom?.text),
    ]
    return needs.compactMap { need, text in text.map { (need, $0) } }
  }

  /// The source, and what it describes: "the catalogue, for its genus".
  public var origin: String {
    if let origins = CareOrigins(of: self) { return origins.text }
    guard let level = CareLevel(of: self) else {
      return sourceURL
        ?? source.words
    }
    return "the catalogue, \(level.words)"
  }

  /// Returns a text such as "5 of 10, partial sun, 4 to 6 hours a day".
  private static func text(ofLight level: Int) -> String {
    let light = LightClass(level: level)
    return "\(level) of 10, \(light.words), \(light.hours.lowerBound) to "
      + "\(light.hours.upperBound) hours a day"
  }
}

extension CareOrigins {
  /// The origins in words: "Trefle for light and watering; the rest from the
  /// catalogue, for its genus".
  fileprivate var text: String {
    let own = needs.map(\.rawValue)
    let list =
      own.count < 2
      ? own.joined(by: "")
      : own.dropLast().joined(by: ", ") + " and " + (own.last ?? "")
    let others = rest.map { "; the rest from the catalogue, \($0.words)" } ?? ""
    return "\(source.words) for \(list)\(others)"
  }
}

extension CareProfileSource {
  /// The source, in words.
  public var words: String {
    switch self {
    case .trefle: "Trefle"
    case .openPlantbook: "Open Plantbook"
    case .catalogue: "the catalogue"
    case .manual: "manual"
    }
  }
}

extension IdentificationSource {
  /// The source of an identification, in words.
  public var words: String {
    switch self {
    case .manual: "by hand"
    case .catalogue: "catalogue"
    case .onDevice: "on the device"
    case .plantNetAPI: "Pl@ntNet"
    case .hybrid: "device and Pl@ntNet"
    }
  }
}

extension FertilizerType {
  /// The type in words.
  public var words: String {
    switch self {
    case .balanced: "balanced"
    case .highNitrogen: "high nitrogen"
    case .highPhosphorus: "high phosphorus"
    case .highPotassium: "high potassium"
    case .organic: "organic"
    }
  }
}

extension CareLevel {
  /// The subject of the care: "for its genus".
  public var words: String {
    switch self {
    case .species: "for this species"
    case .genus: "for its genus"
    case .family: "for its family, so only roughly"
    case .category: "for its category, so only roughly"
    case .generic: "for unknown plants"
    }
  }
}

extension LightClass {
  /// The class in words.
  public var words: String {
    switch self {
    case .fullShade: "full shade"
    case .partialShade: "partial shade"
    case .partialSun: "partial sun"
    case .fullSun: "full sun"
    }
  }
}

extension CareProfiled.Watering {
  fileprivate var schedule: ScheduleSet {
    ScheduleSet(
      kind: .watering, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, amount: amount)
  }
}

extension CareProfiled.Fertilizer {
  fileprivate var schedule: ScheduleSet {
    ScheduleSet(
      kind: .fertilizing, intervalDays: intervalDays,
      activeMonths: activeMonths, fertilizer: type)
  }
}

extension CareProfiled.Temperature {
  fileprivate func text(
    in units: MeasurementUnits, optimal range: ClosedRange<Int>?
  ) -> String {
    var words: [String] = []
    switch (minimum.map(units.degrees), maximum.map(units.degrees)) {
    case (let low?, let high?): words.append("\(low) to \(high)")
    case (let low?, nil): words.append("from \(low)")
    case (nil, let high?): words.append("up to \(high)")
    case (nil, nil): break
    }
    if let range {
      words.append(
        "best \(units.degrees(range.lowerBound)) to "
          + "\(units.degrees(range.upperBound))")
    } else if let optimal {
      words.append("best \(units.degrees(optimal))")
    }
    words = words.map { "\($0) \(units.degreeSign)" }
    if let isFrostTolerant {
      words.append(isFrostTolerant ? "bears frost" : "no frost")
    }
    return words.joined(by: ", ")
  }
}
