public import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// An event and what it takes to tell people of it: its names and its units.
public struct EventDescription: Sendable {
  /// The event.
  public let event: RecordedEvent
  /// The name of the plant or room that it is about, also where an undo is
  /// about one plant; the short id where that has none, `nil` for the journal.
  public let subject: String?
  /// The short id of the action that it takes back or does again.
  public var undoneAction: String? {
    guard case .actionUndone(let body) = event.payload?.body else { return nil }
    return body.target.shortID
  }
  /// Whether its payload is erased.
  public let isErased: Bool
  /// Who recorded it, where that is worth a word: somebody with a name, or
  /// another device than this one.
  public let recorder: Recorder?
  /// The rooms, for their names.
  public let rooms: RoomList
  /// Where the clocks go.
  public let zone: TimeZoneRules
  /// The units in which amounts are told.
  public let units: MeasurementUnits
}

extension Snapshot {
  /// What it takes to tell people of an event.
  public func description(
    of event: RecordedEvent, in household: Household
  ) throws -> EventDescription {
    let recorder = try recorder(event.header.writer, in: household)
    let isNotable =
      recorder.name != nil || household.hasOthers && !recorder.isOwn
    return EventDescription(
      event: event, subject: try subject(of: event),
      isErased: try event.payloadBytes == nil
        && isErased(event.header, event.hash),
      recorder: isNotable ? recorder : nil, rooms: rooms, zone: zone,
      units: settings.units)
  }

  private func subject(of event: RecordedEvent) throws -> String? {
    var stream = event.header.stream
    if case .actionUndone(let body)? = event.payload?.body,
      let plant = body.plant
    {
      stream = plant
    }
    guard stream != .journal else { return nil }
    if let room = rooms.name(of: stream) { return room }
    guard let plant = try plant(stream), plant.profile != nil else {
      return ShortID.text(of: stream)
    }
    return plant.displayName
  }
}
