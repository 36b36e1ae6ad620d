public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import JournalProjections
public import JournalQueries
internal import JournalTime

/// A request to correct recorded care.
public struct AmendRequest: Sendable {
  /// The action that recorded the care, by its id; `nil` for this home's latest
  /// action that is neither undone nor an undo.
  public var action: String?
  /// The names of the plants whose care is corrected; empty for all.
  public var plants: [String]
  /// The kinds of care that are corrected; empty for all.
  public var kinds: [TaskKind] = []
  /// The way to resolve the names of plants.
  public var naming = PlantNaming(includesRemoved: true, followsMerges: true)
  /// The time of the care; `nil` to keep it. A full minute that holds the
  /// recorded time keeps it.
  public var at: Timed<CorrectedTime>?
  /// The amount, in words or millilitres as in `TaskCompleted`. One that is shown
  /// like the recorded one keeps it.
  public var amount: FieldEdit<String> = .keep
  /// The remark.
  public var note: FieldEdit<String> = .keep

  /// Creates a request that changes nothing yet.
  public init(_ action: String? = nil, plants: [String] = []) {
    self.action = action
    self.plants = plants
  }
}

/// An error of correcting care.
public enum AmendError: DescribedError {
  /// The action with this id recorded no care.
  case noCare(String)
  /// The care that the action recorded is undone or erased.
  case isGone(String)

  public var facts: ErrorFacts {
    switch self {
    case .noCare(let id):
      ErrorFacts(
        .invalidInput, "the action \(id) recorded no care", .findActionID,
        outcome: .nothingWritten)
    case .isGone(let id):
      ErrorFacts(
        .conflict,
        "the care that the action \(id) recorded is undone or erased",
        .findActionID, outcome: .nothingWritten)
    }
  }
}

extension CareJournal {
  /// Corrects recorded care, as one action; the history keeps the original. The
  /// id of a correction stands for the care that it corrects.
  ///
  /// - Returns: ``Change/amended(_:from:to:next:)`` or
  ///   ``Change/unchanged(_:)`` for each, and of notices
  ///   ``Notice/inFuture(_:)``.
  /// - Throws: ``AmendError``, ``UndoError`` for an unknown action or a plant
  ///   without its care, and `CareError`.
  public func amend(
    _ request: AmendRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let clock = session.clock
      let cares = try session.snapshot().recordedCare(meantBy: request)
      let amended = try cares.map {
        ($0, try $0.amended(by: request, clock, session.settings.units))
      }
      guard amended.contains(where: { $0.current != $1 }) else {
        receipt.changes = try cares.map {
          .unchanged(try session.name($0.plant))
        }
        return
      }
      try session.action { session in
        for (care, payload) in amended {
          let plant = try session.name(care.plant)
          guard payload != care.current,
            case .taskCompleted(let body) = payload.body
          else {
            receipt.changes.append(.unchanged(plant))
            continue
          }
          try session.perform(
            .amend(body), on: care.plant, at: payload.at, note: payload.note)
          receipt.changes.append(
            .amended(
              plant, from: care.current, to: payload,
              next: try session.nextTask(
                after: body, titled: body.title, of: care.plant)?.due))
        }
      }
      let last = amended.map(\.1.at).max { $0.instant < $1.instant }
      if request.at != nil, let last, last.instant > session.now {
        receipt.notices.append(.inFuture(last))
      }
    }
  }
}

/// Care that can be corrected.
public struct RecordedCare: Sendable {
  /// The plant.
  public let plant: PlantID
  /// The event that first recorded the care.
  fileprivate let origin: NamedEvent
  /// The current payload.
  public let current: EventPayload

  /// Returns the corrected payload.
  fileprivate func amended(
    by request: AmendRequest, _ clock: LocalClock, _ units: MeasurementUnits
  ) throws -> EventPayload {
    guard case .taskCompleted(let body) = current.body else { return current }
    var amount = request.amount.applied(to: body.amount)
    if amount.map(units.amount) == body.amount.map(units.amount) {
      amount = body.amount
    }
    let note = request.note.applied(to: current.note)
    let at =
      try request.at?.value(by: clock).value(after: current.at, in: clock.zone)
      ?? current.at
    guard (amount, note, at) != (body.amount, current.note, current.at) else {
      return current
    }
    return EventPayload(
      at: at, note: note,
      body: .taskCompleted(
        TaskCompleted(
          kind: body.kind, task: body.task, due: body.due, title: body.title,
          amount: amount, batch: body.batch, photo: body.photo, amends: origin))
    )
  }
}

extension CorrectedTime {
  /// Returns the corrected moment of care recorded at `former`.
  fileprivate func value(
    after former: OffsetInstant, in zone: TimeZoneRules
  ) -> OffsetInstant {
    switch self {
    case .moment(let moment):
      let start = moment.instant.milliseconds
      let isWithin =
        start % 60_000 == 0
        && start..<start + 60_000 ~= former.instant.milliseconds
      return isWithin ? former : moment
    case .day(let day):
      guard day != zone.localDay(of: former.instant) else { return former }
      return zone.instant(of: day, at: zone.timeOfDay(of: former.instant))
    }
  }
}

extension Snapshot {
  /// Returns the care that a request means, as it is now.
  ///
  /// - Throws: ``AmendError``, and ``UndoError`` for an unknown action or a plant
  ///   without its care.
  public func recordedCare(
    meantBy request: AmendRequest
  ) throws -> [RecordedCare] {
    guard
      let action = try request.action.map({ try action(named: $0) })
        ?? latestUndoableAction()
    else { throw UndoError.nothingLeft }
    let id = action.shortID
    var events = try log.events(of: action, in: transaction).filter {
      $0.payload?.body.type == .taskCompleted
    }
    guard !events.isEmpty else { throw AmendError.noCare(id) }
    if !request.plants.isEmpty {
      let plants = try request.plants.map { name in
        let plant = try plant(named: name, request.naming)
        guard
          try events.contains(where: { try subject(of: $0.header) == plant })
        else { throw UndoError.notOfPlant(name) }
        return plant
      }
      try events.removeAll { try !plants.contains(subject(of: $0.header)) }
    }
    if !request.kinds.isEmpty {
      events.removeAll { event in
        guard case .taskCompleted(let body)? = event.payload?.body else {
          return true
        }
        return !request.kinds.contains(body.kind)
      }
      guard !events.isEmpty else { throw AmendError.noCare(id) }
    }
    let cares = try events.compactMap { event -> RecordedCare? in
      let origin =
        event.payload?.body.amendedCare
        ?? NamedEvent(
          writer: event.header.writer, sequence: event.header.sequence,
          hash: event.hash)
      let plant = try subject(of: event.header)
      guard
        try !isUndone(action, of: event.header.stream),
        let current = try care(recordedBy: origin.reference, of: plant)
      else { return nil }
      return RecordedCare(plant: plant, origin: origin, current: current)
    }
    guard !cares.isEmpty else { throw AmendError.isGone(id) }
    return cares
  }

  /// Returns the current payload of care; `nil` if it is undone or erased.
  private func care(
    recordedBy origin: EventReference, of plant: PlantID
  ) throws -> EventPayload? {
    var current: EventPayload?
    try forEachEvent(of: plant) { payload, event, action, _ in
      guard let payload,
        event.position.reference == origin
          || payload.body.amendedCare?.reference == origin,
        try !isPassedOver(event, of: action)
      else { return }
      current = payload
    }
    return current
  }
}
