package import CatalogueKit
package import CatalogueStore
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TextKit

extension NameReading {
  /// Returns the question whether a plant of a name that no catalogue knows
  /// gets the care for unknown plants.
  package static func questionOnUnknown(_ name: String) -> String {
    let care = CareProfiled.generic.wateringQuestion
    return SafeText.shown(
      "No catalogue knows '\(name)'. Take care for plants of which nothing is "
        + "known\(care)?")
  }
}

extension CareProfiled {
  /// Returns how often to water, as a further part of a question.
  fileprivate var wateringQuestion: String {
    needs(in: .metric).first { $0.need == "water" }
      .map { ", and water it \($0.text)" } ?? ""
  }
}

extension NameReading.Found {
  /// Returns the question whether to accept the match for a name.
  package func question(_ name: String, setsWatering: Bool) -> String {
    let care = setsWatering ? profile?.recorded.wateringQuestion ?? "" : ""
    let summary = standIn ?? names.summary
    let subject =
      certainty < .near && standIn == nil
      ? summary : "no '\(name)', but \(summary)"
    return SafeText.shown(
      "The catalogue has \(subject). Take its names and care\(care)?")
  }
}

extension PlantNames {
  /// The summary of the match for that question.
  package var summary: String {
    guard genusCount == nil else {
      return "the genus \(genus)\(family.isEmpty ? "" : " of the \(family)")"
    }
    return scientificName + (commonNames.first.map { ", \($0)" } ?? "")
  }
}
