internal import Encodings
public import JournalCare
public import JournalEvents

extension PlantDetails {
  /// The details as named texts; what is empty is left out.
  var fields: [(String, String)] {
    var fields: [(String, String)] = []
    if let location { fields.append(("location", location.rawValue)) }
    if let identification {
      fields.append(("identification", identification.body.text))
    }
    if let careProfile {
      fields.append(("careProfile", careProfile.body.text()))
    }
    return fields
  }
}

extension PlantIdentified {
  /// The identification in a few words.
  public var text: String {
    let name = topResults.first?.scientificName ?? "nothing"
    let share = confidence.map { ", \(Int(($0 * 100).rounded())) %" } ?? ""
    return "\(name)\(share) (\(source.rawValue))"
  }
}

extension CareProfiled {
  /// The profile in a few words.
  public func text(in units: MeasurementUnits = .metric) -> String {
    lines(in: units).joined(by: "; ")
  }

  /// What the plant needs, a line each, and who says so.
  public func lines(in units: MeasurementUnits) -> [String] {
    var words: [String] = []
    if let light { words.append("light \(light) of 10") }
    if let watering { words.append("watering \(watering.text(in: units))") }
    if let temperature { words += temperature.words(in: units) }
    if let humidity { words.append("humidity \(humidity) %") }
    if let fertilizer { words.append("fertilizing \(fertilizer.text)") }
    if let soil { words.append("soil \(soil)") }
    if let growth { words.append("\(growth.rawValue) growth") }
    if let bloom { words.append("blooms in \(bloom.text)") }
    words.append("from \(sourceURL ?? source.rawValue)")
    return words
  }
}

extension CareProfiled.Watering {
  fileprivate func text(in units: MeasurementUnits) -> String {
    ScheduleSet(
      kind: .watering, intervalDays: intervalDays,
      seasonalIntervalDays: seasonalIntervalDays, amount: amount
    ).text(in: units)
  }
}

extension CareProfiled.Temperature {
  fileprivate func words(in units: MeasurementUnits) -> [String] {
    let sign = units.degreeSign
    var words: [String] = []
    switch (minimum.map(units.degrees), maximum.map(units.degrees)) {
    case (let low?, let high?): words.append("\(low) to \(high) \(sign)")
    case (let low?, nil): words.append("from \(low) \(sign)")
    case (nil, let high?): words.append("up to \(high) \(sign)")
    case (nil, nil): break
    }
    if let optimal { words.append("best \(units.degrees(optimal)) \(sign)") }
    if let isFrostTolerant {
      words.append(isFrostTolerant ? "frost tolerant" : "no frost")
    }
    return words
  }
}

extension CareProfiled.Fertilizer {
  fileprivate var text: String {
    ScheduleSet(
      kind: .fertilizing, intervalDays: intervalDays,
      activeMonths: activeMonths, fertilizer: type
    ).text()
  }
}
