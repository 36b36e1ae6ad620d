/// A journal began.
public struct JournalCreated: FieldGroup, Hashable, Sendable {
  /// The journal's id, the same on all replicas.
  public let journal: JournalID
  /// The IANA name of the zone in which it began.
  public let timeZone: String

  public init(journal: JournalID, timeZone: String) {
    self.journal = journal
    self.timeZone = timeZone
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    journal = try fields.required("journal", .id()) { $0.journal }
    timeZone = try fields.required("timeZone", .name) { $0.timeZone }
  }
}

/// An installation began to write.
public struct WriterStarted: FieldGroup, Hashable, Sendable {
  /// The program and its version.
  public let program: String
  /// The writer that this home used before.
  public let previous: WriterID?

  public init(program: String, previous: WriterID? = nil) {
    self.program = program
    self.previous = previous
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    program = try fields.required("program", .name) { $0.program }
    previous = try fields.optional("previous", .id()) { $0.previous }
  }
}

/// A writer got a name that people know its machine by.
public struct WriterNamed: FieldGroup, Hashable, Sendable {
  /// The writer that is named, on whichever replica it is said.
  public let writer: WriterID
  /// The name; `nil` takes the one before away.
  public let name: String?

  public init(writer: WriterID, name: String?) {
    self.writer = writer
    self.name = name
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    name = try fields.nullable("name", .name) { $0.name }
    writer = try fields.required("writer", .id(), .supplied) { $0.writer }
  }
}

/// A setting got a value.
public struct SettingChanged: FieldGroup, Hashable, Sendable {
  /// The setting's name.
  public let key: String
  /// The new value; `null` for the default.
  public let value: SettingValue

  public init(key: String, value: SettingValue) {
    self.key = key
    self.value = value
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    key = try fields.required("key", .name) { $0.key }
    value =
      try fields.nullable("value", .setting) {
        $0.value == .null ? nil : $0.value
      } ?? .null
  }
}

/// An action was undone, or its undoing was.
public struct ActionUndone: FieldGroup, Hashable, Sendable {
  /// The writer of the action's first event.
  public let writer: WriterID
  /// The sequence of the action's first event.
  public let sequence: UInt64
  /// The hash of the action's first event.
  public let hash: EventHash
  /// Whether the action is undone now.
  public let undone: Bool

  public init(writer: WriterID, sequence: UInt64, hash: EventHash, undone: Bool)
  {
    self.writer = writer
    self.sequence = sequence
    self.hash = hash
    self.undone = undone
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    hash = try fields.required("hash", .hash) { $0.hash }
    undone = try fields.required("undone", .bool) { $0.undone }
    writer = try fields.required("writer", .id()) { $0.writer }
    sequence = try fields.required("sequence", .integer(sequences)) {
      $0.sequence
    }
  }
}

private var sequences: ClosedRange<UInt64> { 1...UInt64(Int64.max) }

/// The payload of an event was erased, here and on every replica that gets to
/// know of it.
public struct PayloadErased: FieldGroup, Hashable, Sendable {
  /// The writer of the event.
  public let writer: WriterID
  /// The sequence of the event.
  public let sequence: UInt64
  /// The hash of the event.
  public let hash: EventHash

  public init(writer: WriterID, sequence: UInt64, hash: EventHash) {
    self.writer = writer
    self.sequence = sequence
    self.hash = hash
  }

  /// The event.
  public var target: EventReference {
    EventReference(
      writer: writer, sequence: sequence, hashPrefix: hash.prefix)
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    hash = try fields.required("hash", .hash) { $0.hash }
    writer = try fields.required("writer", .id()) { $0.writer }
    sequence = try fields.required("sequence", .integer(sequences)) {
      $0.sequence
    }
  }
}
