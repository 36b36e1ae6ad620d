package import CatalogueKit
internal import Encodings
package import JournalCare
internal import JournalEvents
internal import JournalQueries

extension CareProfile {
  /// Returns the profile in words, one line for each kind of need.
  package func lines(
    in units: MeasurementUnits
  ) -> [(need: String, text: String)] {
    var lines = recorded.needs(
      in: units, humidity: humidity, optimal: temperature.optimal)
    if fertilizer == nil { lines.append(("fertilizer", "none")) }
    return lines + [("toxicity", Self.text(of: toxicity))]
  }

  /// The text for a plant whose care is unknown.
  package static let unknown = "care data unavailable"

  /// Returns the toxicity in words.
  package static func text(of toxicity: Toxicity?) -> String {
    toxicity?.text ?? "not known, so it may not be safe"
  }
}

extension CareProfile.Toxicity {
  fileprivate var text: String {
    let basis = basis == .list ? "as listed" : "as is generally known"
    return PlantToxicity(self).words + ", \(basis)"
  }
}
