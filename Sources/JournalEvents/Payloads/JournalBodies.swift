internal import Encodings

/// A journal began.
public struct JournalCreated: Hashable, Sendable {
  /// The journal's id, the same on all replicas.
  public let journal: JournalID
  /// The IANA name of the zone in which it began.
  public let timeZone: String

  /// Creates a body.
  public init(journal: JournalID, timeZone: String) {
    self.journal = journal
    self.timeZone = timeZone
  }
}

extension JournalCreated: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var journal: JournalID?
    var timeZone: String?
    while let field = try reader.next() {
      switch field {
      case "journal": journal = try reader.id()
      case "timeZone": timeZone = try reader.text()
      default: try common.take(field, from: &reader)
      }
    }
    guard let journal else { throw .missingField("journal") }
    guard let timeZone else { throw .missingField("timeZone") }
    self.init(journal: journal, timeZone: timeZone)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("journal") { $0.byteString(journal.bytes) }
    map.field("timeZone") { $0.text(timeZone) }
  }
}

/// An installation began to write.
public struct WriterStarted: Hashable, Sendable {
  /// The program and its version.
  public let program: String
  /// The writer that this home used before.
  public let previous: WriterID?

  /// Creates a body.
  public init(program: String, previous: WriterID? = nil) {
    self.program = program
    self.previous = previous
  }
}

extension WriterStarted: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var program: String?
    var previous: WriterID?
    while let field = try reader.next() {
      switch field {
      case "program": program = try reader.text()
      case "previous": previous = try reader.id()
      default: try common.take(field, from: &reader)
      }
    }
    guard let program else { throw .missingField("program") }
    self.init(program: program, previous: previous)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("program") { $0.text(program) }
    if let previous { map.field("previous") { $0.byteString(previous.bytes) } }
  }
}

/// A writer got a name that people know its machine by.
public struct WriterNamed: Hashable, Sendable {
  /// The writer that is named, on whichever replica it is said.
  public let writer: WriterID
  /// The name; `nil` takes the one before away.
  public let name: String?

  /// Creates a body.
  public init(writer: WriterID, name: String?) {
    self.writer = writer
    self.name = name
  }
}

extension WriterNamed: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var writer: WriterID?
    // The outer optional tells a missing field from a null.
    var name: String??
    while let field = try reader.next() {
      switch field {
      case "writer": writer = try reader.id()
      case "name": name = .some(try reader.optionalText())
      default: try common.take(field, from: &reader)
      }
    }
    guard let writer else { throw .missingField("writer") }
    guard let name else { throw .missingField("name") }
    self.init(writer: writer, name: name)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("writer") { $0.byteString(writer.bytes) }
    map.field("name") { field in
      if let name { field.text(name) } else { field.null() }
    }
  }
}

/// A setting got a value.
public struct SettingChanged: Hashable, Sendable {
  /// The setting's name.
  public let key: String
  /// The new value; `null` for the default.
  public let value: SettingValue

  /// Creates a body.
  public init(key: String, value: SettingValue) {
    self.key = key
    self.value = value
  }
}

extension SettingChanged: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var key: String?
    var value: SettingValue?
    while let field = try reader.next() {
      switch field {
      case "key": key = try reader.text()
      case "value": value = try reader.settingValue()
      default: try common.take(field, from: &reader)
      }
    }
    guard let key else { throw .missingField("key") }
    guard let value else { throw .missingField("value") }
    self.init(key: key, value: value)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("key") { $0.text(key) }
    map.field("value") { value.encode(into: &$0) }
  }
}

/// An action was undone, or its undoing was.
public struct ActionUndone: Hashable, Sendable {
  /// The writer of the action's first event.
  public let writer: WriterID
  /// The sequence of the action's first event.
  public let sequence: UInt64
  /// The hash of the action's first event.
  public let hash: EventHash
  /// Whether the action is undone now.
  public let undone: Bool

  /// Creates a body.
  public init(writer: WriterID, sequence: UInt64, hash: EventHash, undone: Bool)
  {
    self.writer = writer
    self.sequence = sequence
    self.hash = hash
    self.undone = undone
  }
}

extension ActionUndone: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    var writer: WriterID?
    var sequence: UInt64?
    var hash: EventHash?
    var undone: Bool?
    while let field = try reader.next() {
      switch field {
      case "writer": writer = try reader.id()
      case "sequence": sequence = UInt64(try reader.integer(in: 1...Int.max))
      case "hash": hash = try reader.hash()
      case "undone": undone = try reader.bool()
      default: try common.take(field, from: &reader)
      }
    }
    guard let writer else { throw .missingField("writer") }
    guard let sequence else { throw .missingField("sequence") }
    guard let hash else { throw .missingField("hash") }
    guard let undone else { throw .missingField("undone") }
    self.init(writer: writer, sequence: sequence, hash: hash, undone: undone)
  }

  func encode(into map: inout CBORMapWriter) {
    map.field("writer") { $0.byteString(writer.bytes) }
    map.field("sequence") { $0.unsigned(sequence) }
    map.field("hash") { $0.byteString(hash.bytes) }
    map.field("undone") { $0.bool(undone) }
  }
}
