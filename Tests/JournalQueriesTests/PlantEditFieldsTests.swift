import JournalCare
import JournalEvents
import JournalQueries
import JournalTestSupport
import Testing

@Suite struct PlantEditFieldsTests {
  @Test func theEditOfAFullPlantHasEveryField() {
    var plant = PlantState()
    plant.evolve(
      EventPayload(
        at: instant("2026-03-01"),
        body: .plantAdded(
          PlantAdded(
            scientificName: "Ficus carica", commonNames: ["Fig"],
            family: "Moraceae", genus: "Ficus", category: "Fruit",
            nickname: "Figaro", acquiredOn: day("2026-02-01"),
            source: .plantNetAPI, confidence: 0.5, parent: id(2),
            tags: ["gift"]))))
    var place = PlantEdited()
    place.location = .set(.balcony)
    plant.evolve(
      EventPayload(at: instant("2026-03-01"), body: .plantEdited(place)))
    let edit = PlantEdited(of: plant)
    let fields = PlantEdited.copies.map(\.field)
    for field in fields { #expect(!edit.only([field]).isEmpty, "\(field)") }
    #expect(edit.only(Set(fields)) == edit)
    #expect(edit.changing(plant).isEmpty)
  }

  @Test func aPlantOfOneNameHasNothingElse() {
    var plant = PlantState()
    plant.evolve(
      EventPayload(
        at: instant("2026-03-01"),
        body: .plantAdded(PlantAdded(scientificName: "Ficus carica"))))
    var name = PlantEdited()
    name.scientificName = "Ficus carica"
    #expect(PlantEdited(of: plant) == name)
  }
}
