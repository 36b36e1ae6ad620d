internal import Encodings
internal import JournalEvents
internal import JournalTime

// Folded values are stored as positional CBOR arrays: they are disposable,
// so a change of shape is a new reducer version, not a migration.

extension CBORWriter {
  mutating func optional<Value>(
    _ value: Value?, _ write: (inout CBORWriter, Value) -> Void
  ) {
    if let value { write(&self, value) } else { null() }
  }

  mutating func id(_ id: some UniqueID) {
    byteString(id.bytes)
  }

  mutating func day(_ day: Day) {
    integer(Int64(day.number))
  }

  mutating func instant(_ instant: Instant) {
    integer(instant.milliseconds)
  }

  mutating func position(_ position: LogPosition) {
    var bytes: [UInt8] = []
    StreamPosition.append(position, to: &bytes)
    byteString(bytes)
  }
}

extension CBORReader {
  mutating func optional<Value>(
    _ read: (inout CBORReader) throws -> Value
  ) throws -> Value? {
    try readNull() ? nil : read(&self)
  }

  mutating func items<Value>(
    _ read: (inout CBORReader) throws -> Value
  ) throws -> [Value] {
    var items: [Value] = []
    for _ in 0..<(try array()) { items.append(try read(&self)) }
    return items
  }

  mutating func storedID<ID: UniqueID>() throws -> ID {
    let start = offset
    guard let id = ID(bytes: try byteString()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return id
  }

  mutating func day() throws -> Day {
    let start = offset
    guard let number = Int32(exactly: try integer()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return Day(number: number)
  }

  mutating func instant() throws -> Instant {
    Instant(milliseconds: try integer())
  }

  mutating func kind() throws -> TaskKind {
    let start = offset
    guard let kind = TaskKind(try text()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return kind
  }

  mutating func count() throws -> Int {
    let start = offset
    guard let count = Int(exactly: try unsigned()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return count
  }

  mutating func position() throws -> LogPosition {
    let start = offset
    guard let position = StreamPosition.decode(try byteString()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return position
  }

  mutating func time() throws -> TimeOfDay {
    let start = offset
    guard let time = TimeOfDay(try text()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return time
  }

  mutating func offsetInstant() throws -> OffsetInstant {
    let start = offset
    guard let instant = OffsetInstant(utf8: try textBytes()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return instant
  }
}
