internal import Encodings
public import JournalEvents
public import JournalLog
public import JournalProjections
public import JournalTime

/// The conditions for events of a history.
public struct HistoryFilter: Sendable {
  /// The streams of plants and rooms; `nil` for all.
  public var streams: Set<StreamID>?
  /// The types, known or not; empty for all.
  public var types: Set<String> = []
  /// The kind of care that payloads are about; `nil` for all payloads.
  public var kind: TaskKind?
  /// The writers; `nil` for all.
  public var writers: Set<WriterID>?
  /// The earliest time of recording.
  public var since: Instant?
  /// The latest time of recording.
  public var until: Instant?
  /// The place of the last event that was seen, if the newest come first; `nil`
  /// to begin with the newest.
  public var after: LogPosition?
  /// A text that one of the payload's texts contains, in any case.
  public var text: String?

  /// Creates a filter that admits everything.
  public init() {}
}

/// A query for events.
public struct HistoryQuery: Sendable {
  /// The plants and, if selected by room, the rooms; an empty choice selects
  /// all.
  public var plants: PlantChoice
  /// Further conditions; its streams, writers and times are replaced.
  public var filter = HistoryFilter()
  /// The writers: the name of a device or person, or the start of an id.
  public var writer: String?
  /// The earliest moment.
  public var since: Timed<Instant>?
  /// The latest moment.
  public var until: Timed<Instant>?
  /// The last event of the page before, if the newest come first in the order
  /// of recording.
  public var after: HistoryCursor?
  /// A Boolean value that indicates whether events are sorted and limited by
  /// the time of the event, instead of the time of recording.
  public var isByDate = false
  /// A Boolean value that indicates whether the oldest events come first.
  public var isOldestFirst = false
  /// The maximum number of events.
  public var limit = Int.max

  /// Creates a query for the events of some plants.
  public init(of plants: PlantChoice = PlantChoice()) {
    self.plants = plants
  }
}

extension Snapshot {
  /// Visits the events of a query.
  ///
  /// - Returns: The number of events.
  public func forEachEvent(
    _ query: HistoryQuery, _ body: (HistoryEntry) throws -> Void
  ) throws -> Int {
    var filter = query.filter
    filter.streams = try streams(of: query.plants, includesRoom: true)
    filter.writers = try query.writer.map { Set(try writers(named: $0)) }
    filter.since = try query.since?.value(by: clock)
    filter.until = try query.until?.value(by: clock)
    filter.after = query.after?.position
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

  /// Visits the events of a query by their own time, and in canonical order
  /// within a moment.
  ///
  /// - Complexity: O(*n* log *n*) for the *n* events that the filter admits,
  ///   and as much memory, except for their payloads.
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
        throw StorageError.damagedEvent(place, reason: "it is missing")
      }
      try body(
        HistoryEntry(
          event: event, action: action, isUndone: isUndone,
          isAmended: isAmended))
    }
    return min(order.count, query.limit)
  }

  /// Visits the changes that events made, oldest first.
  ///
  /// - Parameters:
  ///   - choice: The plants whose events count; an empty choice selects all.
  ///   - until: The latest time of recording; `nil` for all.
  ///   - limit: The maximum number of steps.
  ///   - body: Receives each step.
  /// - Returns: The number of steps.
  /// - Throws: The error of a wrong name, of `body` or of the store.
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

  /// Returns the selected plants and, if requested, the rooms that select them;
  /// `nil` for an empty choice.
  func streams(
    of choice: PlantChoice, includesRoom: Bool
  ) throws -> Set<StreamID>? {
    guard !choice.isEmpty else { return nil }
    func ofPlants() throws -> Set<StreamID> {
      try plants(choice).reduce(into: []) {
        $0.formUnion(try streams(of: $1))
      }
    }
    guard includesRoom, !choice.rooms.isEmpty else { return try ofPlants() }
    let rooms = Set(
      try choice.rooms.map {
        try self.rooms.room(named: $0, choice.naming.precision)
      })
    do {
      return try ofPlants().union(rooms)
    } catch is NothingMatched {
      return rooms
    }
  }
}

/// An event of a history: its stored bytes, split, and its state.
public struct HistoryEntry: Sendable {
  /// The event.
  public let event: RecordedEvent
  /// The action of the event.
  public let action: ActionReference
  /// A Boolean value that indicates whether the event is undone, so that folds
  /// skip it.
  public let isUndone: Bool
  /// A Boolean value that indicates whether an amendment replaces the event's
  /// care.
  public let isAmended: Bool
  /// The short id of the action.
  public var actionID: String { action.shortID }
  /// The id of the action that distinguishes forked branches, too.
  public var branchID: String { action.branchID }

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

  /// The typed payload; `nil` for an unknown type or an unreadable payload.
  public var payload: EventPayload? { event.payload }
}

/// Visits the events that a filter admits, newest or oldest first.
public struct HistoryView {
  private let filter: HistoryFilter
  private let direction: LogDirection
  /// The folded text to look for, in UTF-8.
  private let wantedText: [UInt8]?

  /// Creates a view.
  public init(filter: HistoryFilter, direction: LogDirection) {
    self.filter = filter
    self.direction = direction
    wantedText = filter.text.map { Array($0.foldedName.utf8) }
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
    // A stamp is never below the wall clock at that time, so events recorded
    // since a moment have stamps since then.
    let since = filter.since.map(Stamp.init(at:)) ?? .zero
    try snapshot.log.forEachEvent(
      direction, since: since, before: filter.after, in: snapshot.transaction
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
      if let after = filter.after, found.position >= after { return true }
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
          reason: "its stream names it, but it is missing")
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
        ? try snapshot.isAmended(event.header, at: event.position)
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
    // To compare characters takes hundreds of times as long as bytes.
    return entry.event.texts.contains {
      Array($0.foldedName.utf8).firstRange(of: wantedText) != nil
    }
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
  /// The kind of care that the event is about, if any.
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
