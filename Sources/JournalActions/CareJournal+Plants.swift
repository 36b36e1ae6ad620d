internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries
internal import JournalTime

/// A request to change one or many plants in the same way.
public struct PlantRequest: Sendable {
  /// A change of a plant.
  public enum Wish: Sendable {
    /// Moves it to the room with this name or id.
    case move(to: String)
    /// Records an observation.
    case note(String)
    /// Makes it a favourite, or no longer.
    case favorite(Bool)
    /// Records a measurement.
    case measure(PlantMeasured)
    /// Sets or ends its reminders of photos.
    case remindOfPhotos(PhotoCadence)
    /// Removes it from the collection; its history stays.
    case remove(RemovalReason)
    /// Restores it, with another nickname if one is given.
    case restore(as: String?)
  }

  /// The plants.
  public var plants: PlantChoice
  /// The change.
  public var wish: Wish
  /// The time and remark of the change.
  public var occasion: Occasion

  /// Creates a request.
  public init(
    _ plants: PlantChoice, _ wish: Wish, _ occasion: Occasion = Occasion()
  ) {
    self.plants = plants
    self.wish = wish
    self.occasion = occasion
  }
}

extension CareJournal {
  /// Moves, notes, favours, measures, removes or restores plants, as one
  /// action.
  ///
  /// - Returns: A change for each plant: ``Change/moved(_:room:)``,
  ///   ``Change/noted(_:left:)``, ``Change/favorited(_:_:)``,
  ///   ``Change/measured(_:_:)``, ``Change/remindedOfPhotos(_:_:)``,
  ///   ``Change/removed(_:_:)``, ``Change/restored(_:former:)`` or
  ///   ``Change/unchanged(_:)``.
  /// - Throws: `CareError`, `NothingMatched` for a plant to restore that is
  ///   present, and errors of choosing plants and rooms.
  public func change(
    _ request: PlantRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let snapshot = try session.snapshot()
      let wanted = try request.wish.command(
        snapshot, request.plants.naming.precision)
      let plants = try snapshot.plants(request.plants)
      let unchanged = try Set(
        plants.filter {
          wanted.command.changesNothing(
            about: try session.plant($0), on: at.localDay,
            in: session.calendar)
        })
      func carryOut(_ session: inout ActionSession) throws {
        for id in plants {
          let name = try session.name(id)
          guard !unchanged.contains(id) else {
            receipt.changes.append(.unchanged(name))
            continue
          }
          guard case .restore(let nickname) = request.wish else {
            try session.perform(wanted.command, on: id, at: at, note: note)
            receipt.changes.append(wanted.change(name))
            if case .remove(.mistake) = request.wish {
              let parts = try snapshot.merges.group(of: id).subtracting([id])
                .filter { try session.plant($0).isPresent }.sorted()
              if !parts.isEmpty {
                receipt.notices.append(
                  .partsStay(try parts.map { try session.name($0) }, of: name))
              }
            }
            if case .note = request.wish,
              let left = try session.plant(id).removal?.at.localDay
            {
              receipt.changes[receipt.changes.count - 1] = .noted(
                name, left: left)
            }
            continue
          }
          let whole = try session.plant(id).mergedInto
          receipt.changes.append(
            try session.restore(id, as: nickname, at: at, note: note))
          guard let whole else { continue }
          receipt.notices.append(
            try session.tookApart(id, from: snapshot.merges.root(of: whole)))
        }
      }
      if unchanged.count < plants.count {
        try session.action(carryOut)
      } else {
        try carryOut(&session)
      }
    }
  }
}

extension PlantRequest.Wish {
  /// Returns the command for the change, and the change for a receipt.
  fileprivate func command(
    _ snapshot: borrowing Snapshot, _ precision: PlantResolver.Precision
  ) throws -> (command: PlantCommand, change: (PlantName) -> Change) {
    switch self {
    case .move(let name):
      let room = try snapshot.rooms.room(named: name, precision)
      let shown = snapshot.rooms[room]?.name ?? ""
      return (.move(to: room), { .moved($0, room: shown) })
    case .note(let text):
      return (.note(.init(text: text)), { .noted($0) })
    case .favorite(let isOn):
      return (.favorite(isOn), { .favorited($0, isOn) })
    case .measure(let measures):
      return (.measure(measures), { .measured($0, measures) })
    case .remindOfPhotos(let cadence):
      return (.remindOfPhotos(cadence), { .remindedOfPhotos($0, cadence) })
    case .remove(let reason):
      return (.remove(reason), { .removed($0, reason) })
    case .restore(let nickname):
      return (.restore(as: nickname), { .restored($0, former: nil) })
    }
  }
}

extension ActionSession {
  /// Returns the notice of a restored plant that was part of another.
  fileprivate mutating func tookApart(
    _ id: PlantID, from whole: PlantID
  ) throws -> Notice {
    // Reading the plant settles the merges.
    let plant = try plant(id)
    return .tookApart(
      try name(id), from: try name(whole),
      try MergedParts(of: id, plant, in: snapshot()))
  }

  /// Restores a plant, with another nickname if one is given.
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
