public import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// An event and what it takes to tell people of it: its names and its units.
public struct EventDescription: Sendable {
  /// The event.
  public let event: RecordedEvent
  /// What the plant or room was called that it is about, also where an undo is
  /// about one plant; the short id where that has no name, `nil` for the
  /// journal.
  public let subject: PastName?
  /// What the room was called into which a plant was moved, or the move of
  /// which is undone.
  public let room: PastName?
  /// What the plant was called into which another was merged.
  public let target: PastName?
  /// What the action did that it takes back or does again: the first of its
  /// events, and how many there are.
  public let undone: (first: RecordedEvent, subject: PastName?, count: Int)?
  /// A Boolean value that indicates whether its payload is erased.
  public let isErased: Bool
  /// Who recorded it, where that is worth a word: somebody with a name, or
  /// another device than this one.
  public let recorder: Recorder?
  /// The rooms, for their names.
  public let rooms: RoomList
  /// Where the clocks go.
  public let zone: TimeZoneRules
  /// The day of which its days are told.
  public let today: Day
  /// The units in which amounts are told.
  public let units: MeasurementUnits
}

/// What something was called at a moment.
public struct PastName: Sendable, Hashable {
  /// The name then.
  public let then: String
  /// The name now, where that is another.
  public let now: String?
  /// A Boolean value that indicates whether it was deleted since.
  public let isDeleted: Bool
}

extension Snapshot {
  /// What it takes to tell people of what a step of a replay did.
  public func description(
    of step: ReplayStep, in household: Household
  ) throws -> EventDescription {
    let place = step.position.reference
    guard let event = try log.event(place, in: transaction) else {
      throw StorageError.damagedEvent(place, reason: "it is not there")
    }
    return try description(of: event, in: household)
  }

  /// What it takes to tell people of an event.
  public func description(
    of event: RecordedEvent, in household: Household
  ) throws -> EventDescription {
    let recorder = try recorder(event.header.writer, in: household)
    let isNotable =
      recorder.name != nil || household.hasOthers && !recorder.isOwn
    let undone = try undone(by: event, household)
    return EventDescription(
      event: event, subject: try subject(of: event, household),
      room: try room(of: undone?.first ?? event, household),
      target: try target(of: event, household), undone: undone,
      isErased: try event.payloadBytes == nil
        && isErased(event.header, event.hash),
      recorder: isNotable ? recorder : nil, rooms: rooms, zone: zone,
      today: today, units: settings.units)
  }

  /// What a plant or a room is called; `nil` for one of which no name is known.
  public func displayName(of stream: StreamID) throws -> String? {
    if let room = rooms.name(of: stream) { return room }
    guard let plant = try plant(stream), plant.profile != nil else {
      return nil
    }
    return plant.displayName
  }

  /// What the action did that an event takes back or does again.
  private func undone(
    by event: RecordedEvent, _ household: Household
  ) throws -> (first: RecordedEvent, subject: PastName?, count: Int)? {
    guard case .actionUndone(let body)? = event.payload?.body else {
      return nil
    }
    var first: RecordedEvent?
    var count = 0
    try log.forEachEvent(of: body.target, in: transaction) { event in
      guard body.plant.map({ $0 == event.header.stream }) ?? true else {
        return
      }
      first = first ?? event
      count += 1
    }
    return try first.map { first in
      // Where it is about one plant, the undoing names that already.
      let subject =
        body.plant == nil ? try subject(of: first, household) : nil
      return (first, subject, count)
    }
  }

  /// What the room was called into which a plant was moved.
  private func room(
    of event: RecordedEvent, _ household: Household
  ) throws -> PastName? {
    guard case .plantMoved(let body)? = event.payload?.body else { return nil }
    let room = body.room ?? StandardRoom.other.id
    return try pastName(
      of: room, now: rooms.name(of: room), isDeleted: rooms[room] == nil,
      at: event.position, household)
  }

  /// What the plant was called into which another was merged.
  private func target(
    of event: RecordedEvent, _ household: Household
  ) throws -> PastName? {
    guard case .plantMerged(let body)? = event.payload?.body else { return nil }
    return try pastName(
      of: body.into, now: try displayName(of: body.into), at: event.position,
      household)
  }

  /// What something is called now, and was just before an event.
  private func pastName(
    of stream: StreamID, now: String?, isDeleted: Bool = false,
    at position: LogPosition, _ household: Household
  ) throws -> PastName {
    let name = now ?? ShortID.text(of: stream)
    let then =
      try formerName(
        of: stream, before: position, in: household, isNameless: now == nil)
      ?? name
    return PastName(
      then: then, now: then == now ? nil : now, isDeleted: isDeleted)
  }

  private func subject(
    of event: RecordedEvent, _ household: Household
  ) throws -> PastName? {
    var stream = event.header.stream
    if case .actionUndone(let body)? = event.payload?.body,
      let plant = body.plant
    {
      stream = plant
    }
    guard stream != .journal, stream != .home else { return nil }
    let shown =
      stream == event.header.stream
      ? try self.subject(of: event.header) : stream
    return try pastName(
      of: stream, now: try displayName(of: shown), at: event.position,
      household)
  }
}
