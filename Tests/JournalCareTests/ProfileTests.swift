import JournalCare
import JournalEvents
import JournalTestSupport
import Testing

/// The other events of a plant change its state.
@Suite struct ProfileTests {
  @Test func theLaterOfTwoEventsThatSetAFieldWins() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    garden.given(.plantFavorited(.init(isFavorite: true)))
    garden.given(.plantMoved(.init(room: StandardRoom.kitchen.id)))
    #expect(garden.plant.isFavorite)
    #expect(garden.plant.room == StandardRoom.kitchen.id)
    garden.given(.plantFavorited(.init(isFavorite: false)))
    garden.given(.plantMoved(.init(room: nil)))
    #expect(!garden.plant.isFavorite)
    #expect(garden.plant.room == nil)
  }

  @Test func theNameShownIsTheNicknameElseACommonNameElseTheScientific() {
    func name(_ body: PlantAdded) -> String {
      var garden = Garden()
      garden.given(.plantAdded(body))
      return garden.plant.displayName
    }
    #expect(name(.init(scientificName: "Hoya")) == "Hoya")
    #expect(
      name(.init(scientificName: "Hoya", commonNames: ["Wax plant", "Hoya"]))
        == "Wax plant")
    #expect(
      name(
        .init(
          scientificName: "Hoya", commonNames: ["Wax plant"], nickname: "Wax"))
        == "Wax")
    #expect(PlantState().displayName == "")
  }

  @Test func eventsOfOtherSubjectsAndNotesChangeNothing() {
    var garden = Garden.plant(addedAt: "2026-03-01")
    let before = garden.plant
    var generator = SeededGenerator(seed: 1)
    for type in EventType.allCases
    where type.subject != .plant || type == .plantNoted {
      garden.given(generator.body(of: type))
    }
    #expect(garden.plant == before)
  }
}
