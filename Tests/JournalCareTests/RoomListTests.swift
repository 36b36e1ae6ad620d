import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@Suite struct RoomListTests {
  private func room(
    _ id: RoomID, _ bodies: EventBody...
  ) -> (RoomID, RoomState) {
    var state = RoomState(initial: id)
    for body in bodies {
      state.evolve(
        EventPayload(at: instant("2026-03-01"), body: body), of: id,
        at: position(1))
    }
    return (id, state)
  }

  private func list(_ rooms: (RoomID, RoomState)...) -> RoomList {
    RoomList(Dictionary(uniqueKeysWithValues: rooms))
  }

  private func created(_ name: String, _ place: Int) -> EventBody {
    .roomCreated(.init(name: name, icon: "books", sortOrder: place))
  }

  @Test func everyJournalHasTheSevenRoomsWithTheirIds() {
    let rooms = list().rooms
    #expect(
      rooms.map(\.name) == [
        "Kitchen", "Living Room", "Bedroom", "Bathroom", "Office",
        "Patio/Balcony", "Other",
      ])
    #expect(rooms.map(\.sortOrder) == Array(0...6))
    #expect(
      rooms.map(\.id.description)
        == (1...7).map { "00000000-0000-4000-8000-00000000000\($0)" })
    #expect(rooms.filter(\.isDefault).count == 7)
  }

  @Test func roomsAreOrderedByPlaceThenNameThenId() {
    let rooms = list(
      room(id(1), created("b", 3)), room(id(2), created("a", 3)),
      room(id(4), created("Zoo", 9)), room(id(3), created("Zoo", 9)))
    let expected: [RoomID] = [
      StandardRoom.kitchen.id, StandardRoom.livingRoom.id,
      StandardRoom.bedroom.id, StandardRoom.bathroom.id, id(2), id(1),
      StandardRoom.office.id, StandardRoom.patio.id, StandardRoom.other.id,
      id(3), id(4),
    ]
    #expect(rooms.rooms.map(\.id) == expected)
    for (place, id) in expected.enumerated() {
      #expect(rooms.place(of: id) == place)
    }
  }

  @Test func namesAreComparedAsUTF8() {
    let rooms = list(
      room(id(1), created("Étage", 9)), room(id(2), created("Zoo", 9)),
      room(id(3), created("abri", 9)))
    #expect(rooms.rooms.suffix(3).map(\.name) == ["Zoo", "abri", "Étage"])
  }

  @Test func aPlantWithoutARoomOrInADeletedOneShowsInOther() {
    let other = StandardRoom.other.id
    let shelf: RoomID = id(1)
    let kept = list(room(shelf, created("Shelf", 7)))
    #expect(kept.effective(shelf) == shelf)
    #expect(kept.effective(nil) == other)
    #expect(kept.effective(id(9)) == other)
    let deleted = list(
      room(shelf, created("Shelf", 7), .roomDeleted(.init())))
    #expect(deleted.effective(shelf) == other)
    #expect(deleted[shelf] == nil)
    let back = list(
      room(
        shelf, created("Shelf", 7), .roomDeleted(.init()),
        created("Shelf again", 8)))
    #expect(back.effective(shelf) == shelf)
    #expect(back[shelf]?.name == "Shelf again")
  }

  @Test func deletingOtherChangesNothing() {
    let rooms = list(room(StandardRoom.other.id, .roomDeleted(.init())))
    #expect(rooms == list())
  }

  @Test func aStandardRoomCanBeDeleted() {
    let kitchen = StandardRoom.kitchen.id
    let rooms = list(room(kitchen, .roomDeleted(.init())))
    #expect(rooms[kitchen] == nil)
    #expect(rooms.rooms.count == 6)
  }

  @Test func roomsAreFoundInAnyCase() {
    let rooms = list(room(id(1), created("Südfenster", 7)))
    #expect(rooms.named("KITCHEN").map(\.id) == [StandardRoom.kitchen.id])
    #expect(rooms.named("SÜDFENSTER").map(\.id) == [id(1)])
    #expect(rooms.named("Cellar").isEmpty)
  }

  private func merged(into other: RoomID) -> EventBody {
    .roomMerged(.init(into: other))
  }

  @Test func aMergedRoomStandsForTheOther() {
    let rooms = list(
      room(id(1), created("Pantry", 7), merged(into: id(2))),
      room(id(2), created("Larder", 8), merged(into: id(3))),
      room(id(3), created("Attic", 9)))
    for number in 1...3 as ClosedRange<UInt8> {
      #expect(rooms[id(number)]?.name == "Attic")
      #expect(rooms.effective(id(number)) == id(3))
      #expect(rooms.place(of: id(number)) == 7)
    }
    #expect(rooms.named("Pantry").isEmpty && rooms.rooms.count == 8)
    #expect(rooms.name(of: id(1)) == "Pantry")
  }

  @Test(arguments: [[1, 2], [1, 2, 3], [3, 1, 2]])
  func aCircleOfRoomsKeepsOne(_ circle: [UInt8]) {
    var states: [RoomID: RoomState] = [:]
    for (index, number) in circle.enumerated() {
      var state = room(id(number), created("Shelf", 7)).1
      let into: RoomID = id(circle[(index + 1) % circle.count])
      state.evolve(
        EventPayload(at: instant("2026-03-01"), body: merged(into: into)),
        of: id(number), at: position(UInt64(index + 1)))
      states[id(number)] = state
    }
    let rooms = RoomList(states)
    #expect(rooms.rooms.count == 8)
    for number in circle {
      // The earliest of the statements is ignored.
      #expect(rooms.effective(id(number)) == id(circle[0]))
    }
  }

  @Test func aMergeThatLeadsNowhereIsIgnored() {
    let rooms = list(
      room(id(1), created("Pantry", 7), merged(into: id(1))),
      room(id(2), created("Larder", 8), merged(into: id(9))),
      room(StandardRoom.other.id, merged(into: id(1))))
    #expect(rooms.effective(id(1)) == id(1))
    #expect(rooms.effective(id(2)) == id(2))
    #expect(rooms.effective(nil) == StandardRoom.other.id)
    let deleted = list(
      room(id(1), created("Pantry", 7), merged(into: id(2))),
      room(id(2), created("Larder", 8), .roomDeleted(.init())))
    // Otherwise its plants would show in Other.
    #expect(deleted.effective(id(1)) == id(1))
    #expect(deleted.effective(id(2)) == StandardRoom.other.id)
  }

  @Test func roomsThatWereMergedAreItsParts() {
    let rooms = list(
      room(id(1), created("Pantry", 7), merged(into: id(2))),
      room(id(2), created("Larder", 8), merged(into: id(3))),
      room(id(3), created("Attic", 9)))
    #expect(rooms.parts(of: id(3)) == [id(1), id(2)])
    #expect(rooms.parts(of: StandardRoom.kitchen.id).isEmpty)
  }
}
