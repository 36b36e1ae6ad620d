internal import Encodings
public import JournalTime

/// The content of an event: its time, a remark, and the body of its type.
public struct EventPayload: Hashable, Sendable {
  /// The time at which it happened, as people mean it; may be back-dated.
  public let at: OffsetInstant
  /// A remark.
  public let note: String?
  /// The event's own content.
  public let body: EventBody

  /// The number of random bytes before the map. With them the hash of a short
  /// payload gives nothing away once the payload is erased.
  public static let saltByteCount = 16

  /// Creates a payload of a body, the time it speaks of and a note.
  public init(at: OffsetInstant, note: String? = nil, body: EventBody) {
    self.at = at
    self.note = note
    self.body = body
  }

  /// The bytes that are hashed and stored: salt, then a deterministic map.
  public func encoded(salt: UUIDBits) -> [UInt8] {
    var writer = CBORWriter(capacity: 128)
    writer.bytes.append(bigEndian: salt.high)
    writer.bytes.append(bigEndian: salt.low)
    body.write(at: at, note: note, to: &writer)
    return writer.bytes
  }

  /// Decodes a stored payload of a known type, upcasting an older schema.
  ///
  /// Returns `nil` for a schema that is newer than this program, which is then
  /// handled like an unknown type.
  ///
  /// - Parameters:
  ///   - bytes: The stored bytes, salt first.
  ///   - type: The header's type.
  ///   - schema: The header's payload version.
  ///   - upcasters: The upcasters for older versions.
  /// - Throws: The reason that the bytes are no such payload.
  public init?(
    decoding bytes: RawSpan, type: EventType, schema: UInt64,
    upcasters: @autoclosure () -> UpcasterTable = .current
  ) throws(EventDecodingError) {
    guard bytes.byteCount >= Self.saltByteCount else {
      throw .payloadTooShort
    }
    guard schema <= type.currentSchema else { return nil }
    try self.init(reading: bytes, type, schema, upcasters)
  }

  /// Decodes a payload of a schema that this program knows.
  init(
    reading bytes: RawSpan, _ type: EventType, _ schema: UInt64,
    _ upcasters: () -> UpcasterTable
  ) throws(EventDecodingError) {
    guard bytes.byteCount >= Self.saltByteCount else {
      throw .payloadTooShort
    }
    let map = bytes.extracting(droppingFirst: Self.saltByteCount)
    if schema < type.firstPlainSchema,
      let upcast = try upcasters().upcast(
        map, type: type.rawValue, from: schema, to: type.currentSchema)
    {
      try self.init(map: upcast.span.bytes, type: type)
    } else {
      try self.init(map: map, type: type)
    }
  }

  /// Decodes a payload's map, without salt, of the current schema.
  private init(map: RawSpan, type: EventType) throws(EventDecodingError) {
    var source = try StoredFields(map)
    // All at once: half of a value would be copied.
    let at = try source.at()
    let body = try EventBody(type, from: &source)
    self.init(at: at, note: try source.finish(), body: body)
  }
}

/// A source of the fields of a body.
protocol BodySource: ~Escapable {
  associatedtype Failure: Error

  /// Reads the fields that the body declares.
  mutating func body<Body: FieldGroup>() throws(Failure) -> Body
}

/// The typed bodies of the event types that this program writes.
public enum EventBody: Hashable, Sendable {
  // The large bodies are boxed so that the small ones of every day stay cheap
  // to pass.
  /// The body of a `plant.added`.
  indirect case plantAdded(PlantAdded)
  /// The body of a `plant.favorited`.
  case plantFavorited(PlantFavorited)
  /// The body of a `plant.moved`.
  case plantMoved(PlantMoved)
  /// The body of a `plant.removed`.
  case plantRemoved(PlantRemoved)
  /// The body of a `plant.restored`.
  case plantRestored(PlantRestored)
  /// The body of a `plant.merged`.
  case plantMerged(PlantMerged)
  /// The body of a `plant.noted`.
  case plantNoted(PlantNoted)
  /// The body of a `plant.edited`.
  indirect case plantEdited(PlantEdited)
  /// The body of a `plant.measured`.
  case plantMeasured(PlantMeasured)
  /// The body of a `plant.identified`.
  case plantIdentified(PlantIdentified)
  /// The body of a `fact.set`.
  case factSet(FactSet)
  /// The body of a `care.profiled`.
  indirect case careProfiled(CareProfiled)
  /// The body of a `schedule.set`.
  indirect case scheduleSet(ScheduleSet)
  /// The body of a `schedule.cleared`.
  case scheduleCleared(ScheduleCleared)
  /// The body of a `task.added`.
  case taskAdded(TaskAdded)
  /// The body of a `task.completed`.
  case taskCompleted(TaskCompleted)
  /// The body of a `task.skipped`.
  case taskSkipped(TaskSkipped)
  /// The body of a `task.snoozed`.
  case taskSnoozed(TaskSnoozed)
  /// The body of a `photo.captured`.
  indirect case photoCaptured(PhotoCaptured)
  /// The body of a `photo.annotated`.
  case photoAnnotated(PhotoAnnotated)
  /// The body of a `photo.removed`.
  case photoRemoved(PhotoRemoved)
  /// The body of a `photo.reminderSet`.
  case photoReminderSet(PhotoReminderSet)
  /// The body of a `room.created`.
  case roomCreated(RoomCreated)
  /// The body of a `room.edited`.
  indirect case roomEdited(RoomEdited)
  /// The body of a `room.deleted`.
  case roomDeleted(RoomDeleted)
  /// The body of a `room.merged`.
  case roomMerged(RoomMerged)
  /// The body of a `journal.created`.
  case journalCreated(JournalCreated)
  /// The body of a `writer.started`.
  case writerStarted(WriterStarted)
  /// The body of a `writer.named`.
  case writerNamed(WriterNamed)
  /// The body of a `setting.changed`.
  case settingChanged(SettingChanged)
  /// The body of an `action.undone`.
  case actionUndone(ActionUndone)
  /// The body of a `payload.erased`.
  case payloadErased(NamedEvent)

  /// The kind of care that was given, and the one-off task that this ends;
  /// `nil` if the body records no care.
  public var careGiven: (kind: TaskKind, task: TaskID?)? {
    switch self {
    case .taskCompleted(let body): (body.kind, body.task)
    case .photoCaptured: (.photo, nil)
    default: nil
    }
  }

  /// The care that it replaces; `nil` if it amends none.
  public var amendedCare: NamedEvent? {
    guard case .taskCompleted(let body) = self else { return nil }
    return body.amends
  }

  /// The type of this body.
  public var type: EventType {
    switch self {
    case .plantAdded: .plantAdded
    case .plantFavorited: .plantFavorited
    case .plantMoved: .plantMoved
    case .plantRemoved: .plantRemoved
    case .plantRestored: .plantRestored
    case .plantMerged: .plantMerged
    case .plantNoted: .plantNoted
    case .plantEdited: .plantEdited
    case .plantMeasured: .plantMeasured
    case .plantIdentified: .plantIdentified
    case .factSet: .factSet
    case .careProfiled: .careProfiled
    case .scheduleSet: .scheduleSet
    case .scheduleCleared: .scheduleCleared
    case .taskAdded: .taskAdded
    case .taskCompleted: .taskCompleted
    case .taskSkipped: .taskSkipped
    case .taskSnoozed: .taskSnoozed
    case .photoCaptured: .photoCaptured
    case .photoAnnotated: .photoAnnotated
    case .photoRemoved: .photoRemoved
    case .photoReminderSet: .photoReminderSet
    case .roomCreated: .roomCreated
    case .roomEdited: .roomEdited
    case .roomDeleted: .roomDeleted
    case .roomMerged: .roomMerged
    case .journalCreated: .journalCreated
    case .writerStarted: .writerStarted
    case .writerNamed: .writerNamed
    case .settingChanged: .settingChanged
    case .actionUndone: .actionUndone
    case .payloadErased: .payloadErased
    }
  }

  /// Appends the map of the body and of the fields that every payload may have.
  func write(at: OffsetInstant, note: String?, to writer: inout CBORWriter) {
    func write(_ body: some FieldGroup) {
      FieldWriter.write(body, at: at, note: note, to: &writer)
    }
    switch self {
    case .plantAdded(let body): write(body)
    case .plantFavorited(let body): write(body)
    case .plantMoved(let body): write(body)
    case .plantRemoved(let body): write(body)
    case .plantRestored(let body): write(body)
    case .plantMerged(let body): write(body)
    case .plantNoted(let body): write(body)
    case .plantEdited(let body): write(body)
    case .plantMeasured(let body): write(body)
    case .plantIdentified(let body): write(body)
    case .factSet(let body): write(body)
    case .careProfiled(let body): write(body)
    case .scheduleSet(let body): write(body)
    case .scheduleCleared(let body): write(body)
    case .taskAdded(let body): write(body)
    case .taskCompleted(let body): write(body)
    case .taskSkipped(let body): write(body)
    case .taskSnoozed(let body): write(body)
    case .photoCaptured(let body): write(body)
    case .photoAnnotated(let body): write(body)
    case .photoRemoved(let body): write(body)
    case .photoReminderSet(let body): write(body)
    case .roomCreated(let body): write(body)
    case .roomEdited(let body): write(body)
    case .roomDeleted(let body): write(body)
    case .roomMerged(let body): write(body)
    case .journalCreated(let body): write(body)
    case .writerStarted(let body): write(body)
    case .writerNamed(let body): write(body)
    case .settingChanged(let body): write(body)
    case .actionUndone(let body): write(body)
    case .payloadErased(let body): write(body)
    }
  }

  /// Reads a body of `type`.
  init<Source: BodySource & ~Escapable>(
    _ type: EventType, from source: inout Source
  ) throws(Source.Failure) {
    switch type {
    case .plantAdded: self = .plantAdded(try source.body())
    case .plantFavorited: self = .plantFavorited(try source.body())
    case .plantMoved: self = .plantMoved(try source.body())
    case .plantRemoved: self = .plantRemoved(try source.body())
    case .plantRestored: self = .plantRestored(try source.body())
    case .plantMerged: self = .plantMerged(try source.body())
    case .plantNoted: self = .plantNoted(try source.body())
    case .plantEdited: self = .plantEdited(try source.body())
    case .plantMeasured: self = .plantMeasured(try source.body())
    case .plantIdentified: self = .plantIdentified(try source.body())
    case .factSet: self = .factSet(try source.body())
    case .careProfiled: self = .careProfiled(try source.body())
    case .scheduleSet: self = .scheduleSet(try source.body())
    case .scheduleCleared: self = .scheduleCleared(try source.body())
    case .taskAdded: self = .taskAdded(try source.body())
    case .taskCompleted: self = .taskCompleted(try source.body())
    case .taskSkipped: self = .taskSkipped(try source.body())
    case .taskSnoozed: self = .taskSnoozed(try source.body())
    case .photoCaptured: self = .photoCaptured(try source.body())
    case .photoAnnotated: self = .photoAnnotated(try source.body())
    case .photoRemoved: self = .photoRemoved(try source.body())
    case .photoReminderSet: self = .photoReminderSet(try source.body())
    case .roomCreated: self = .roomCreated(try source.body())
    case .roomEdited: self = .roomEdited(try source.body())
    case .roomDeleted: self = .roomDeleted(try source.body())
    case .roomMerged: self = .roomMerged(try source.body())
    case .journalCreated: self = .journalCreated(try source.body())
    case .writerStarted: self = .writerStarted(try source.body())
    case .writerNamed: self = .writerNamed(try source.body())
    case .settingChanged: self = .settingChanged(try source.body())
    case .actionUndone: self = .actionUndone(try source.body())
    case .payloadErased: self = .payloadErased(try source.body())
    }
  }
}
