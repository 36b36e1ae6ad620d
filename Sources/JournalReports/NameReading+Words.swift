package import CatalogueKit
package import CatalogueStore
internal import JournalCare
internal import JournalQueries
internal import TextKit

extension NameReading.Found {
  /// Returns the question whether to accept the match for a name.
  package func question(_ name: String, setsWatering: Bool) -> String {
    let watering = profile?.recorded.needs(in: .metric).first {
      $0.need == "water"
    }
    let care =
      setsWatering
      ? watering.map { ", and water it \($0.text)" } ?? "" : ""
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
