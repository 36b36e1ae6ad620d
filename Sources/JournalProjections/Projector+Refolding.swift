internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds a plant's stream again in canonical order.
  mutating func refoldPlant(_ id: PlantID) throws {
    let plant = try touch(id)
    let before = plant.state
    try unlistObservations(of: id)
    var state = PlantState()
    var observations: [(kind: ObservationKind, position: LogPosition)] = []
    try forEachPayload(of: id) {
      projector, payload, position, action in
      guard payload.body.type.subject == .plant else { return }
      state.latest = position
      guard try !projector.isUndone(action) else { return }
      if let kind = ObservationKind(payload.body.type) {
        observations.append((kind, position))
      }
      state.evolve(payload)
    }
    plant.state = state
    plant.isLate = false
    for (kind, position) in observations {
      try list(kind, of: id, at: position)
    }
    // The index may hold names of the stored state or of events folded since.
    try databases.nameIndex.update(id, from: before, to: state, in: transaction)
  }

  /// Folds the streams of the rooms again to which events came late.
  mutating func refoldLateRooms() throws {
    guard !lateRooms.isEmpty else { return }
    try flushEntries()
    for id in lateRooms { try refoldRoom(id) }
    lateRooms.removeAll()
  }

  /// Folds a room's stream again in canonical order.
  private mutating func refoldRoom(_ id: RoomID) throws {
    var room = RoomState(initial: id)
    try forEachPayload(of: id) {
      projector, payload, position, action in
      guard payload.body.type.subject == .room else { return }
      room.latest = position
      guard try !projector.isUndone(action) else { return }
      room.evolve(payload, of: id)
    }
    rooms[id] = room
  }

  /// Visits the readable payloads of one stream in canonical order.
  mutating func forEachPayload(
    of stream: StreamID,
    _ body: (
      inout Projector, EventPayload, LogPosition, ActionReference
    ) throws -> Void
  ) throws {
    // The closure changes the projector, which holds the transaction.
    let transaction = transaction.shared
    try log.forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard let payload = event.payload(in: bytes) else { return true }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      try body(&self, payload, entry.position, action)
      return true
    }
  }
}
