internal import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// The same thing for one or many plants.
public struct PlantRequest: Sendable {
  /// What is to become of each.
  public enum Wish: Sendable {
    /// It stands in the room of that name or id.
    case move(to: String)
    /// Something was seen of it.
    case note(String)
    /// It is a favourite, or none.
    case favorite(Bool)
    /// It leaves the collection; its history stays.
    case remove(RemovalReason)
  }

  /// Which plants.
  public var plants: PlantChoice
  /// What is to become of them.
  public var wish: Wish
  /// When that was.
  public var at: Moment
  /// A remark.
  public var note: String?

  /// Creates a request.
  public init(
    _ plants: PlantChoice, _ wish: Wish, at: Moment = .now,
    note: String? = nil
  ) {
    self.plants = plants
    self.wish = wish
    self.at = at
    self.note = note
  }
}

/// Plants that come back.
public struct RestoreRequest: Sendable {
  /// Which plants.
  public var plants: PlantChoice
  /// What the one plant is called from now on; `nil` for its name before.
  public var nickname: String?
  /// When that was.
  public var at: Moment
  /// A remark.
  public var note: String?

  /// Creates a request.
  public init(
    _ plants: PlantChoice, as nickname: String? = nil, at: Moment = .now,
    note: String? = nil
  ) {
    self.plants = plants
    self.nickname = nickname
    self.at = at
    self.note = note
  }
}

/// A plant that is measured.
public struct MeasureRequest: Sendable {
  /// The one plant.
  public var plant: PlantChoice
  /// What was measured.
  public var measures: PlantMeasured
  /// When.
  public var at: Moment
  /// A remark.
  public var note: String?

  /// Creates a request.
  public init(
    _ plant: PlantChoice, _ measures: PlantMeasured, at: Moment = .now,
    note: String? = nil
  ) {
    self.plant = plant
    self.measures = measures
    self.at = at
    self.note = note
  }
}

extension CareJournal {
  /// Moves, notes, favours or removes plants, as one action.
  ///
  /// - Returns: A change for each plant: ``Change/moved(_:room:)``,
  ///   ``Change/noted(_:)``, ``Change/favorited(_:_:)``,
  ///   ``Change/removed(_:_:)`` or ``Change/unchanged(_:)``.
  /// - Throws: `CareError` and what choosing plants and rooms throws.
  public func change(
    _ request: PlantRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at.value(by: session.clock)
      let snapshot = try session.snapshot()
      let wanted = try request.wish.command(snapshot)
      let plants = try snapshot.plants(request.plants)
      let unchanged = try Set(
        plants.filter {
          wanted.command.changesNothing(about: try session.plant($0))
        })
      func carryOut(_ session: inout ActionSession) throws {
        for id in plants {
          let name = try session.name(id)
          guard !unchanged.contains(id) else {
            receipt.changes.append(.unchanged(name))
            continue
          }
          try session.perform(
            wanted.command, on: id, at: at, note: request.note)
          receipt.changes.append(wanted.change(name))
        }
      }
      if unchanged.count < plants.count {
        try session.action(carryOut)
      } else {
        try carryOut(&session)
      }
    }
  }

  /// Brings plants back, as one action.
  ///
  /// - Returns: ``Change/restored(_:former:)`` for each.
  /// - Throws: `CareError`, `NothingMatched` for a plant that is there, and
  ///   what choosing plants throws.
  public func restorePlants(
    _ request: RestoreRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at.value(by: session.clock)
      let plants = try session.snapshot().plants(request.plants)
      try session.action { session in
        for id in plants {
          receipt.changes.append(
            try session.restore(
              id, as: request.nickname, at: at, note: request.note))
        }
      }
    }
  }

  /// Writes down how large a plant is.
  ///
  /// - Returns: ``Change/measured(_:_:)``.
  /// - Throws: `CareError` and what choosing plants throws.
  public func measure(
    _ request: MeasureRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try request.at.value(by: session.clock)
      let plants = try session.snapshot().plants(request.plant)
      try session.action { session in
        for id in plants {
          try session.perform(
            .measure(request.measures), on: id, at: at, note: request.note)
          receipt.changes.append(
            .measured(try session.name(id), request.measures))
        }
      }
    }
  }
}

extension PlantRequest.Wish {
  /// What carries the wish out, and what a receipt says of it.
  fileprivate func command(
    _ snapshot: borrowing Snapshot
  ) throws -> (command: PlantCommand, change: (PlantName) -> Change) {
    switch self {
    case .move(let name):
      let room = try snapshot.rooms.room(named: name)
      let shown = snapshot.rooms[room]?.name ?? ""
      return (.move(to: room), { .moved($0, room: shown) })
    case .note(let text):
      return (.note(.init(text: text)), { .noted($0) })
    case .favorite(let isOn):
      return (.favorite(isOn), { .favorited($0, isOn) })
    case .remove(let reason):
      return (.remove(reason), { .removed($0, reason) })
    }
  }
}

extension ActionSession {
  /// Brings a plant back, under another nickname where one is given.
  fileprivate mutating func restore(
    _ id: PlantID, as nickname: String?, at: OffsetInstant, note: String?
  ) throws -> Change {
    let plant = try plant(id)
    guard !plant.isPresent else {
      throw NothingMatched(reason: "'\(plant.displayName)' is not removed")
    }
    try perform(.restore(as: nickname), on: id, at: at, note: note)
    var edit = PlantEdited()
    if let nickname { edit.nickname = .set(nickname) }
    edit = edit.changing(plant)
    guard !edit.isEmpty else {
      return .restored(PlantName(id, plant.displayName), former: nil)
    }
    try perform(.edit(edit), on: id, at: at)
    return .restored(try name(id), former: plant.displayName)
  }
}
