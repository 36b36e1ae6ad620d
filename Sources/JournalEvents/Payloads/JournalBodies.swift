/// A journal began.
public struct JournalCreated: FieldGroup, Hashable, Sendable {
  /// The journal's id, the same on all replicas.
  public let journal: JournalID
  /// The IANA name of the zone in which it began.
  public let timeZone: String

  /// Creates the beginning of a journal in a time zone.
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

  /// Creates the beginning of a writer, which may follow another.
  public init(program: String, previous: WriterID? = nil) {
    self.program = program
    self.previous = previous
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    program = try fields.required("program", .name) { $0.program }
    previous = try fields.optional("previous", .id()) { $0.previous }
  }
}

/// The name that people give a writer: a device, and its owner.
public struct WriterName: Hashable, Sendable {
  /// The device, such as `phone`.
  public var device: String?
  /// The owner of the device.
  public var person: String?

  /// Creates a name.
  public init(device: String? = nil, person: String? = nil) {
    self.device = device
    self.person = person
  }

  /// A Boolean value that indicates whether it is empty.
  public var isEmpty: Bool { device == nil && person == nil }

  /// Both in a few words, such as "Anna's phone", at most a line; `nil` if it
  /// is empty.
  public var text: String? {
    var text = device ?? person
    if let device, let person,
      // The name of the device may contain that of its owner.
      !device.lowercased().contains(person.lowercased())
    {
      text = "\(person)'s \(device)"
    }
    return text.map {
      String(String.UnicodeScalarView($0.unicodeScalars.prefix(60)))
    }
  }
}

/// A writer got a name that people know its machine by.
public struct WriterNamed: FieldGroup, Hashable, Sendable {
  /// The writer that is named, whichever replica says it.
  public let writer: WriterID
  /// The name. It replaces the whole earlier name; an empty one takes it away.
  public let name: WriterName

  /// Creates a body.
  public init(writer: WriterID, name: WriterName) {
    self.writer = writer
    self.name = name
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    let device = try fields.nullable("name", .name) { $0.name.device }
    let person = try fields.optional("person", .name) { $0.name.person }
    name = WriterName(device: device, person: person)
    writer = try fields.required("writer", .id(), .supplied) { $0.writer }
  }
}

/// A setting got a value.
public struct SettingChanged: FieldGroup, Hashable, Sendable {
  /// The setting's name.
  public let key: String
  /// The new value; `null` for the default.
  public let value: SettingValue

  /// Creates a change of a setting.
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

/// An action was undone or redone.
public struct ActionUndone: FieldGroup, Hashable, Sendable {
  /// The writer of the action's first event.
  public let writer: WriterID
  /// The sequence of the action's first event.
  public let sequence: UInt64
  /// The hash of the action's first event.
  public let hash: EventHash
  /// The only plant for which the action is undone; `nil` for all of it.
  public let plant: PlantID?
  /// A Boolean value that indicates whether the action is undone now.
  public let undone: Bool

  /// Creates an undo of the action that an event belongs to.
  public init(
    writer: WriterID, sequence: UInt64, hash: EventHash, plant: PlantID? = nil,
    undone: Bool
  ) {
    self.writer = writer
    self.sequence = sequence
    self.hash = hash
    self.plant = plant
    self.undone = undone
  }

  init<V: Fields<Self>>(visiting fields: inout V) throws(V.Failure) {
    hash = try fields.required("hash", .hash) { $0.hash }
    plant = try fields.optional("plant", .id()) { $0.plant }
    undone = try fields.required("undone", .bool) { $0.undone }
    writer = try fields.required("writer", .id()) { $0.writer }
    sequence = try fields.required("sequence", .integer(sequences)) {
      $0.sequence
    }
  }
}

var sequences: ClosedRange<UInt64> { 1...UInt64(Int64.max) }

/// An unambiguous reference to another event: the one whose payload is erased
/// on every replica, or the one that first recorded the care that is amended.
public struct NamedEvent: FieldGroup, Hashable, Sendable {
  /// The writer of the event.
  public let writer: WriterID
  /// The sequence of the event.
  public let sequence: UInt64
  /// The hash of the event.
  public let hash: EventHash

  /// Creates a reference to an event of a writer.
  public init(writer: WriterID, sequence: UInt64, hash: EventHash) {
    self.writer = writer
    self.sequence = sequence
    self.hash = hash
  }

  /// The reference to the event.
  public var reference: EventReference {
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
