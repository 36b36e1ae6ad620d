internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections

/// The names of a plant or a room over time.
struct FormerNames: Sendable {
  private var names: [(since: LogPosition?, name: String)] = []

  var count: Int { names.count }

  /// Records the name after an event; `nil` for before all events.
  mutating func note(_ name: String, since position: LogPosition?) {
    guard !name.isEmpty, name != names.last?.name else { return }
    names.append((position, name))
  }

  /// Returns the name just before the event at `position`, or the first name;
  /// `nil` if none is known.
  func name(before position: LogPosition) -> String? {
    let last = names.last { name in name.since.map { $0 < position } ?? true }
    return (last ?? names.first)?.name
  }
}

extension Snapshot {
  /// Returns the name of a plant or a room just before an event; `nil` if the
  /// name did not change or none is known. If it `isNameless`, because its
  /// addition is undone, its former names count.
  ///
  /// - Complexity: O(1) for its latest events. If it was renamed since, or has
  ///   many later events, O(*n*) for the *n* events of the stream, once for
  ///   each household.
  func formerName(
    of stream: StreamID, before position: LogPosition, in household: Household,
    isNameless: Bool = false
  ) throws -> String? {
    if let known = household.names[stream]
      ?? household.keptNames[stream] as? FormerNames
    {
      return known.name(before: position)
    }
    guard try isNameless || mayHaveBeenNamed(stream, since: position) else {
      return nil
    }
    let names = try formerNames(of: stream)
    household.names[stream] = names
    keep(names, of: stream, size: 1 + names.count, answering: .names)
    return names.name(before: position)
  }

  /// Returns whether a stream has events at or after `position` that name it,
  /// or too many events to check.
  private func mayHaveBeenNamed(
    _ stream: StreamID, since position: LogPosition
  ) throws -> Bool {
    var isNamed = false
    var count = 0
    try log.forEachEvent(of: stream, .backward, in: transaction) {
      entry, bytes in
      guard entry.position >= position else { return false }
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      count += 1
      isNamed = count > Self.mostLookedAt || event.givesName
      return !isNamed
    }
    return isNamed
  }

  private static var mostLookedAt: Int { 64 }

  /// Returns the names of a plant or a room, without undone edits.
  private func formerNames(of stream: StreamID) throws -> FormerNames {
    var names = FormerNames()
    var plant = PlantState()
    var room = RoomState(initial: stream)
    names.note(room.name ?? "", since: nil)
    try log.forEachEvent(of: stream, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard event.givesName,
        asOf.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes)
      else { return true }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      // An undone addition still provides the name.
      guard
        try event.header.knownType == .plantAdded
          || !isUndone(action, of: stream)
      else { return true }
      if payload.body.type.subject == .room {
        room.evolve(payload, of: stream, at: entry.position)
        names.note(room.name ?? "", since: entry.position)
      } else {
        plant.evolve(payload)
        names.note(plant.displayName, since: entry.position)
      }
      return true
    }
    return names
  }
}

extension VisitedEvent {
  /// A Boolean value that indicates whether the event names a plant or a room.
  fileprivate var givesName: Bool {
    switch header.knownType {
    case .plantAdded, .plantEdited, .roomCreated, .roomEdited: true
    default: false
    }
  }
}
