internal import Encodings
internal import JournalEvents
internal import JournalLog

/// A value that an event gave a key, with the event's position. The later event
/// wins, or the earlier for the start of a journal, whatever the order of
/// arrival.
struct PlacedValue<Value: StorableValue> {
  let value: Value
  let position: LogPosition

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 80)
    writer.array(2)
    value.write(to: &writer)
    writer.position(position)
    return SealedValue.seal(writer.bytes)
  }

  init(_ value: Value, at position: LogPosition) {
    self.value = value
    self.position = position
  }

  init(stored: RawSpan, in database: String) throws {
    self = try SealedValue.open(stored, in: database) { content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return PlacedValue(try Value(from: &reader), at: try reader.position())
    }
  }
}

/// A value that is stored with its position.
protocol StorableValue {
  func write(to writer: inout CBORWriter)
  init(from reader: inout CBORReader) throws
}

/// The state of an action: whether it is undone.
extension Bool: StorableValue {
  func write(to writer: inout CBORWriter) { writer.bool(self) }

  init(from reader: inout CBORReader) throws { self = try reader.bool() }
}

/// The original time zone of a journal.
extension String: StorableValue {
  func write(to writer: inout CBORWriter) { writer.text(self) }

  init(from reader: inout CBORReader) throws { self = try reader.text() }
}

/// The name of a writer; empty once removed.
extension WriterName: StorableValue {
  func write(to writer: inout CBORWriter) {
    writer.array(2)
    writer.optional(device) { $0.text($1) }
    writer.optional(person) { $0.text($1) }
  }

  init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      device: try reader.optional { try $0.text() },
      person: try reader.optional { try $0.text() })
  }
}

extension SettingValue: StorableValue {}
