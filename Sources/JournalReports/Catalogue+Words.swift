package import CatalogueKit
package import CatalogueStore
package import JournalCare
internal import JournalQueries

extension SpeciesPage {
  /// Returns the other names of the plant, with their languages.
  package func nameFacts(
    in languages: [CatalogueLanguage]
  ) -> [(label: String, text: String)] {
    let entry = plant.entry
    var facts = [("common names", entry.commonNames.joined(separator: ", "))]
    for language in languages.isEmpty ? CatalogueLanguage.allCases : languages
    where language != .english {
      let names = entry.foreignNames.filter { $0.language == language }
      facts.append(
        ("in \(language.name)", names.map(\.text).joined(separator: ", ")))
    }
    facts.append(("formerly", entry.synonyms.joined(separator: ", ")))
    return facts.filter { !$0.1.isEmpty }
  }

  /// Returns the source of a care profile in words.
  package static func source(of profile: CareProfile) -> String {
    "The care is that of \(profile.recorded.origin)."
  }

  /// The source of the care in words; `nil` if no care is known.
  package var careSource: String? {
    profile.map(Self.source)
  }
}

extension Frequency {
  /// The intervals in words: "every 5 to 9 days".
  package var intervalWords: String {
    let days = intervals
    guard days.count > 1 else {
      return days.lowerBound == 1
        ? "every day" : "every \(days.lowerBound) days"
    }
    guard self != .biannually else {
      return "every \(days.lowerBound) days or more"
    }
    return "every \(days.lowerBound) to \(days.upperBound) days"
  }
}

extension FoundPlant {
  /// The former name that matched, otherwise the other former genera of the
  /// plant: "Sansevieria".
  package var formerly: String {
    guard match.kind != .synonym else { return match.name }
    var genera: [String] = []
    for name in entry.synonyms {
      let genus = BotanicalName.genus(of: name)
      if genus != entry.genus, !genera.contains(genus) { genera.append(genus) }
    }
    return genera.joined(separator: ", ")
  }
}
