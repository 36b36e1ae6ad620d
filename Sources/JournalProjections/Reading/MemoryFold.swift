public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
public import LMDBKit

/// A fold in memory of the events recorded up to a moment, in canonical order.
/// `--as-of` and `replay` read it.
public struct MemoryFold {
  /// The plants with events.
  public private(set) var plants: [PlantID: PlantState] = [:]
  /// The rooms that have events.
  public private(set) var rooms: [RoomID: RoomState] = [:]
  /// The places of the plants' observations.
  public private(set) var observations:
    [ObservationKind: [PlantID: [LogPosition]]] = [:]
  /// The groups of plants that are one, after the events folded so far.
  public var merges: PlantMerges { mergeWords.merges }
  /// The plants that any event folded so far merged, undone or not.
  public private(set) var everMerged: Set<PlantID> = []
  private var hasMerges: Bool { !everMerged.isEmpty }
  private var mergeWords = MergeWords()
  /// The names of the writers, after the events folded so far.
  public private(set) var writerNames: [WriterID: WriterName] = [:]
  /// The settings after the events folded so far.
  public private(set) var values: [String: SettingValue] = [:]
  /// The actions that are undone as of the moment.
  let undone: Undoings
  /// The zone in which the journal began.
  public let originalTimeZone: String?

  private let log: EventLog
  private let databases: ProjectionDatabases
  private let moment: Instant?

  /// An event and its part in the fold.
  public struct Step {
    /// The decoded header.
    public let header: EventHeader
    /// The event's place.
    public let position: LogPosition
    /// The action that the event belongs to.
    public let action: ActionReference
    /// The typed payload; `nil` if the event does not fold.
    public let payload: EventPayload?
    /// A Boolean value that indicates whether the event is skipped because its
    /// action is undone.
    public let isUndone: Bool
    /// A Boolean value that indicates whether the payload is missing because it
    /// was erased.
    public let isErased: Bool
  }

  /// Prepares a fold: undoings must be known before their events come. Events
  /// recorded after `moment` are left out.
  public init(
    _ journal: Journal, recordedBy moment: Instant?,
    in transaction: borrowing some Transaction
  ) throws {
    log = journal.log
    databases = journal.projections
    self.moment = moment
    var undone = Undoings()
    var zone: String?
    try log.forEachEvent(of: .journal, in: transaction) { entry, bytes in
      let event = try VisitedEvent(bytes, stored: entry.position.reference)
      guard moment.map({ event.header.recorded <= $0 }) ?? true,
        let payload = event.payload(in: bytes)
      else { return true }
      switch payload.body {
      case .actionUndone(let body): undone.evolve(body)
      case .journalCreated(let body): zone = zone ?? body.timeZone
      default: break
      }
      return true
    }
    self.undone = undone
    originalTimeZone = zone
  }

  /// The effect of folding an event.
  public enum Change {
    /// A plant changed.
    case plant(PlantID, before: PlantState, after: PlantState)
    /// A room changed.
    case room(RoomID, before: RoomState, after: RoomState)
    /// A setting changed.
    case setting(String, before: SettingValue?, after: SettingValue)
    /// The name of a writer changed.
    case writer(WriterID, before: WriterName?, after: WriterName)
  }

  /// Folds all events in canonical order; `body` gets the changes of each
  /// event, that of its own stream first, and ends the fold by returning `false`.
  public mutating func run(
    in transaction: borrowing some Transaction,
    _ body: (Step, [Change]) throws -> Bool = { _, _ in true }
  ) throws {
    try log.forEachEvent(.forward, in: transaction) { visited, bytes in
      guard let step = try step(visited, bytes, in: transaction) else {
        return true
      }
      return try body(step, fold(step, in: transaction))
    }
  }

  private func step(
    _ visited: VisitedEvent, _ bytes: RawSpan,
    in transaction: borrowing some Transaction
  ) throws -> Step? {
    let header = visited.header
    if let moment, header.recorded > moment { return nil }
    let payload = visited.payload(in: bytes)
    guard
      let action = try log.action(
        of: header, at: visited.position, in: transaction)
    else {
      throw StorageError.damagedValue(
        database: LogDatabase.streams, reason: "an event has no entry")
    }
    return Step(
      header: header, position: visited.position, action: action,
      payload: payload,
      isUndone: payload?.isUndoable == true
        && undone.contains(action, of: header.stream),
      isErased: try databases.isErased(visited, bytes, in: transaction))
  }

  private mutating func fold(
    _ step: Step, in transaction: borrowing some Transaction
  ) throws -> [Change] {
    let stream = step.header.stream
    if step.header.knownType == .plantMerged,
      EventType.plantMerged.isFolded(in: stream)
    {
      everMerged.insert(stream)
    }
    guard let payload = step.payload, !step.isUndone else { return [] }
    let type = payload.body.type
    switch type.subject {
    case .plant:
      guard type.isFolded(in: stream) else { return [] }
      if hasMerges, type.changesPresence {
        return try foldPresence(of: stream, through: step.position, transaction)
      }
      let plant = type.countsForRoot ? merges.root(of: stream) : stream
      guard payload.body.amendedCare == nil else {
        let before = plants[plant] ?? PlantState()
        try refold(plant, through: step.position, in: transaction)
        return [change(of: plant, from: before)]
      }
      return [fold(payload, ofPlant: plant, at: step.position)]
    case .room:
      let before = rooms[stream] ?? RoomState(initial: stream)
      var after = before
      after.evolve(payload, of: stream, at: step.position)
      rooms[stream] = after
      return [.room(stream, before: before, after: after)]
    case .journal:
      // As in the projections: other streams hold no settings and no names of
      // writers, and the empty key names no setting.
      guard stream == .journal else { return [] }
      return foldJournal(payload.body).map { [$0] } ?? []
    }
  }

  /// Folds the streams of a plant that may have come or gone, and of those that
  /// are one, or two, since then.
  private mutating func foldPresence(
    of id: PlantID, through last: LogPosition,
    _ transaction: borrowing some Transaction
  ) throws -> [Change] {
    let before = plants[id] ?? PlantState()
    let entry = try refold(id, through: last, in: transaction)
    var regrouped: Set<PlantID> = []
    if entry.hasMerges || mergeWords.contains(id) {
      let plants = plants
      regrouped =
        mergeWords.update([id: entry]) {
          plants[$0]?.canTakeOthers ?? false
        }.groups
    }
    var others: [(PlantID, PlantState)] = []
    for plant in regrouped.sorted() {
      if plant != id { others.append((plant, plants[plant] ?? PlantState())) }
      try refold(plant, through: last, in: transaction)
    }
    return [change(of: id, from: before)]
      + others.map { change(of: $0, from: $1) }
  }

  private func change(of id: PlantID, from before: PlantState) -> Change {
    .plant(id, before: before, after: plants[id] ?? PlantState())
  }

  private mutating func foldJournal(_ body: EventBody) -> Change? {
    switch body {
    case .settingChanged(let body) where !body.key.isEmpty:
      let before = values.updateValue(body.value, forKey: body.key)
      return .setting(body.key, before: before, after: body.value)
    case .writerNamed(let body):
      let before = writerNames.updateValue(body.name, forKey: body.writer)
      return .writer(body.writer, before: before, after: body.name)
    default: return nil
    }
  }

  private mutating func fold(
    _ payload: EventPayload, ofPlant id: PlantID, at position: LogPosition
  ) -> Change {
    let before = plants[id] ?? PlantState()
    var after = before
    after.evolve(payload)
    plants[id] = after
    if let kind = ObservationKind(payload.body.type) {
      observations[kind, default: [:]][id, default: []].append(position)
    }
    return .plant(id, before: before, after: after)
  }

  /// Folds a plant's stream again up to an event, with the events that count of
  /// plants merged into it, and returns the facts about merges.
  @discardableResult
  private mutating func refold(
    _ id: PlantID, through last: LogPosition,
    in transaction: borrowing some Transaction
  ) throws -> MergeEntry {
    let fold = try PlantFold { add in
      try log.forEachEvent(of: merges.group(of: id), in: transaction) {
        entry, bytes in
        if entry.position > last { return false }
        let event = try VisitedEvent(bytes, stored: entry.position.reference)
        let stream = event.header.stream
        guard moment.map({ event.header.recorded <= $0 }) ?? true,
          let payload = event.payload(in: bytes),
          payload.body.type.isFolded(in: stream),
          merges.counts(payload.body.type, in: stream, for: id)
        else { return true }
        let action = ActionReference(
          of: event.header, hashPrefix: entry.actionHashPrefix)
        try add(
          payload, entry.position, stream,
          !undone.contains(action, of: stream))
        return true
      }
    }
    var after = fold.state
    let entry = MergeEntry(
      word: fold.word, hasMerges: everMerged.contains(id),
      canTakeOthers: after.canTakeOthers)
    if merges.root(of: id) != id { after.leaveAsMerged() }
    // Not kept here, as nothing comes late.
    after.latest = nil
    plants[id] = after
    for kind in ObservationKind.allCases { observations[kind]?[id] = nil }
    for (kind, position) in fold.observations {
      observations[kind, default: [:]][id, default: []].append(position)
    }
    return entry
  }

  /// The settings after the events folded so far.
  public var settings: JournalSettings {
    JournalSettings(values: values, originalTimeZone: originalTimeZone)
  }
}

/// The actions that are undone, wholly or for some streams, by the events taken
/// in so far.
struct Undoings {
  private var words: [ActionReference: [StreamID?: Bool]] = [:]

  /// Takes in the next undoing. It replaces earlier ones of the same stream, or
  /// all if it is about the whole action.
  mutating func evolve(_ body: ActionUndone) {
    if body.plant == nil { words[body.target] = nil }
    words[body.target, default: [:]][body.plant] = body.undone
  }

  /// Returns whether what an action did to a stream is undone.
  func contains(_ action: ActionReference, of stream: StreamID) -> Bool {
    guard let words = words[action] else { return false }
    return words[stream] ?? words[nil] ?? false
  }
}

extension EventPayload {
  /// A Boolean value that indicates whether folds skip the event once its
  /// action is undone.
  public var isUndoable: Bool { body.type.isUndoable }
}
