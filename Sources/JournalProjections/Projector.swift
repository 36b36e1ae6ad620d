internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

/// Folds events into the projections within one write transaction.
///
/// Plants stay in memory while the transaction lasts and are stored when it
/// ends, so that a thousand events of one plant cost one write. The streams of
/// events that come out of order are noted, and folded again at the end.
struct Projector: ~Copyable {
  /// A plant that this transaction has touched.
  ///
  /// A class, because a state is large and events change it in place: moving
  /// it in and out of a dictionary took a third of a rebuild.
  final class TouchedPlant {
    // The projector alone holds it, and changes one plant at a time: looking
    // for other accesses took a thirtieth of a rebuild. It stands beside the
    // parts of the state that each event needs: one cache line, instead of
    // three.
    @exclusivity(unchecked) var isLate = false
    @exclusivity(unchecked) var state: PlantState
    /// The stored state; `nil` if there is none.
    let stored: PlantState?
    /// The facts about merges; `nil` if they are as stored.
    var mergeEntry: MergeEntry?

    init(stored: PlantState?) {
      self.stored = stored
      state = stored ?? PlantState()
    }
  }

  let log: EventLog
  let databases: ProjectionDatabases
  let transaction: WriteTransaction
  let store: FoldedStore

  /// The calendar when the transaction began; the stored entries are derived
  /// with it.
  private(set) var calendar: CareCalendar
  /// The settings when the transaction began.
  var settings: JournalSettings
  var plants: [PlantID: TouchedPlant] = [:]
  var rooms: [RoomID: RoomState] = [:] {
    didSet { (knownRooms, roomNames) = (nil, nil) }
  }
  /// The rooms that can be seen, until one changes.
  private var knownRooms: RoomList?
  /// The names of the rooms, until one changes; new rooms are added to them.
  var roomNames: RoomNames?
  var lateRooms: Set<RoomID> = []
  /// The plants that must be folded again, and some that were since.
  var latePlants: [PlantID] = []
  /// The statements on merges of plants, and the groups that follow from them;
  /// `nil` until one concerns a plant.
  var mergeWords: MergeWords?
  /// The plants whose facts about merges may have changed since.
  var unsettled: Set<PlantID> = []
  var entries: [StreamEntry] = []
  var settingsChanged = false
  var settingsAreLate = false
  var hasUndoings: Bool
  var hasErasures: Bool
  /// A Boolean value that indicates whether answers that may name what was
  /// erased are empty; a session keeps its own answer after it has erased.
  var hasEmptiedAnswers = false
  /// The number of payloads dropped from events that were held.
  var droppedCount = 0
  /// A Boolean value that indicates whether plants and rooms are folded, too.
  var foldsAll = true
  // Without stored entries there is nothing to compare new ones with.
  var isRebuilding = false

  // Bounds memory in any transaction.
  static let mostPlants = 65_536
  private static let mostEntries = 131_072

  /// Creates a projector for the transaction.
  init(
    log: EventLog, databases: ProjectionDatabases,
    in transaction: borrowing WriteTransaction
  ) throws {
    // All that can throw comes first: half a projector cannot be taken down.
    let settings = try databases.journalSettings(in: transaction)
    let undoings = try transaction.count(of: databases.undone)
    let erasures = try transaction.count(of: databases.erased)
    let hasMerges = try transaction.count(of: databases.merges) > 0
    store = try FoldedStore(of: databases, in: transaction)
    mergeWords = hasMerges ? nil : MergeWords()
    self.log = log
    self.databases = databases
    self.transaction = transaction.shared
    self.settings = settings
    calendar = settings.calendar()
    hasUndoings = undoings > 0
    hasErasures = erasures > 0
  }

  /// The present state of a plant, this transaction's events included.
  ///
  /// - Complexity: O(*n*) in the events of its stream if any of them came late
  ///   since the last call.
  mutating func plant(_ id: PlantID) throws -> PlantState {
    let plant = try touch(id)
    if plant.isLate {
      try flushEntries()
      try refoldPlant(id)
    }
    // Folding it again may have changed them.
    try settleMerges()
    return plant.state
  }

  /// The present state of a room, this transaction's events included.
  mutating func room(_ id: RoomID) throws -> RoomState {
    try refoldLateRooms()
    return try foldedRoom(id)
  }

  private func foldedRoom(_ id: RoomID) throws -> RoomState {
    try rooms[id] ?? databases.room(id, in: transaction)
  }

  /// The rooms that can be seen, this transaction's events included.
  mutating func roomList() throws -> RoomList {
    try refoldLateRooms()
    if let knownRooms { return knownRooms }
    var states = try databases.roomStates(in: transaction)
    states.merge(rooms) { $1 }
    let list = RoomList(states)
    knownRooms = list
    return list
  }

  /// Takes out the names of the visible rooms, this transaction's events
  /// included. The projector keeps no copy, so that adding to them makes none.
  mutating func takeRoomNames() throws -> RoomNames {
    try refoldLateRooms()
    return try roomNames.take() ?? RoomNames(roomList())
  }

  /// Folds an event that is, or is about to be, in the log. Without a typed
  /// payload, of an unknown type or not to be read, it changes no plant.
  mutating func fold(
    _ payload: EventPayload?, of type: EventType?, in stream: StreamID,
    at position: LogPosition, action: ActionReference
  ) throws {
    entries.append(
      StreamEntry(
        stream: stream, position: position,
        actionHashPrefix: action.first.hashPrefix))
    if entries.count >= Self.mostEntries {
      try flushEntries()
    }
    guard let type, foldsAll || type.subject == .journal else { return }
    try noteMerge(type, in: stream)
    guard let payload else { return }
    try apply(payload, to: stream, at: position, action)
    if plants.count >= Self.mostPlants { try finish() }
  }

  /// Notes that an event may merge the plant, which is known without a payload.
  mutating func noteMerge(_ type: EventType, in stream: StreamID) throws {
    guard type == .plantMerged, type.isFolded(in: stream) else { return }
    try markLate(stream)
    unsettled.insert(stream)
  }

  /// Folds an event whose index entry exists.
  mutating func apply(
    _ payload: EventPayload, to stream: StreamID, at position: LogPosition,
    _ action: ActionReference
  ) throws {
    let type = payload.body.type
    switch type.subject {
    case .plant:
      guard type.isFolded(in: stream) else { return }
      try applyToPlant(payload, type, stream, position, action)
    case .room:
      try applyToRoom(payload, stream, position, action)
    case .journal:
      // In other streams such an event has no effect: no refold would find it
      // there.
      guard stream == .journal else { return }
      try applyToJournal(payload, position, action)
    }
  }

  func isUndone(
    _ action: ActionReference, in stream: StreamID
  ) throws -> Bool {
    guard hasUndoings else { return false }
    return try databases.isUndone(action, of: stream, in: transaction)
  }

  private mutating func applyToPlant(
    _ payload: EventPayload, _ type: EventType, _ id: PlantID,
    _ position: LogPosition, _ action: ActionReference
  ) throws {
    let isAlone = mergeWords?.isEmpty == true || !type.countsForRoot
    let shown = isAlone ? id : try root(of: id)
    let plant = try touch(shown)
    if type.changesPresence, try hasMergeEntry(id) {
      // The state does not tell whether a merged plant was added by mistake.
      try markLate(shown)
      unsettled.insert(id)
    }
    guard !plant.isLate else { return }
    guard plant.state.advance(to: position) else {
      return try markLate(shown)
    }
    // Skipped if nothing is undone: a call is lent a copy of the whole
    // projector.
    if hasUndoings, try isUndone(action, in: id) { return }
    guard type.changesNames else {
      // It stands in the place of an earlier event.
      guard payload.body.amendedCare == nil else {
        return try markLate(shown)
      }
      if let kind = ObservationKind(type) {
        try list(kind, of: shown, at: position)
      }
      plant.state.evolve(payload)
      return
    }
    let before = plant.state
    plant.state.evolve(payload)
    try databases.nameIndex.update(
      id, from: before, to: plant.state, in: store)
  }

  mutating func touch(_ id: PlantID) throws -> TouchedPlant {
    if let touched = plants[id] { return touched }
    let touched = TouchedPlant(stored: try databases.plant(id, in: transaction))
    plants[id] = touched
    return touched
  }

  private mutating func applyToRoom(
    _ payload: EventPayload, _ id: RoomID, _ position: LogPosition,
    _ action: ActionReference
  ) throws {
    var room = try foldedRoom(id)
    if let latest = room.latest, position < latest {
      lateRooms.insert(id)
      return
    }
    room.latest = position
    if try !isUndone(action, in: id) {
      room.evolve(payload, of: id, at: position)
    }
    rooms[id] = room
  }

  /// Forgets the touched plants and rooms, once they are stored.
  mutating func reset(settings: JournalSettings) {
    self.settings = settings
    calendar = settings.calendar()
    plants.removeAll(keepingCapacity: true)
    rooms.removeAll()
    lateRooms.removeAll()
    settingsChanged = false
    settingsAreLate = false
  }
}

extension EventType {
  /// A Boolean value that indicates whether the names by which a plant is found
  /// may change.
  fileprivate var changesNames: Bool {
    switch self {
    case .plantEdited: true
    default: changesPresence
    }
  }
}
