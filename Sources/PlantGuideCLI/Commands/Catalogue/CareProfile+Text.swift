internal import CatalogueKit
internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalQueries

extension CareProfile {
  /// What it says in words, a line for each kind of need.
  func lines(
    in units: MeasurementUnits
  ) -> [(need: String, text: String)] {
    [
      ("light", "\(light.score) of 10, \(light.lightClass.text)"),
      ("water", watering.text),
      ("humidity", "\(humidity.lowerBound) to \(humidity.upperBound) %"),
      ("temperature", temperature.text(in: units)),
      ("fertilizer", fertilizer?.text ?? "none"),
      ("toxicity", toxicity?.text ?? Self.unknownToxicity),
    ]
  }

  /// For how much the profile may be taken.
  func origin(of entry: CatalogueEntry) -> String {
    switch level {
    case .species: "advice for this species"
    case .genus: "advice for the genus \(entry.genus)"
    case .family: "advice for the family \(entry.family), so only a rough one"
    case .category: "advice for its category, so only a rough one"
    }
  }

  private static let unknownToxicity =
    "not known, which does not mean that it is safe"
}

extension CareProfile.LightClass {
  fileprivate var text: String {
    switch self {
    case .fullShade: "full shade"
    case .partialShade: "partial shade"
    case .partialSun: "partial sun"
    case .fullSun: "full sun"
    }
  }
}

extension CareProfile.Watering {
  /// "every 7 days, in winter every 14, thorough".
  var text: String {
    let seasons = ["spring", "summer", "autumn", "winter"]
    let others = seasons.compactMap { season in
      seasonalIntervalDays[season].map { ", in \(season) every \($0)" }
    }
    return "every \(intervalDays) days\(others.joined()), \(amount)"
  }
}

extension CareProfile.Temperature {
  fileprivate func text(in units: MeasurementUnits) -> String {
    "\(Self.text(of: bearable, in: units)), "
      + "best \(Self.text(of: optimal, in: units))"
      + (isFrostTolerant ? ", bears frost" : "")
  }

  private static func text(
    of range: ClosedRange<Int>, in units: MeasurementUnits
  ) -> String {
    let low = units.degrees(range.lowerBound)
    let high = units.degrees(range.upperBound)
    return "\(low) to \(high) \(units.degreeSign)"
  }
}

extension CareProfile.Fertilizer {
  /// "monthly, balanced, Mar-Sep".
  var text: String {
    let kinds = [
      "balanced": "balanced", "highNitrogen": "rich in nitrogen",
      "highPhosphorus": "rich in phosphorus",
      "highPotassium": "rich in potassium", "organic": "organic",
    ]
    return "\(frequency), \(kinds[type] ?? type), \(months)"
  }

  private var months: String {
    guard let months = MonthSet(activeMonths), months != .all else {
      return "all year"
    }
    return months.text
  }
}

extension CareProfile.Toxicity {
  fileprivate var text: String {
    let known = [("cats", cats), ("dogs", dogs), ("people", people)]
      .compactMap { whom, value in value.map { "\(Self.word($0)) to \(whom)" } }
    let basis = basis == "list" ? "as listed" : "as is generally known"
    return known.joined(by: ", ") + ", \(basis)"
  }

  private static func word(_ value: String) -> String {
    switch value {
    case "toxic": "poisonous"
    case "nonToxic": "not poisonous"
    default: "irritating"
    }
  }
}
