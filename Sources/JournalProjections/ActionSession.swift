public import ErrorKit
public import JournalCare
public import JournalEvents
public import JournalLog
public import JournalTime
internal import LMDBKit

/// The writing of actions within one transaction: gives each event its place
/// in the writer's chain, stores it and folds it.
public struct ActionSession: ~Copyable {
  /// Whose writer writes, when, and with which randomness.
  public struct Options: Sendable {
    /// The wall clock.
    public let now: Instant
    /// The program and its version, for `writer.started`.
    public let program: String
    /// The zone in which a new journal begins; asked for only then.
    public let timeZone: @Sendable () -> String
    /// Whether a history kept elsewhere is loaded: a fresh writer, whose
    /// stamps are the recorded instants whatever else is held.
    public let usesFreshWriter: Bool
    /// The writer to use where a new one is needed.
    public let spareWriter: WriterID
    let randomness: Randomness

    /// Creates options; ids that may be needed are drawn here, so that a body
    /// that runs twice writes the same.
    public init(
      now: Instant, program: String,
      timeZone: @escaping @autoclosure @Sendable () -> String,
      usesFreshWriter: Bool = false, randomness: Randomness = .system()
    ) {
      var randomness = randomness
      self.now = now
      self.program = program
      self.timeZone = timeZone
      self.usesFreshWriter = usesFreshWriter
      spareWriter = randomness.id()
      self.randomness = randomness
    }
  }

  /// The log.
  public let log: EventLog
  var projector: Projector
  /// Random ids.
  public var randomness: Randomness
  /// The wall clock of the events that follow, where it is not their
  /// action's: a history that is loaded has its own.
  public var eventTime: Instant?
  /// The actions written so far.
  public private(set) var actions: [WrittenAction] = []

  /// The action that began the writer, and maybe the journal, in this
  /// session; `nil` where the writer had begun before.
  public private(set) var startingAction: ActionReference?

  /// The action that is being recorded.
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
  /// Who writes.
  public private(set) var writer: WriterID
  private let previousWriter: WriterID?
  private let isCopy: Bool
  private var tips: WriterTips
  private var clock: HybridLogicalClock
  private var scratch: [UInt8] = []
  private var meta: JournalMeta?
  private var tipsChanged = false

  init(
    journal: Journal, writer: WriterID, previous: WriterID?, meta: JournalMeta?,
    isCopy: Bool, options: Options, in transaction: consuming WriteTransaction
  ) throws {
    // All that can throw comes first: half a session cannot be taken down.
    let projector = try Projector(
      log: journal.log, databases: journal.projections, in: transaction)
    let vector = try journal.log.vector(in: transaction)
    self.journal = journal
    self.options = options
    self.writer = writer
    self.projector = projector
    self.meta = meta
    self.isCopy = isCopy
    tips = vector.first { $0.writer == writer }?.tips ?? .none
    log = journal.log
    randomness = options.randomness
    previousWriter = meta?.ownWriters.last ?? previous
    clock = HybridLogicalClock(
      latest: options.usesFreshWriter
        ? nil : vector.compactMap(\.tips.latestStamp).max())
    self.transaction = transaction
  }

  /// The last event written; `nil` before the first.
  public var lastEvent: EventReference? {
    actions.isEmpty ? nil : tips.tips.last?.reference(of: writer)
  }

  /// The moment that actions are recorded at, where they do not say.
  public var now: Instant { options.now }

  /// The calendar in force.
  public var calendar: CareCalendar { projector.calendar }
  /// The settings in force.
  public var settings: JournalSettings { projector.settings }
  /// The zone in which days are counted, or will be once the journal has
  /// begun.
  public var zone: TimeZoneRules {
    guard settings.originalTimeZone == nil else { return calendar.zone }
    return (try? TimeZoneRules(identifier: options.timeZone()))
      ?? calendar.zone
  }
  /// The day that is today.
  public var today: Day { zone.localDay(of: now) }

  /// The present state of a plant, this session's events included.
  ///
  /// - Complexity: O(*n*) in the events of its stream where one of them came
  ///   late since this was last asked.
  public mutating func plant(_ id: PlantID) throws -> PlantState {
    try projector.plant(id)
  }

  /// The present state of a room, this session's events included.
  public mutating func room(_ id: RoomID) throws -> RoomState {
    try projector.room(id)
  }

  /// The rooms that can be seen, this session's events included.
  public mutating func rooms() throws -> RoomList {
    try projector.roomList()
  }

  /// The journal as it was when the session began, and what later events of
  /// its own had to be stored early; for queries, before anything is written.
  public mutating func snapshot() throws -> Snapshot {
    try Snapshot(
      of: journal, at: now, settings: settings, rooms: rooms(),
      in: transaction.reading)
  }

  /// Appends the events of one action.
  ///
  /// - Parameters:
  ///   - events: At least one, in order.
  ///   - recorded: The wall clock, where it is not the session's.
  /// - Returns: The action.
  /// - Throws: ``ActionError``, and what the store threw.
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

  /// Writes one action: all that `body` records belongs to it, and later
  /// events of it are decided on the state after earlier ones.
  ///
  /// - Parameters:
  ///   - recorded: The wall clock, where it is not the session's.
  ///   - body: Records the events.
  /// - Returns: The action.
  /// - Throws: ``ActionError/noEvents`` where `body` records nothing, and what
  ///   it threw.
  @discardableResult
  public mutating func action(
    recorded: Instant? = nil, _ body: (inout ActionSession) throws -> Void
  ) throws -> ActionReference {
    try beginAction(recorded: recorded)
    try body(&self)
    return try endAction()
  }

  /// Begins an action: what is recorded until ``endAction()`` belongs to it,
  /// and later events of it are decided on the state after earlier ones.
  package mutating func beginAction(recorded: Instant? = nil) throws {
    let recorded = (recorded ?? options.now).clampedToFormat
    if tips.tips.isEmpty { try start(at: recorded) }
    open = OpenAction(
      firstSequence: (tips.tips.last?.sequence ?? 0) + 1, recorded: recorded)
  }

  /// Appends one event to the action that was begun.
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
      payload, of: stream, at: event.position, action: written.reference)
  }

  /// Ends the action that was begun.
  @discardableResult
  package mutating func endAction() throws -> ActionReference {
    defer { open = nil }
    guard let action = open, let written = action.written else {
      throw ActionError.noEvents
    }
    actions.append(written)
    // What is decided next must see the new days.
    if action.changesSettings { try projector.finish() }
    return written.reference
  }

  /// Writes the action that precedes a writer's first: that it started, and
  /// where the log is empty, that the journal was created.
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
    let body = WriterStarted(program: options.program, previous: previousWriter)
    events.insert(
      (.journal, EventPayload(at: at, body: .writerStarted(body))), at: 0)
    open = OpenAction(firstSequence: 1, recorded: recorded)
    for (stream, payload) in events {
      try record(payload, of: stream)
    }
    startingAction = open?.written?.reference
    open = nil
    try noteWriter()
    try projector.finish()
  }

  private mutating func noteWriter() throws {
    var changed = meta ?? JournalMeta()
    changed.ownWriters.removeAll { isCopy || $0 == writer }
    changed.ownWriters.append(writer)
    changed.needsNewWriter = false
    meta = changed
    try journal.setMeta(changed, in: transaction)
  }

  /// Makes and stores the writer's next event.
  private mutating func next(
    _ stream: StreamID, _ payload: EventPayload, action: UInt64,
    _ recorded: Instant
  ) throws -> RecordedEvent {
    let bytes = payload.encoded(salt: randomness.bits())
    let (type, schema) = (payload.body.type, payload.body.schema)
    // What could not be read again would be gone with the next rebuild.
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

  /// Stores what the session wrote; `false` where that is nothing.
  mutating func finish() throws -> Bool {
    try projector.finish()
    guard tipsChanged else { return false }
    try projector.store.setTips(tips, of: writer, in: log)
    try projector.store.finish()
    return true
  }
}

extension Instant {
  /// The nearest instant that a header can tell: 1970 to the year 9999. A
  /// clock beyond is broken, and its reading would make the event unreadable.
  fileprivate var clampedToFormat: Instant {
    Instant(milliseconds: min(max(milliseconds, 0), 253_402_300_799_999))
  }
}

/// Why an action cannot be written.
public enum ActionError: DescribedError, Sendable, Hashable {
  /// An action has no events.
  case noEvents
  /// An event was recorded outside of an action.
  case noAction
  /// A value of an event is outside of what its field may hold.
  case badValue(EventType)
  /// An event would be longer than one may be.
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

/// An action that was written.
public struct WrittenAction: Sendable, Hashable {
  /// The action.
  public let reference: ActionReference
  /// The whole hash of its first event.
  public let hash: EventHash
}
