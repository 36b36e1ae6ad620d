internal import Encodings
public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime

/// Which events a history shows.
public struct HistoryFilter: Sendable {
  /// Only streams of these plants and rooms; `nil` for all.
  public var streams: Set<StreamID>?
  /// Only these types, known or not; empty for all.
  public var types: Set<String> = []
  /// Only payloads about this kind of care.
  public var kind: TaskKind?
  /// Only what these wrote; `nil` for all.
  public var writers: Set<WriterID>?
  /// Only what was recorded at or after.
  public var since: Instant?
  /// Only what was recorded at or before.
  public var until: Instant?
  /// Only events with this text in one of their payload's texts, in any case.
  public var text: String?

  /// Creates a filter that lets everything through.
  public init() {}
}

/// Which events somebody wants to see.
public struct HistoryQuery: Sendable {
  /// The plants and, where a room's are asked for, that room; an empty choice
  /// means all.
  public var plants: PlantChoice
  /// What else is asked of events; streams, writers and times are filled in.
  public var filter = HistoryFilter()
  /// Who wrote them: the name of a device or person, or the beginning of an
  /// id.
  public var writer: String?
  /// The first moment at which they were recorded.
  public var since: Timed<Instant>?
  /// The last moment at which they were recorded.
  public var until: Timed<Instant>?
  /// A Boolean value that indicates whether events stand, and count, by when
  /// they happened, rather than by when they were recorded.
  public var isByDate = false
  /// A Boolean value that indicates whether the oldest are first, or the
  /// newest.
  public var isOldestFirst = false
  /// How many are shown at most.
  public var limit = Int.max

  /// Creates a query for the events of some plants.
  public init(of plants: PlantChoice = PlantChoice()) {
    self.plants = plants
  }
}

extension Snapshot {
  /// Visits the events asked for.
  ///
  /// - Returns: How many there were.
  public func forEachEvent(
    _ query: HistoryQuery, _ body: (HistoryEntry) throws -> Void
  ) throws -> Int {
    var filter = query.filter
    filter.streams = try streams(of: query.plants, includesRoom: true)
    filter.writers = try query.writer.map { Set(try writers(named: $0)) }
    filter.since = try query.since?.value(by: clock)
    filter.until = try query.until?.value(by: clock)
    guard !query.isByDate else { return try forEach(query, filter, body) }
    if let asOf { filter.until = min(filter.until ?? asOf, asOf) }
    var count = 0
    let direction: LogDirection = query.isOldestFirst ? .forward : .backward
    try HistoryView(filter: filter, direction: direction)
      .forEach(self) { entry in
        try body(entry)
        count += 1
        return count < query.limit
      }
    return count
  }

  /// Visits the events asked for by when they happened, those of the same
  /// moment in canonical order.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* events that the filter lets
  ///   through, and as much memory, though not for what they say.
  private func forEach(
    _ query: HistoryQuery, _ filter: HistoryFilter,
    _ body: (HistoryEntry) throws -> Void
  ) throws -> Int {
    typealias Found = (
      at: Instant, place: EventReference, action: ActionReference,
      isUndone: Bool, isAmended: Bool
    )
    let (since, until) = (filter.since, filter.until)
    var filter = filter
    (filter.since, filter.until) = (nil, asOf)
    var found: [Found] = []
    try HistoryView(filter: filter, direction: .forward).forEach(self) {
      entry in
      let event = entry.event
      let at = entry.payload?.at.instant ?? event.header.recorded
      guard since.map({ $0 <= at }) ?? true, until.map({ at <= $0 }) ?? true
      else { return true }
      found.append(
        (
          at, event.reference, entry.action, entry.isUndone, entry.isAmended
        ))
      return true
    }
    var order = found.indices.sorted { (found[$0].at, $0) < (found[$1].at, $1) }
    if !query.isOldestFirst { order.reverse() }
    for index in order.prefix(query.limit) {
      let (_, place, action, isUndone, isAmended) = found[index]
      guard let event = try log.event(place, in: transaction) else {
        throw StorageError.damagedEvent(place, reason: "it is not there")
      }
      try body(
        HistoryEntry(
          event: event, action: action, isUndone: isUndone,
          isAmended: isAmended))
    }
    return min(order.count, query.limit)
  }

  /// Visits what events changed, oldest first.
  ///
  /// - Parameters:
  ///   - choice: The plants whose events count; an empty choice means all.
  ///   - until: Up to what was recorded then; `nil` for all.
  ///   - limit: How many there are at most.
  ///   - body: Is handed each step.
  /// - Returns: How many there were.
  /// - Throws: What a wrong name and `body` throw, and what the store throws.
  public func replay(
    of choice: PlantChoice, until: Timed<Instant>?, limit: Int = .max,
    _ body: (ReplayStep) throws -> Void
  ) throws -> Int {
    let view = ReplayView(
      until: try until?.value(by: clock),
      of: try streams(of: choice, includesRoom: false))
    var count = 0
    try view.forEach(self) { step in
      try body(step)
      count += 1
      return count < limit
    }
    return count
  }

  /// The plants chosen, and with them the rooms whose plants were asked for;
  /// `nil` where nothing was chosen.
  private func streams(
    of choice: PlantChoice, includesRoom: Bool
  ) throws -> Set<StreamID>? {
    guard !choice.isEmpty else { return nil }
    func ofPlants() throws -> Set<StreamID> {
      try plants(choice).reduce(into: []) {
        $0.formUnion(try streams(of: $1))
      }
    }
    guard includesRoom, !choice.rooms.isEmpty else { return try ofPlants() }
    let rooms = Set(try choice.rooms.map { try room(named: $0) })
    do {
      return try ofPlants().union(rooms)
    } catch is NothingMatched {
      return rooms
    }
  }
}

/// An event of a history: stored bytes, split, and whether it counts.
public struct HistoryEntry: Sendable {
  /// The event.
  public let event: RecordedEvent
  /// The action it belongs to.
  public let action: ActionReference
  /// A Boolean value that indicates whether folds skip it.
  public let isUndone: Bool
  /// A Boolean value that indicates whether it tells of care in whose place an
  /// amendment stands.
  public let isAmended: Bool
  /// The short id of its action.
  public var actionID: String { action.shortID }

  /// Creates an entry.
  public init(
    event: RecordedEvent, action: ActionReference, isUndone: Bool,
    isAmended: Bool = false
  ) {
    self.event = event
    self.action = action
    self.isUndone = isUndone
    self.isAmended = isAmended
  }

  /// The typed payload; `nil` for an unknown type and what cannot be read.
  public var payload: EventPayload? { event.payload }
}

/// Visits the events that a filter lets through, newest or oldest first.
public struct HistoryView {
  private let filter: HistoryFilter
  private let direction: LogDirection
  private let wantedText: String?

  /// Creates a view.
  public init(filter: HistoryFilter, direction: LogDirection) {
    self.filter = filter
    self.direction = direction
    wantedText = filter.text?.lowercased()
  }

  /// Visits the events until `body` returns `false`.
  ///
  /// The history of few plants is read from their streams, so its cost does
  /// not grow with the log.
  public func forEach(
    _ snapshot: borrowing Snapshot,
    _ body: (HistoryEntry) throws -> Bool
  ) throws {
    if let streams = filter.streams {
      try forEach(of: streams, snapshot, body)
    } else {
      try forEachOfAll(snapshot, body)
    }
  }

  private func forEachOfAll(
    _ snapshot: borrowing Snapshot,
    _ body: (HistoryEntry) throws -> Bool
  ) throws {
    // A stamp is never below the wall clock it was taken at, so what was
    // recorded since a moment has a stamp since then.
    let since = filter.since.map(Stamp.init(at:)) ?? .zero
    try snapshot.log.forEachEvent(
      direction, since: since, in: snapshot.transaction
    ) { visited, bytes in
      guard admits(visited.header) else { return true }
      guard
        let action = try snapshot.log.action(
          of: visited.header, at: visited.position, in: snapshot.transaction)
      else {
        throw StorageError.damagedEvent(
          visited.position.reference, reason: "its stream does not name it")
      }
      let entry = try entry(visited.recorded(bytes), action, snapshot)
      return try admits(entry) ? body(entry) : true
    }
  }

  private func forEach(
    of streams: Set<StreamID>, _ snapshot: borrowing Snapshot,
    _ body: (HistoryEntry) throws -> Bool
  ) throws {
    try snapshot.log.forEachEntry(
      of: streams, direction, in: snapshot.transaction
    ) { found in
      if let since = filter.since, found.position.stamp < Stamp(at: since) {
        return direction == .forward
      }
      let result = try snapshot.log.withEvent(
        found.position.reference, in: snapshot.transaction
      ) { bytes in
        let event = try EventLog.checked(bytes, as: found.position.reference)
        let action = ActionReference(
          of: event.header, hashPrefix: found.actionHashPrefix)
        let entry = try entry(event, action, snapshot)
        guard admits(entry.event.header), admits(entry) else { return true }
        return try body(entry)
      }
      guard let result else {
        throw StorageError.damagedEvent(
          found.position.reference,
          reason: "its stream names it, but it is not there")
      }
      return result
    }
  }

  private func entry(
    _ event: RecordedEvent, _ action: ActionReference,
    _ snapshot: borrowing Snapshot
  ) throws -> HistoryEntry {
    let isSkipped = event.header.knownType?.isUndoable ?? false
    return HistoryEntry(
      event: event, action: action,
      isUndone: isSkipped
        ? try snapshot.isUndone(action, of: event.header.stream) : false,
      isAmended: event.header.knownType == .taskCompleted
        ? try snapshot.isAmended(event.position, in: event.header.stream)
        : false)
  }

  private func admits(_ header: EventHeader) -> Bool {
    if let since = filter.since, header.recorded < since { return false }
    if let until = filter.until, header.recorded > until { return false }
    if !filter.types.isEmpty, !filter.types.contains(header.type) {
      return false
    }
    return filter.writers?.contains(header.writer) ?? true
  }

  private func admits(_ entry: HistoryEntry) -> Bool {
    if let kind = filter.kind, entry.payload?.body.kind != kind {
      return false
    }
    guard let wantedText else { return true }
    return entry.event.texts.contains { $0.lowercased().contains(wantedText) }
  }
}

extension RecordedEvent {
  /// The texts in the payload, at any depth.
  fileprivate var texts: [String] {
    guard let payloadBytes, payloadBytes.count >= EventPayload.saltByteCount
    else { return [] }
    let map = payloadBytes.span.bytes.extracting(
      droppingFirst: EventPayload.saltByteCount)
    return (try? CBORItem(decoding: map))?.texts ?? []
  }
}

extension CBORItem {
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let items): items.flatMap(\.texts)
    case .map(let pairs): pairs.flatMap(\.value.texts)
    default: []
    }
  }
}

extension EventBody {
  /// The kind of care that the event is about, where it is about one.
  public var kind: TaskKind? {
    switch self {
    case .scheduleSet(let body): body.kind
    case .scheduleCleared(let body): body.kind
    case .taskAdded(let body): body.kind
    case .taskSkipped(let body): body.kind
    case .taskSnoozed(let body): body.kind
    case .photoReminderSet: .photo
    default: careGiven?.kind
    }
  }
}
