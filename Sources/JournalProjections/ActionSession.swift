public import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
internal import LMDBKit

/// The merged plants that were named, and the plants that stand for them.
public final class NamedMerged {
  /// The plant that stands for each of them.
  public internal(set) var plants: [PlantID: PlantID] = [:]
}

/// A writer of actions within one transaction. It gives each event its place in
/// the writer's chain, stores it and folds it.
public struct ActionSession: ~Copyable {
  /// The writer, time and randomness of a session.
  public struct Options: Sendable {
    /// The wall clock.
    public let now: Instant
    /// The program and its version, for `writer.started`.
    public let program: String
    /// The time zone of a new journal; evaluated only for one.
    public let timeZone: @Sendable () -> String
    /// A Boolean value that indicates whether the session loads an external
    /// history: a new writer then stamps events with their recorded instants,
    /// whatever else is stored.
    public let usesFreshWriter: Bool
    /// The person who acts through this home; `nil` for its own user.
    public let person: Person?
    /// The writer to use if a new one is needed.
    public let spareWriter: WriterID
    /// The writer to use if the person needs a new one.
    let sparePersonalWriter: WriterID
    let randomness: Randomness

    /// Creates options. They include the ids that may be needed, so that a body
    /// that runs twice writes the same.
    public init(
      now: Instant, program: String,
      timeZone: @escaping @autoclosure @Sendable () -> String,
      usesFreshWriter: Bool = false, person: Person? = nil,
      randomness: Randomness = .system()
    ) {
      var randomness = randomness
      self.now = now
      self.program = program
      self.timeZone = timeZone
      self.usesFreshWriter = usesFreshWriter
      self.person = person
      spareWriter = randomness.id()
      sparePersonalWriter = person == nil ? spareWriter : randomness.id()
      self.randomness = randomness
    }
  }

  /// The log.
  public let log: EventLog
  var projector: Projector
  /// The source of random ids.
  public var randomness: Randomness
  /// The wall clock of the following events, if it differs from their action's,
  /// as in a loaded history.
  public var eventTime: Instant?
  /// The merged plants that were named in the session's snapshots.
  public let namedMerged = NamedMerged()
  /// The actions written so far.
  public private(set) var actions: [WrittenAction] = []

  /// The actions that started writers, and possibly the journal, in this
  /// session: that of the home before that of a person. Empty if the writer had
  /// started before.
  public private(set) var startingActions: [ActionReference] = []

  private struct OpenAction {
    let firstSequence: UInt64
    let recorded: Instant
    var written: WrittenAction?
    var changesSettings = false
  }

  private let journal: Journal
  let transaction: WriteTransaction
  private var open: OpenAction?
  private let options: Options
  /// The current writer.
  public private(set) var writer: WriterID
  /// The home's own writer, which is the session's unless a person acts.
  private let home: WriterID
  private let isHomeNew: Bool
  /// The writers that the home's and the person's would continue.
  private let previous: (home: WriterID?, person: WriterID?)
  private let isCopy: Bool
  private var tips: WriterTips
  private var clock: HybridLogicalClock
  private var scratch: [UInt8] = []
  private var meta: JournalMeta?
  private var tipsChanged = false

  init(
    journal: Journal, home: WriterID, previous: WriterID?, meta: JournalMeta?,
    isCopy: Bool, options: Options, in transaction: consuming WriteTransaction
  ) throws {
    // Everything that can throw comes first, because half a session cannot be
    // destroyed.
    let projector = try Projector(
      log: journal.log, databases: journal.projections, in: transaction)
    let vector = try journal.log.vector(in: transaction)
    let former = options.person.flatMap { meta?.latestWriter(of: $0) }
    let writer =
      options.person == nil
      ? home
      : former.flatMap { $0.home == home ? $0.writer : nil }
        ?? options.sparePersonalWriter
    self.journal = journal
    self.options = options
    self.writer = writer
    self.projector = projector
    self.meta = meta
    self.isCopy = isCopy
    tips = vector.first { $0.writer == writer }?.tips ?? .none
    log = journal.log
    randomness = options.randomness
    self.home = home
    isHomeNew = home != writer && !vector.contains { $0.writer == home }
    self.previous = (meta?.ownWriters.last ?? previous, former?.writer)
    clock = HybridLogicalClock(
      latest: options.usesFreshWriter
        ? nil : vector.compactMap(\.tips.latestStamp).max())
    self.transaction = transaction
  }

  /// The last event written; `nil` before the first.
  public var lastEvent: EventReference? {
    actions.isEmpty ? nil : tips.tips.last?.reference(of: writer)
  }

  /// The instant at which actions are recorded by default.
  public var now: Instant { options.now }

  /// The current calendar.
  public var calendar: CareCalendar { projector.calendar }
  /// The current settings.
  public var settings: JournalSettings { projector.settings }
  /// The time zone in which days are counted, or will be once the journal
  /// exists.
  public var zone: TimeZoneRules {
    guard settings.originalTimeZone == nil else { return calendar.zone }
    return (try? TimeZoneRules(identifier: options.timeZone()))
      ?? calendar.zone
  }
  /// The current day.
  public var today: Day { zone.localDay(of: now) }

  /// Returns the current state of a plant, including this session's events.
  ///
  /// - Complexity: O(*n*) in the events of its stream, if one of them arrived
  ///   out of order since the last call.
  public mutating func plant(_ id: PlantID) throws -> PlantState {
    try projector.plant(id)
  }

  /// Returns the current state of a room, including this session's events.
  public mutating func room(_ id: RoomID) throws -> RoomState {
    try projector.room(id)
  }

  /// Returns the visible rooms, including this session's events.
  public mutating func rooms() throws -> RoomList {
    try projector.roomList()
  }

  /// Returns the journal as of the start of the session, with any of its events
  /// that had to be stored early. For queries before anything is written.
  public mutating func snapshot() throws -> Snapshot {
    try Snapshot(
      of: journal, at: now, settings: settings, rooms: rooms(),
      namedMerged: namedMerged, mergeWords: projector.mergeWords,
      person: options.person,
      in: transaction.reading)
  }

  /// Appends the events of one action.
  ///
  /// - Parameters:
  ///   - events: The events in order; at least one.
  ///   - recorded: The wall clock, if it differs from the session's.
  /// - Returns: The action.
  /// - Throws: ``ActionError``, or an error of the store.
  public mutating func append(
    _ events: [(stream: StreamID, payload: EventPayload)],
    recorded: Instant? = nil
  ) throws -> ActionReference {
    try beginAction(recorded: recorded)
    for (stream, payload) in events {
      try record(payload, of: stream)
    }
    return try endAction()
  }

  /// Writes one action that consists of the events that `body` records. Each
  /// event is decided on the state after the previous one.
  ///
  /// - Parameters:
  ///   - recorded: The wall clock, if it differs from the session's.
  ///   - body: Records the events.
  /// - Returns: The action.
  /// - Throws: ``ActionError/noEvents`` if `body` records nothing, or the error
  ///   of `body`.
  @discardableResult
  public mutating func action(
    recorded: Instant? = nil, _ body: (inout ActionSession) throws -> Void
  ) throws -> ActionReference {
    try beginAction(recorded: recorded)
    try body(&self)
    return try endAction()
  }

  /// Begins an action, which continues until ``endAction()``. Each event is
  /// decided on the state after the previous one.
  package mutating func beginAction(recorded: Instant? = nil) throws {
    let recorded = (recorded ?? options.now).clampedToFormat
    if tips.tips.isEmpty { try startWriters(at: recorded) }
    open = OpenAction(
      firstSequence: (tips.tips.last?.sequence ?? 0) + 1, recorded: recorded)
  }

  /// Appends one event to the current action.
  public mutating func record(
    _ payload: EventPayload, of stream: StreamID
  ) throws {
    guard let action = open else { throw ActionError.noAction }
    let event = try next(
      stream, payload, action: action.firstSequence,
      eventTime ?? action.recorded)
    let written =
      action.written
      ?? WrittenAction(
        reference: ActionReference(first: event.reference), hash: event.hash)
    open?.written = written
    if payload.body.type == .settingChanged { open?.changesSettings = true }
    try projector.fold(
      payload, of: payload.body.type, in: stream, at: event.position,
      action: written.reference)
  }

  /// Ends the current action.
  @discardableResult
  package mutating func endAction() throws -> ActionReference {
    defer { open = nil }
    guard let action = open, let written = action.written else {
      throw ActionError.noEvents
    }
    actions.append(written)
    // The next decision must see the new due days.
    if action.changesSettings { try projector.finish() }
    return written.reference
  }

  /// Starts the session's writer. That of a person follows that of the home,
  /// beside which it is valid.
  private mutating func startWriters(at recorded: Instant) throws {
    let own = writer
    if isHomeNew {
      writer = home
      try start(at: recorded)
      try projector.store.setTips(tips, of: home, in: log)
      (writer, tips) = (own, .none)
    }
    try start(at: recorded)
  }

  /// Writes the action before a writer's first: the start of the writer and, if
  /// the log is empty, the creation of the journal; of a person also the name.
  private mutating func start(at recorded: Instant) throws {
    let isEmpty = try log.count(in: transaction) == 0
    var zone = projector.calendar.zone
    if isEmpty, let named = try? TimeZoneRules(identifier: options.timeZone()) {
      zone = named
    }
    let at = zone.offsetInstant(of: recorded)
    var events: [(stream: StreamID, payload: EventPayload)] = []
    if isEmpty {
      let body = JournalCreated(
        journal: randomness.id(), timeZone: zone.identifier)
      events.append(
        (.journal, EventPayload(at: at, body: .journalCreated(body))))
    }
    let person = writer == home ? nil : options.person
    let body = WriterStarted(
      program: options.program,
      previous: person == nil ? previous.home : previous.person)
    events.insert(
      (.journal, EventPayload(at: at, body: .writerStarted(body))), at: 0)
    if let person {
      let body = WriterNamed(writer: writer, name: person.writerName)
      events.append((.journal, EventPayload(at: at, body: .writerNamed(body))))
    }
    open = OpenAction(firstSequence: 1, recorded: recorded)
    for (stream, payload) in events {
      try record(payload, of: stream)
    }
    if let written = open?.written { startingActions.append(written.reference) }
    open = nil
    try noteWriter()
    try projector.finish()
  }

  private mutating func noteWriter() throws {
    var changed = meta ?? JournalMeta()
    if writer == home {
      changed.ownWriters.removeAll { isCopy || $0 == writer }
      changed.ownWriters.append(writer)
      changed.people.removeAll { _ in isCopy }
      changed.needsNewWriter = false
    } else if let person = options.person {
      changed.people.append(
        .init(home: home, person: person.key, writer: writer))
    }
    meta = changed
    try journal.setMeta(changed, in: transaction)
  }

  private mutating func next(
    _ stream: StreamID, _ payload: EventPayload, action: UInt64,
    _ recorded: Instant
  ) throws -> RecordedEvent {
    let bytes = payload.encoded(salt: randomness.bits())
    let (type, schema) = (payload.body.type, payload.body.schema)
    // An unreadable payload would be lost in the next rebuild.
    do {
      _ = try EventPayload(
        decoding: bytes.span.bytes, type: type, schema: schema)
    } catch {
      throw ActionError.badValue(type)
    }
    let tip = tips.tips.last
    let header = EventHeader(
      writer: writer, sequence: (tip?.sequence ?? 0) + 1,
      previous: tip?.hash ?? .zero, stamp: try clock.now(wall: recorded),
      recorded: recorded, action: action, stream: stream,
      type: type.rawValue, schema: schema,
      payloadHash: EventHash(of: bytes.span.bytes))
    let event = RecordedEvent(header: header, payloadBytes: bytes)
    let encoded = event.encoded
    guard encoded.count <= RecordedEvent.maximumByteCount else {
      throw ActionError.eventTooLong(encoded.count)
    }
    try log.insert(
      encoded.span.bytes, as: event.reference, scratch: &scratch,
      in: transaction)
    tips.advance(
      past: header.previous,
      to: WriterTip(
        sequence: header.sequence, hash: event.hash, stamp: header.stamp))
    tipsChanged = true
    return event
  }

  /// Stores the session's changes; returns `false` if there are none.
  mutating func finish() throws -> Bool {
    try projector.finish()
    guard tipsChanged else { return false }
    try projector.store.setTips(tips, of: writer, in: log)
    try projector.store.finish()
    return true
  }
}

extension Instant {
  /// The nearest instant that a header can contain: 1970 to the year 9999. A
  /// clock outside of that is broken, and its reading would make the event
  /// unreadable.
  fileprivate var clampedToFormat: Instant {
    Instant(milliseconds: min(max(milliseconds, 0), 253_402_300_799_999))
  }
}

/// An error in writing an action.
public enum ActionError: DescribedError, Sendable, Hashable {
  /// An action has no events.
  case noEvents
  /// An event was recorded outside of an action.
  case noAction
  /// A field of an event has an invalid value.
  case badValue(EventType)
  /// An event is too long.
  case eventTooLong(Int)

  public var facts: ErrorFacts {
    switch self {
    case .noEvents: .init(.invalidInput, "an action needs an event")
    case .noAction:
      .init(.invalidInput, "an event was recorded outside of an action")
    case .badValue(let type):
      .init(
        .invalidInput,
        "a value of \(type.rawValue) is outside of what it may be")
    case .eventTooLong(let count):
      .init(
        .invalidInput,
        "an event of \(count) bytes is too long; at most \(RecordedEvent.maximumByteCount) are kept"
      )
    }
  }
}

/// A written action.
public struct WrittenAction: Sendable, Hashable {
  /// The reference to the action.
  public let reference: ActionReference
  /// The full hash of its first event.
  public let hash: EventHash
}
