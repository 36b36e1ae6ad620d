import CatalogueKit
import CatalogueStore
import SearchEngine
import Testing

struct SuggestionTests {
  private func suggestions(
    _ name: String, _ confidence: Double
  ) throws -> CatalogueSuggestions {
    let catalogue = try BundledCatalogue.catalogue()
    var search = Search()
    return try catalogue.suggestMatches(
      name, confidence: confidence, using: &search)
  }

  @Test func aCertainNameGivesThePlantAndItsRelatives() throws {
    let found = try suggestions("Monstera deliciosa", 0.7)
    #expect(found.exact?.scientificName == "Monstera deliciosa")
    #expect(!found.isSpeciesOfCultivar)
    #expect(found.others.count == 5)
    #expect(found.others.allSatisfy { $0.genus == "Monstera" })
    #expect(!found.others.contains { $0 == found.exact })
  }

  @Test func aDoubtfulNameGivesTheFiveNearest() throws {
    let found = try suggestions("Monstera delicosa", 0.69)
    #expect(found.exact == nil)
    #expect(found.others.count == 5)
    #expect(found.others.first?.scientificName == "Monstera deliciosa")
  }

  @Test func anUnknownCultivarFallsBackToItsSpecies() throws {
    let found = try suggestions("Philodendron hederaceum 'Unheard Of'", 0.9)
    #expect(found.exact?.scientificName == "Philodendron hederaceum")
    #expect(found.isSpeciesOfCultivar)
  }

  @Test(arguments: [
    "Monstera deliciosa Liebm.", "Philodendron hederaceum (Jacq.) Schott",
    "Alocasia × amazonica André",
  ])
  func authorsDoNoHarm(name: String) throws {
    let found = try suggestions(name, 0.9)
    #expect(found.exact.map { name.hasPrefix($0.scientificName) } == true)
  }

  @Test func anUnknownSpeciesGivesItsGenus() throws {
    let found = try suggestions("Hoya incognita", 0.9)
    #expect(found.exact == nil)
    #expect(found.others.count == 5)
    #expect(found.others.allSatisfy { $0.genus == "Hoya" })
  }

  @Test(arguments: [0.1, 0.9])
  func nonsenseGivesNothing(confidence: Double) throws {
    let found = try suggestions("Qwertzuia yxcvbnmii", confidence)
    #expect(found.exact == nil)
    #expect(found.others.isEmpty)
  }
}
