import CatalogueKit
import Testing

struct BotanicalNameTests {
  @Test(
    arguments: [
      ("Begonia sp.", "Begonia"), ("Begonia sp", "Begonia"),
      ("Ficus SPP.", "Ficus"), ("Ficus  spec.", "Ficus"),
      ("Hoya species", "Hoya"), ("×Fatshedera sp.", "×Fatshedera"),
      ("× Fatshedera sp.", "×Fatshedera"),
    ])
  func aNameWithoutAnEpithetIsAGenus(name: String, genus: String) {
    #expect(BotanicalName.genus(ofUndetermined: name) == genus)
  }

  @Test(
    arguments: [
      "", "sp.", "× sp.", "Begonia", "Begonia maculata", "Begonia speciosa",
      "Begonia maculata sp.", "Begonia sp. 'Wightii'",
    ])
  func everyOtherNameIsDetermined(name: String) {
    #expect(BotanicalName.genus(ofUndetermined: name) == nil)
  }
}
