public import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalTime

/// A plant as in lists and exports.
public struct PlantView: Sendable {
  /// The plant's id.
  public let id: PlantID
  /// The plant's state.
  public let state: PlantState
  /// The room in which it is shown.
  public let room: RoomID
  /// The observations, in canonical order.
  public let observations: [NoteView]
  /// The texts of the observations.
  public var notes: [String] { observations.map(\.text) }
  /// The measurements, by time.
  public let measurements: [MeasurementView]
  /// The schedules, by kind.
  public let schedules: [ScheduleView]
  /// The values of custom fields, by name.
  public let facts: [PlantFact]
  /// The remark on its removal; `nil` for none.
  public let farewell: String?
  /// The plant into which it was merged; `nil` for none.
  public let shownBy: PlantName?
  /// The number of days from acquisition, or else addition, to removal, or else
  /// to the day of the view; `nil` before addition.
  public let age: Int?

  /// Reads the view of a plant.
  public init(
    _ id: PlantID, _ state: PlantState, in snapshot: borrowing Snapshot
  ) throws {
    self.id = id
    self.state = state
    room = snapshot.rooms.effective(state.room)
    schedules = state.cares.compactMap { care in
      ScheduleView(care, of: state, plant: id, in: snapshot.calendar)
    }
    observations = try NoteView.all(of: id, in: snapshot)
    measurements = try MeasurementView.series(of: id, in: snapshot)
    facts =
      state.details.facts.isEmpty
      ? [] : PlantFact.all(of: state, snapshot.fields)
    age = state.age(on: snapshot.today, snapshot.calendar)
    let root = try snapshot.whole(of: id)
    shownBy =
      root == id
      ? nil : try snapshot.plant(root).map { PlantName(root, $0.displayName) }
    farewell = try state.removal.flatMap { _ in
      try snapshot.farewell(of: id)
    }
  }
}

extension Snapshot {
  /// Returns the remark on a plant's latest removal.
  ///
  /// - Complexity: O(*n*) for *n* events of the plant since.
  func farewell(of id: PlantID) throws -> String? {
    var note: String?
    try log.forEachEvent(of: id, .backward, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard asOf.map({ event.header.recorded <= $0 }) ?? true,
        event.header.knownType == .plantRemoved,
        let payload = event.payload(in: bytes)
      else { return true }
      let action = ActionReference(
        of: event.header, hashPrefix: entry.actionHashPrefix)
      guard try !isUndone(action, of: id) else { return true }
      note = payload.note
      return false
    }
    return note
  }
}

/// A schedule with its latest and next care.
public struct ScheduleView: Sendable, Hashable {
  /// The plant.
  public let plant: PlantID
  /// The schedule.
  public let schedule: ScheduleSet
  /// The local day of the latest care.
  public let lastDone: Day?
  /// The next due day by rules 1 to 5; `nil` for a plant that left.
  public let nextDue: Day?

  /// Creates the view; `nil` without a schedule.
  public init?(
    _ care: CareState, of plant: PlantState, plant id: PlantID,
    in calendar: CareCalendar
  ) {
    guard let schedule = care.schedule else { return nil }
    self.plant = id
    self.schedule = schedule
    lastDone = care.lastCompleted.map(calendar.zone.localDay(of:))
    nextDue =
      plant.isPresent ? calendar.openTask(of: care, in: plant)?.due : nil
  }
}
