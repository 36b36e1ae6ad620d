internal import Encodings
public import JournalTime

/// What an event says: when care was given or a thing happened, in whose
/// words, and the body of its type.
public struct EventPayload: Hashable, Sendable {
  /// When it happened, as people mean it; may be back-dated.
  public let at: OffsetInstant
  /// A remark.
  public let note: String?
  /// What happened.
  public let body: EventBody

  /// How many random bytes stand before the map, so that the hash of a short
  /// payload gives nothing away once the payload is erased.
  public static let saltByteCount = 16

  /// Creates a payload.
  public init(at: OffsetInstant, note: String? = nil, body: EventBody) {
    self.at = at
    self.note = note
    self.body = body
  }

  /// The bytes that are hashed and stored: salt, then a deterministic map.
  public func encoded(salt: UUIDBits) -> [UInt8] {
    var map = CBORMapWriter()
    map.field("at") { $0.text(at.description) }
    body.encode(into: &map)
    if let note { map.field("note") { $0.text(note) } }
    var writer = CBORWriter(capacity: 128)
    writer.bytes.append(bigEndian: salt.high)
    writer.bytes.append(bigEndian: salt.low)
    map.finish(into: &writer)
    return writer.bytes
  }

  /// Decodes a stored payload of a known type, upcasting an older schema.
  ///
  /// - `bytes`: The stored bytes, salt first.
  /// - `type`: The header's type.
  /// - `schema`: The header's payload version.
  /// - `upcasters`: How older versions are read.
  /// Gives `nil` for a schema that is newer than this program, which is
  ///   then handled like an unknown type.
  public init?(
    decoding bytes: RawSpan, type: EventType, schema: UInt64,
    upcasters: UpcasterTable = .current
  ) throws(EventDecodingError) {
    guard bytes.byteCount >= Self.saltByteCount else {
      throw .payloadTooShort
    }
    let map = bytes.extracting(droppingFirst: Self.saltByteCount)
    guard schema <= type.currentSchema else { return nil }
    if schema == type.currentSchema {
      try self.init(map: map, type: type)
    } else {
      let upcast = try upcasters.upcast(
        map, type: type.rawValue, from: schema, to: type.currentSchema)
      try self.init(map: upcast.span.bytes, type: type)
    }
  }

  /// Decodes a payload's map, without salt, of the current schema.
  init(map: RawSpan, type: EventType) throws(EventDecodingError) {
    var common = CommonFields()
    body = try EventBody(map: map, type: type, common: &common)
    guard let at = common.at else { throw .missingField("at") }
    self.at = at
    note = common.note
  }
}

/// The fields that every payload may have.
struct CommonFields {
  var at: OffsetInstant?
  var note: String?

  /// Takes the current field if it is a common one, else skips it.
  mutating func take(
    _ name: String, from reader: inout FieldReader
  ) throws(EventDecodingError) {
    switch name {
    case "at": at = try reader.instant()
    case "note": note = try reader.optionalText()
    default: try reader.skip()
    }
  }
}

/// A payload's part that only its type has.
protocol EventBodyCoding {
  /// Reads the body's fields and hands the others to `common`.
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError)

  /// Adds the body's fields to `map`.
  func encode(into map: inout CBORMapWriter)
}

/// The typed bodies of the event types that this program writes.
public enum EventBody: Hashable, Sendable {
  // The large bodies are boxed so that the small ones of every day stay cheap
  // to pass.
  indirect case plantAdded(PlantAdded)
  case plantFavorited(PlantFavorited)
  case plantMoved(PlantMoved)
  case plantRemoved(PlantRemoved)
  case plantRestored(PlantRestored)
  case plantNoted(PlantNoted)
  indirect case plantEdited(PlantEdited)
  case plantMeasured(PlantMeasured)
  case plantIdentified(PlantIdentified)
  indirect case careProfiled(CareProfiled)
  indirect case scheduleSet(ScheduleSet)
  case scheduleCleared(ScheduleCleared)
  case taskAdded(TaskAdded)
  case taskCompleted(TaskCompleted)
  case taskSkipped(TaskSkipped)
  case taskSnoozed(TaskSnoozed)
  case roomCreated(RoomCreated)
  indirect case roomEdited(RoomEdited)
  case roomDeleted(RoomDeleted)
  case journalCreated(JournalCreated)
  case writerStarted(WriterStarted)
  case writerNamed(WriterNamed)
  case settingChanged(SettingChanged)
  case actionUndone(ActionUndone)

  /// The type of this body.
  public var type: EventType {
    switch self {
    case .plantAdded: .plantAdded
    case .plantFavorited: .plantFavorited
    case .plantMoved: .plantMoved
    case .plantRemoved: .plantRemoved
    case .plantRestored: .plantRestored
    case .plantNoted: .plantNoted
    case .plantEdited: .plantEdited
    case .plantMeasured: .plantMeasured
    case .plantIdentified: .plantIdentified
    case .careProfiled: .careProfiled
    case .scheduleSet: .scheduleSet
    case .scheduleCleared: .scheduleCleared
    case .taskAdded: .taskAdded
    case .taskCompleted: .taskCompleted
    case .taskSkipped: .taskSkipped
    case .taskSnoozed: .taskSnoozed
    case .roomCreated: .roomCreated
    case .roomEdited: .roomEdited
    case .roomDeleted: .roomDeleted
    case .journalCreated: .journalCreated
    case .writerStarted: .writerStarted
    case .writerNamed: .writerNamed
    case .settingChanged: .settingChanged
    case .actionUndone: .actionUndone
    }
  }

  func encode(into map: inout CBORMapWriter) {
    switch self {
    case .plantAdded(let body): body.encode(into: &map)
    case .plantFavorited(let body): body.encode(into: &map)
    case .plantMoved(let body): body.encode(into: &map)
    case .plantRemoved(let body): body.encode(into: &map)
    case .plantRestored(let body): body.encode(into: &map)
    case .plantNoted(let body): body.encode(into: &map)
    case .plantEdited(let body): body.encode(into: &map)
    case .plantMeasured(let body): body.encode(into: &map)
    case .plantIdentified(let body): body.encode(into: &map)
    case .careProfiled(let body): body.encode(into: &map)
    case .scheduleSet(let body): body.encode(into: &map)
    case .scheduleCleared(let body): body.encode(into: &map)
    case .taskAdded(let body): body.encode(into: &map)
    case .taskCompleted(let body): body.encode(into: &map)
    case .taskSkipped(let body): body.encode(into: &map)
    case .taskSnoozed(let body): body.encode(into: &map)
    case .roomCreated(let body): body.encode(into: &map)
    case .roomEdited(let body): body.encode(into: &map)
    case .roomDeleted(let body): body.encode(into: &map)
    case .journalCreated(let body): body.encode(into: &map)
    case .writerStarted(let body): body.encode(into: &map)
    case .writerNamed(let body): body.encode(into: &map)
    case .settingChanged(let body): body.encode(into: &map)
    case .actionUndone(let body): body.encode(into: &map)
    }
  }

  init(
    map: RawSpan, type: EventType, common: inout CommonFields
  ) throws(EventDecodingError) {
    var reader = try FieldReader(map)
    switch type {
    case .plantAdded:
      self = .plantAdded(try .init(from: &reader, common: &common))
    case .plantFavorited:
      self = .plantFavorited(try .init(from: &reader, common: &common))
    case .plantMoved:
      self = .plantMoved(try .init(from: &reader, common: &common))
    case .plantRemoved:
      self = .plantRemoved(try .init(from: &reader, common: &common))
    case .plantRestored:
      self = .plantRestored(try .init(from: &reader, common: &common))
    case .plantNoted:
      self = .plantNoted(try .init(from: &reader, common: &common))
    case .plantEdited:
      self = .plantEdited(try .init(from: &reader, common: &common))
    case .plantMeasured:
      self = .plantMeasured(try .init(from: &reader, common: &common))
    case .plantIdentified:
      self = .plantIdentified(try .init(from: &reader, common: &common))
    case .careProfiled:
      self = .careProfiled(try .init(from: &reader, common: &common))
    case .scheduleSet:
      self = .scheduleSet(try .init(from: &reader, common: &common))
    case .scheduleCleared:
      self = .scheduleCleared(try .init(from: &reader, common: &common))
    case .taskAdded:
      self = .taskAdded(try .init(from: &reader, common: &common))
    case .taskCompleted:
      self = .taskCompleted(try .init(from: &reader, common: &common))
    case .taskSkipped:
      self = .taskSkipped(try .init(from: &reader, common: &common))
    case .taskSnoozed:
      self = .taskSnoozed(try .init(from: &reader, common: &common))
    case .roomCreated:
      self = .roomCreated(try .init(from: &reader, common: &common))
    case .roomEdited:
      self = .roomEdited(try .init(from: &reader, common: &common))
    case .roomDeleted:
      self = .roomDeleted(try .init(from: &reader, common: &common))
    case .journalCreated:
      self = .journalCreated(try .init(from: &reader, common: &common))
    case .writerStarted:
      self = .writerStarted(try .init(from: &reader, common: &common))
    case .writerNamed:
      self = .writerNamed(try .init(from: &reader, common: &common))
    case .settingChanged:
      self = .settingChanged(try .init(from: &reader, common: &common))
    case .actionUndone:
      self = .actionUndone(try .init(from: &reader, common: &common))
    }
  }
}
