internal import Catalogue

/// What a new plant is called, as the catalogue has it.
struct CatalogueNames {
  let scientificName: String
  let commonNames: [String]
  let genus: String
  /// Empty where it is not known.
  let family: String
  /// Empty where there is none.
  let category: String
  /// How many plants the genus has, where nothing but a genus is known.
  let genusCount: Int?

  /// The names of one plant.
  init(_ entry: CatalogueEntry) {
    scientificName = entry.scientificName
    commonNames = entry.commonNames
    genus = entry.genus
    family = entry.family
    category = entry.category
    genusCount = nil
  }

  /// The names of some plant of a genus: which one, nobody said.
  init(_ genus: CatalogueGenus) {
    scientificName = genus.name
    commonNames = []
    self.genus = genus.name
    family = genus.family
    category = genus.category
    genusCount = genus.entryCount
  }

  /// What of them is said when it is asked whether to take them.
  var summary: String {
    guard genusCount == nil else {
      return "the genus \(genus)\(family.isEmpty ? "" : " of the \(family)")"
    }
    return scientificName + (commonNames.first.map { ", \($0)" } ?? "")
  }
}
