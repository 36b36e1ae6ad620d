import JournalCare
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@Suite struct RoomDecisionTests {
  private let shelf: RoomID = id(1)

  private func state(_ room: RoomID, _ bodies: EventBody...) -> RoomState {
    var state = RoomState(initial: room)
    for body in bodies {
      state.evolve(
        EventPayload(at: instant("2026-03-01"), body: body), of: room,
        at: position(1))
    }
    return state
  }

  private func decide(
    _ command: RoomCommand, on id: RoomID, _ rooms: [RoomID: RoomState] = [:]
  ) throws(CareError) -> EventBody {
    try command.decide(
      on: id, rooms[id] ?? RoomState(initial: id),
      in: RoomNames(RoomList(rooms)))
  }

  private func create(_ name: String, at place: Int? = nil) -> RoomCommand {
    .create(name: name, icon: "books", sortOrder: place)
  }

  private func body(_ name: String, _ place: Int) -> EventBody {
    .roomCreated(.init(name: name, icon: "books", sortOrder: place))
  }

  @Test func aNewRoomBecomesTheLast() throws {
    #expect(try decide(create("Shelf"), on: shelf) == body("Shelf", 7))
    #expect(
      try decide(
        create("Sill"), on: id(2), [shelf: state(shelf, body("Shelf", 40))])
        == body("Sill", 41))
  }

  @Test func aGivenPlaceIsKeptAlsoWhereAnotherHasIt() throws {
    #expect(try decide(create("Shelf", at: 0), on: shelf) == body("Shelf", 0))
  }

  @Test func afterTheLastPlaceThereIsNone() throws {
    let last = RoomCreated.maximumSortOrder
    #expect(
      try decide(
        create("Sill"), on: id(2), [shelf: state(shelf, body("Shelf", last))])
        == body("Sill", last))
  }

  @Test func aNameThatCanBeSeenIsTaken() {
    let error = CareError.roomExists(StandardRoom.kitchen.id, name: "kitchen")
    #expect(throws: error) { try decide(create("kitchen"), on: shelf) }
  }

  @Test func aRoomIsCreatedOnce() {
    let rooms = [shelf: state(shelf, body("Shelf", 7))]
    #expect(throws: CareError.roomExists(shelf, name: "Sill")) {
      try decide(create("Sill"), on: shelf, rooms)
    }
  }

  @Test func aDeletedRoomsNameAndIdAreFree() throws {
    let rooms = [
      shelf: state(shelf, body("Shelf", 7), .roomDeleted(.init()))
    ]
    #expect(try decide(create("Shelf"), on: id(2), rooms) == body("Shelf", 7))
    #expect(try decide(create("Shelf"), on: shelf, rooms) == body("Shelf", 7))
  }

  @Test func onlyARoomThatCanBeSeenIsDeleted() throws {
    #expect(throws: CareError.unknownRoom(shelf)) {
      try decide(.delete, on: shelf)
    }
    #expect(try decide(.delete, on: StandardRoom.patio.id).type == .roomDeleted)
  }

  @Test func otherCannotBeDeleted() {
    #expect(throws: CareError.otherRoomStays) {
      try decide(.delete, on: StandardRoom.other.id)
    }
  }
}
