internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalTime

// Folded values are stored as positional CBOR arrays. They are disposable: a
// new shape needs a new reducer version, not a migration.

extension CBORWriter {
  mutating func optional<Value>(
    _ value: Value?, _ write: (inout CBORWriter, Value) -> Void
  ) {
    if let value { write(&self, value) } else { null() }
  }

  mutating func id(_ id: some UniqueID) {
    head(2, 16)
    id.append(to: &bytes)
  }

  mutating func day(_ day: Day) {
    integer(Int64(day.number))
  }

  mutating func instant(_ instant: Instant) {
    integer(instant.milliseconds)
  }

  mutating func position(_ position: LogPosition) {
    head(2, UInt64(PositionKey.byteCount))
    PositionKey.append(position, to: &bytes)
  }

  mutating func offsetInstant(_ at: OffsetInstant) {
    array(2)
    instant(at.instant)
    integer(Int64(at.offsetMinutes))
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
    let count = try array()
    var items: [Value] = []
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(try read(&self)) }
    return items
  }

  mutating func day() throws -> Day {
    Day(number: try Int32(exactly: try integer()).orDamaged(at: offset))
  }

  mutating func instant() throws -> Instant {
    Instant(milliseconds: try integer())
  }

  mutating func count() throws -> Int {
    try Int(exactly: try unsigned()).orDamaged(at: offset)
  }

  mutating func kind() throws -> TaskKind {
    try TaskKind(utf8: try textBytes()).orDamaged(at: offset)
  }

  mutating func rhythm() throws -> TaskRhythm {
    try TaskRhythm(try text()).orDamaged(at: offset)
  }

  mutating func choice<Choice: RawRepresentable<String>>() throws -> Choice {
    try Choice(rawValue: try text()).orDamaged(at: offset)
  }

  mutating func time() throws -> TimeOfDay {
    try TimeOfDay(try text()).orDamaged(at: offset)
  }

  mutating func offsetInstant() throws -> OffsetInstant {
    _ = try array()
    return OffsetInstant(
      instant: try instant(),
      offsetMinutes: try Int16(exactly: try integer()).orDamaged(at: offset))
  }

  mutating func position() throws -> LogPosition {
    try PositionKey.position(try byteString()).orDamaged(at: offset)
  }
}

extension Optional {
  fileprivate func orDamaged(at offset: Int) throws(CBORError) -> Wrapped {
    guard let self else { throw CBORError(.outOfRange, at: offset) }
    return self
  }
}
