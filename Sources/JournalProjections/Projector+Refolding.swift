internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Folds a plant's stream again in canonical order.
  mutating func refoldPlant(
    _ id: PlantID, in transaction: borrowing WriteTransaction
  ) throws {
    guard let touched = plants[id] else { return }
    let before = touched.state
    plants[id] = TouchedPlant(stored: touched.stored, state: PlantState())
    try removeNotes(of: id, in: transaction)
    var state = PlantState()
    var notes: [LogPosition] = []
    try forEachPayload(of: id, in: transaction) {
      projector, payload, position, action in
      guard payload.body.type.subject == .plant else { return }
      state.latest = position
      guard try !projector.isUndone(action, in: transaction) else { return }
      if case .plantNoted = payload.body { notes.append(position) }
      state.evolve(payload)
    }
    plants[id]?.state = state
    try store(notes, of: id, in: transaction)
    // The index may hold names of the stored state or of events folded since.
    try databases.nameIndex.update(
      id, from: before, to: state, in: transaction)
  }

  /// Folds a room's stream again in canonical order.
  mutating func refoldRoom(
    _ id: RoomID, in transaction: borrowing WriteTransaction
  ) throws {
    var room = RoomState(initial: id)
    try forEachPayload(of: id, in: transaction) {
      projector, payload, position, action in
      guard payload.body.type.subject == .room else { return }
      room.latest = position
      guard try !projector.isUndone(action, in: transaction) else { return }
      room.evolve(payload, of: id)
    }
    rooms[id] = room
  }

  /// Visits the readable payloads of one stream in canonical order.
  mutating func forEachPayload(
    of stream: StreamID, in transaction: borrowing WriteTransaction,
    _ body: (
      inout Projector, EventPayload, LogPosition, ActionReference
    ) throws -> Void
  ) throws {
    try log.forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try StoredEvent(bytes, entry.position.reference)
      guard let payload = event.payload(in: bytes) else { return true }
      let action = ActionReference(
        first: EventReference(
          writer: event.header.writer, sequence: event.header.action,
          hashPrefix: entry.actionHashPrefix))
      try body(&self, payload, entry.position, action)
      return true
    }
  }

  private func removeNotes(
    of id: PlantID, in transaction: borrowing WriteTransaction
  ) throws {
    for position in try databases.notePositions(of: id, in: transaction) {
      var key = id.bytes
      StreamPosition.append(position, to: &key)
      _ = try transaction.delete(key.span.bytes, in: databases.notes)
    }
  }

  private func store(
    _ notes: [LogPosition], of id: PlantID,
    in transaction: borrowing WriteTransaction
  ) throws {
    let nothing: [UInt8] = []
    for position in notes {
      var key = id.bytes
      StreamPosition.append(position, to: &key)
      try transaction.put(
        key.span.bytes, nothing.span.bytes, in: databases.notes)
    }
  }
}

/// A stored event, split and its header decoded.
struct StoredEvent {
  let header: EventHeader
  private let frame: EventFrame

  init(_ bytes: RawSpan, _ reference: EventReference) throws {
    do throws(EventDecodingError) {
      frame = try EventFrame(decoding: bytes)
      header = try EventHeader(decoding: frame.header(in: bytes))
    } catch {
      throw StorageError.damagedEvent(reference, reason: error.description)
    }
  }

  /// The typed payload; `nil` for an unknown type, a later schema, and what
  /// is erased or cannot be read: none of these folds.
  func payload(in bytes: RawSpan) -> EventPayload? {
    guard let type = EventType(name: header.type),
      let payload = frame.payload(in: bytes)
    else { return nil }
    return try? EventPayload(
      decoding: payload, type: type, schema: header.schema)
  }
}
