import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

/// Edits of plants and rooms: what is refused, and what they change.
@Suite struct EditTests {
  private let at = instant("2026-03-01T09:00:00+01:00")

  private func plant(_ bodies: EventBody...) -> PlantState {
    var plant = PlantState()
    for body in bodies { plant.evolve(EventPayload(at: at, body: body)) }
    return plant
  }

  private func edit(_ change: (inout PlantEdited) -> Void) -> PlantEdited {
    var edit = PlantEdited()
    change(&edit)
    return edit
  }

  private let monty = EventBody.plantAdded(
    .init(
      scientificName: "Monstera deliciosa", commonNames: ["Cheese plant"],
      family: "Araceae", genus: "Monstera", nickname: "Monty", tags: ["gift"])
  )

  @Test func onlyTheFieldsThatAreGivenChange() {
    let edited = plant(
      monty,
      .plantEdited(
        edit {
          $0.nickname = .clear
          $0.family = .clear
          $0.location = .set(.balcony)
        }))
    #expect(edited.displayName == "Cheese plant")
    #expect(edited.profile?.family == "")
    #expect(edited.profile?.tags == ["gift"])
    #expect(edited.details.location == .balcony)
  }

  @Test func anEditOfAnUnknownPlantChangesNothing() {
    let edited = plant(.plantEdited(edit { $0.location = .set(.indoor) }))
    #expect(edited == PlantState())
  }

  @Test func whatIsSoAlreadyIsNoChange() {
    let plant = plant(monty)
    let same = edit {
      $0.nickname = .set("Monty")
      $0.category = .clear
      $0.tags = .set(["gift"])
      $0.location = .clear
    }
    #expect(same.changing(plant).isEmpty)
    let other = edit { $0.tags = .clear }
    #expect(other.changing(plant) == other)
  }

  @Test(arguments: 1...200)
  func reducingAnEditDoesNotChangeWhatItDoes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var before = plant(random.body(of: .plantAdded))
    before.evolve(random.payload(of: .plantEdited))
    let edit = random.plantEdited()
    var whole = before
    whole.evolve(EventPayload(at: at, body: .plantEdited(edit)))
    var reduced = before
    reduced.evolve(
      EventPayload(at: at, body: .plantEdited(edit.changing(before))))
    #expect(reduced == whole, "seed \(seed)")
    #expect(edit.changing(whole).isEmpty, "seed \(seed)")
  }

  @Test func aPlantThatIsAddedAnewHasNoOldLocation() {
    let edited = plant(
      monty, .plantEdited(edit { $0.location = .set(.balcony) }), monty)
    #expect(edited.details == .none)
  }

  @Test func theLatestIdentificationAndProfileAreKept() {
    var profile = CareProfiled(source: .trefle)
    profile.light = 7
    let first = PlantIdentified(
      source: .onDevice, topResults: [],
      place: Coordinates(latitude: 52.52, longitude: 13.405))
    let plant = plant(
      monty, .plantIdentified(first), .careProfiled(.init(source: .manual)),
      .careProfiled(profile))
    #expect(plant.details.identification?.body == first)
    #expect(plant.details.careProfile?.body == profile)
    #expect(plant.profile?.scientificName == "Monstera deliciosa")
  }

  @Test func anEditOfARoomThatWasNeverMadeDoesNotMakeIt() {
    let id: RoomID = {
      var random = SeededGenerator(seed: 7)
      return random.id()
    }()
    var room = RoomState(initial: id)
    let edit = EventBody.roomEdited(.init(name: "Shelf", sortOrder: 3))
    room.evolve(EventPayload(at: at, body: edit), of: id, at: position(1))
    #expect(!room.isPresent && room.sortOrder == 0)
    var kitchen = RoomState(initial: StandardRoom.kitchen.id)
    kitchen.evolve(
      EventPayload(at: at, body: edit), of: StandardRoom.kitchen.id,
      at: position(1))
    #expect(kitchen.name == "Shelf" && kitchen.icon == "kitchen")
  }

  @Test func aRoomKeepsItsOwnNameButTakesNoOther() throws {
    let kitchen = StandardRoom.kitchen.id
    let state = RoomState(initial: kitchen)
    let names = RoomNames(RoomList([:]))
    func decide(_ edit: RoomEdited) throws -> EventBody {
      try RoomCommand.edit(edit).decide(on: kitchen, state, in: names)
    }
    #expect(try decide(.init(name: "KITCHEN")).type == .roomEdited)
    #expect(throws: CareError.emptyEdit) { try decide(.init()) }
    #expect(
      throws: CareError.roomExists(StandardRoom.office.id, name: "office")
    ) { try decide(.init(name: "office")) }
  }
}
