public import JournalEvents
public import JournalTime

/// The content of an event, before a writer gives it a place in its chain.
public struct EventDraft: Sendable {
  /// The stream.
  public var stream: StreamID
  /// The name of the type, known or not.
  public var type: String
  /// The payload's version.
  public var schema: UInt64
  /// The payload's bytes, which need not be readable.
  public var payloadBytes: [UInt8]

  /// Creates a draft of any bytes.
  public init(
    stream: StreamID, type: String, schema: UInt64 = 1, payloadBytes: [UInt8]
  ) {
    self.stream = stream
    self.type = type
    self.schema = schema
    self.payloadBytes = payloadBytes
  }

  /// Creates a draft of a typed payload.
  public init(
    _ stream: StreamID, _ payload: EventPayload,
    salt: UUIDBits = UUIDBits(high: 0, low: 0)
  ) {
    self.init(
      stream: stream, type: payload.body.type.rawValue,
      schema: payload.body.schema,
      payloadBytes: payload.encoded(salt: salt))
  }

  /// Creates a draft of a body that holds from the start of 1970 on.
  public init(_ stream: StreamID, _ body: EventBody) {
    let at = OffsetInstant(
      instant: Instant(milliseconds: 0), offsetMinutes: 0)
    self.init(stream, EventPayload(at: at, body: body))
  }
}

/// An installation that writes events by hand. A value: its copy is a clone,
/// and what both write is a fork.
public struct TestWriter: Sendable {
  /// The writer's id.
  public let id: WriterID
  /// The last event written.
  public private(set) var last: RecordedEvent?
  /// The stamps given and absorbed.
  public var clock = HybridLogicalClock(latest: nil)

  /// Creates a writer that has written nothing.
  public init(_ id: WriterID) {
    self.id = id
  }

  /// Creates a writer whose id is all of one byte.
  public init(_ byte: UInt8) {
    let word = UInt64(byte) &* 0x0101_0101_0101_0101
    self.init(WriterID(bits: UUIDBits(high: word, low: word)))
  }

  /// Writes the events of an action while the writer's clock shows `wall`. If
  /// the action `continues`, it is that of the event before.
  public mutating func append(
    _ drafts: [EventDraft], wall: Instant = Instant(milliseconds: 1_000),
    continues: Bool = false
  ) throws -> [RecordedEvent] {
    let next = (last?.header.sequence ?? 0) + 1
    let action = continues ? last?.header.action ?? next : next
    return try drafts.map { draft in
      let stamp = try clock.now(wall: wall)
      let event = event(
        draft, action: action, stamp: stamp, recorded: wall)
      last = event
      return event
    }
  }

  /// Writes one event as an action of its own.
  public mutating func append(
    _ draft: EventDraft, wall: Instant = Instant(milliseconds: 1_000)
  ) throws -> RecordedEvent {
    let events = try append([draft], wall: wall)
    return events[0]
  }

  /// The event that would come next; the writer does not record it.
  public func event(
    _ draft: EventDraft, action: UInt64? = nil, stamp: Stamp,
    recorded: Instant = Instant(milliseconds: 1_000),
    sequence: UInt64? = nil, previous: EventHash? = nil
  ) -> RecordedEvent {
    let sequence = sequence ?? (last?.header.sequence ?? 0) + 1
    let header = EventHeader(
      writer: id, sequence: sequence, previous: previous ?? last?.hash ?? .zero,
      stamp: stamp, recorded: recorded, action: action ?? sequence,
      stream: draft.stream, type: draft.type, schema: draft.schema,
      payloadHash: EventHash(of: draft.payloadBytes.span.bytes))
    return RecordedEvent(header: header, payloadBytes: draft.payloadBytes)
  }
}
