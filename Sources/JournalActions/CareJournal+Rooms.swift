public import ErrorKit
internal import JournalCare
public import JournalEvents
internal import JournalProjections
public import JournalQueries

/// A request to change rooms.
public struct RoomRequest: Sendable {
  /// A change of rooms.
  public enum Wish: Sendable {
    /// Makes a room; the last in order, unless it gets a place.
    case make(name: String, icon: String, sortOrder: Int?)
    /// Gives the room of that name or id another name or picture.
    case edit(room: String, RoomEdited)
    /// Moves a room to a place, from 1.
    case place(room: String, at: Int)
    /// Puts rooms, by name or id, in a new order; the others follow.
    case order([String])
    /// Deletes a room; its plants then show in Other.
    case delete(room: String)
  }

  /// The change.
  public var wish: Wish
  /// The time and remark of the change.
  public var occasion: Occasion
  /// The precision that the names of rooms must have.
  public var precision = PlantResolver.Precision.forgiving
  /// The name and the picture of an edited room as they were shown; `nil` to
  /// edit it whatever they are.
  public var shown: RoomEdited?

  /// Creates a request.
  public init(
    _ wish: Wish, _ occasion: Occasion = Occasion()
  ) {
    self.wish = wish
    self.occasion = occasion
  }
}

/// An error of ordering rooms.
public enum RoomOrderError: DescribedError {
  /// There is no such place; `count` is the number of places.
  case noPlace(Int, count: Int)
  /// A room is named twice.
  case twice(String)
  /// A single room is named without a place.
  case noTarget(String, typed: String)

  public var facts: ErrorFacts {
    switch self {
    case .noPlace(let place, let count):
      ErrorFacts(
        .invalidInput,
        "there is no place \(place): places are 1 to \(count)")
    case .twice(let name):
      ErrorFacts(.invalidInput, "'\(name)' is named twice")
    case .noTarget(let name, let typed):
      ErrorFacts(
        .invalidInput, "say where '\(name)' belongs", .placeRoom(typed))
    }
  }
}

extension CareJournal {
  /// Makes, changes, orders or deletes rooms, as one action.
  ///
  /// - Returns: ``Change/roomMade(_:)``, ``Change/roomEdited(_:_:)`` or
  ///   ``Change/roomDeleted(_:plants:)``; of notices
  ///   ``Notice/nothingChanged``.
  /// - Throws: `RoomNameError`, ``RoomOrderError`` and `CareError`.
  public func changeRooms(
    _ request: RoomRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let (at, note) = try session.resolve(request.occasion, &receipt)
      let rooms = try session.rooms()
      switch request.wish {
      case .make(let name, let icon, let sortOrder):
        let id: RoomID = session.randomness.id()
        try session.action {
          try $0.perform(
            RoomCommand.create(name: name, icon: icon, sortOrder: sortOrder),
            on: id, at: at, note: note)
        }
        receipt.changes.append(.roomMade(RoomName(id, name)))
      case .delete(let name):
        let id = try rooms.room(named: name, request.precision)
        let count = try session.snapshot().plantCount(in: id)
        try session.action {
          try $0.perform(
            RoomCommand.delete, on: id, at: at, note: note)
        }
        receipt.changes.append(
          .roomDeleted(RoomName(id, rooms[id]?.name ?? name), plants: count))
      case .edit, .place, .order:
        let edits = try request.wish.edits(of: rooms, request.precision)
        try request.check(edits, of: rooms)
        guard !edits.isEmpty else {
          receipt.notices.append(.nothingChanged)
          return
        }
        try session.action { session in
          for (id, edit) in edits {
            try session.perform(
              RoomCommand.edit(edit), on: id, at: at, note: note)
          }
        }
        let after = try session.rooms()
        receipt.changes += edits.map { id, edit in
          .roomEdited(RoomName(id, after[id]?.name ?? ""), edit)
        }
      }
    }
  }
}

extension RoomRequest {
  /// Throws if a field that an edit changes is not as it was shown.
  fileprivate func check(
    _ edits: [(id: RoomID, edit: RoomEdited)], of rooms: RoomList
  ) throws(ChangedMeanwhile) {
    guard let shown, let (id, edit) = edits.first, let room = rooms[id] else {
      return
    }
    if edit.name != nil, let name = shown.name, name != room.name {
      throw ChangedMeanwhile("the room's name", now: room.name)
    }
    if edit.icon != nil, let icon = shown.icon, icon != room.icon {
      throw ChangedMeanwhile("the room's icon", now: room.icon)
    }
  }
}

extension RoomRequest.Wish {
  /// Returns the edits that change something.
  fileprivate func edits(
    of rooms: RoomList, _ precision: PlantResolver.Precision
  ) throws -> [(id: RoomID, edit: RoomEdited)] {
    let wanted: [(id: RoomID, edit: RoomEdited)]
    switch self {
    case .edit(let room, let edit):
      wanted = [(try rooms.room(named: room, precision), edit)]
    case .place(let room, let place):
      let present = rooms.rooms.map(\.id)
      guard (1...present.count).contains(place) else {
        throw RoomOrderError.noPlace(place, count: present.count)
      }
      let id = try rooms.room(named: room, precision)
      var order = present.filter { $0 != id }
      order.insert(id, at: place - 1)
      wanted = Self.edits(toOrder: order)
    case .order(let names):
      wanted = Self.edits(toOrder: try Self.order(names, in: rooms, precision))
    case .make, .delete: wanted = []
    }
    return wanted.compactMap { id, edit in
      let changing = rooms[id].map(edit.changing) ?? edit
      return changing.isEmpty ? nil : (id, changing)
    }
  }

  private static func order(
    _ names: [String], in rooms: RoomList, _ precision: PlantResolver.Precision
  ) throws -> [RoomID] {
    var named: [RoomID] = []
    for name in names {
      let id = try rooms.room(named: name, precision)
      guard !named.contains(id) else {
        throw RoomOrderError.twice(rooms[id]?.name ?? name)
      }
      named.append(id)
    }
    if named.count == 1 {
      throw RoomOrderError.noTarget(
        rooms[named[0]]?.name ?? names[0], typed: names[0])
    }
    return named + rooms.rooms.map(\.id).filter { !named.contains($0) }
  }

  private static func edits(
    toOrder order: [RoomID]
  ) -> [(id: RoomID, edit: RoomEdited)] {
    order.enumerated().map { ($1, RoomEdited(sortOrder: $0)) }
  }
}

extension RoomEdited {
  /// Returns the part of this edit that changes something about `room`.
  fileprivate func changing(_ room: RoomList.Room) -> RoomEdited {
    RoomEdited(
      name: name == room.name ? nil : name,
      icon: icon == room.icon ? nil : icon,
      sortOrder: sortOrder == room.sortOrder ? nil : sortOrder)
  }
}

extension Snapshot {
  /// Returns the number of present plants in a room.
  func plantCount(in room: RoomID) throws -> Int {
    var count = 0
    try forEachPlant { _, plant in
      if plant.isPresent, rooms.effective(plant.room) == room { count += 1 }
      return true
    }
    return count
  }
}
