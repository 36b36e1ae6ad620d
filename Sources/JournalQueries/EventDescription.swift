public import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// An event, with all names and units that its description needs.
public struct EventDescription: Sendable {
  /// The event.
  public let event: RecordedEvent
  /// The plant, the room or the journal that shows the event.
  public let shownBy: StreamID
  /// The name of the event's plant or room, also for undos that are about one
  /// plant; the short id if it has no name, `nil` for the journal.
  public let subject: PastName?
  /// The name of the room to which a plant was moved, also for undos of moves.
  public let room: PastName?
  /// The name of the plant or room into which another was merged.
  public let target: PastName?
  /// The action that the event undoes or redoes: its first event, that event's
  /// subject, and the number of events.
  public let undone: (first: RecordedEvent, subject: PastName?, count: Int)?
  /// A Boolean value that indicates whether the payload was erased.
  public let isErased: Bool
  /// The recorder if worth a mention: a named person or another device.
  public let recorder: Recorder?
  /// The rooms, for their names.
  public let rooms: RoomList
  /// The time zone for times.
  public let zone: TimeZoneRules
  /// The day relative to which days are worded.
  public let today: Day
  /// The units for amounts.
  public let units: MeasurementUnits
}

/// The name of a plant or a room at a moment, and now.
public struct PastName: Sendable, Hashable {
  /// The name then.
  public let then: String
  /// The name now, if it has changed.
  public let now: String?
  /// A Boolean value that indicates whether it has been deleted since.
  public let isDeleted: Bool
}

extension Snapshot {
  /// Returns the description of a step of a replay.
  public func description(
    of step: ReplayStep, in household: Household
  ) throws -> EventDescription {
    let place = step.position.reference
    guard let event = try log.event(place, in: transaction) else {
      throw StorageError.damagedEvent(place, reason: "it is missing")
    }
    return try description(of: event, in: household)
  }

  /// Returns the description of an event.
  public func description(
    of event: RecordedEvent, in household: Household
  ) throws -> EventDescription {
    let recorder = try recorder(event.header.writer, in: household)
    let isNotable =
      recorder.name != nil || household.hasOthers && !recorder.isOwn
    let undone = try undone(by: event, household)
    return EventDescription(
      event: event, shownBy: try self.subject(of: event.header),
      subject: try subject(of: event, household),
      room: try room(of: undone?.first ?? event, household),
      target: try target(of: event, household), undone: undone,
      isErased: try event.payloadBytes == nil
        && isErased(event.header, event.hash),
      recorder: isNotable ? recorder : nil, rooms: rooms, zone: zone,
      today: today, units: settings.units)
  }

  /// Returns the name of a plant or a room; `nil` if none is known.
  public func displayName(of stream: StreamID) throws -> String? {
    if let room = rooms.name(of: stream) { return room }
    guard let plant = try plant(stream), plant.profile != nil else {
      return nil
    }
    return plant.displayName
  }

  /// Returns the action that an event undoes or redoes.
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
      // If an undo is about one plant, it names the plant itself.
      let subject =
        body.plant == nil ? try subject(of: first, household) : nil
      return (first, subject, count)
    }
  }

  /// Returns the name of the room to which a plant was moved.
  private func room(
    of event: RecordedEvent, _ household: Household
  ) throws -> PastName? {
    guard case .plantMoved(let body)? = event.payload?.body else { return nil }
    let room = body.room ?? StandardRoom.other.id
    return try pastName(
      of: room, now: rooms.name(of: room), isDeleted: rooms[room] == nil,
      at: event.position, household)
  }

  /// Returns the name of the plant or room into which another was merged.
  private func target(
    of event: RecordedEvent, _ household: Household
  ) throws -> PastName? {
    let into: StreamID
    switch event.payload?.body {
    case .plantMerged(let body): into = body.into
    case .roomMerged(let body): into = body.into
    default: return nil
    }
    return try pastName(
      of: into, now: try displayName(of: into), at: event.position, household)
  }

  /// Returns the name of something just before an event, and its name now. What
  /// is part of something else has a name of its `own`.
  private func pastName(
    of stream: StreamID, own: String? = nil, now: String?,
    isDeleted: Bool = false, at position: LogPosition, _ household: Household
  ) throws -> PastName {
    let name = now ?? ShortID.text(of: stream)
    let then =
      try formerName(
        of: stream, before: position, in: household, isNameless: now == nil)
      ?? own ?? name
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
      of: stream, own: shown == stream ? nil : try displayName(of: stream),
      now: try displayName(of: shown), at: event.position, household)
  }
}
