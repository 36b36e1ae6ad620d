internal import Encodings
internal import JournalTime

/// Reads the fields of one payload map in the order of the bytes.
///
/// Unknown fields are the caller's to skip: a later program may have added
/// them, and they stay in the stored bytes whatever is read here.
struct FieldReader: ~Escapable {
  private var reader: CBORReader
  private var remaining: Int
  private var isFirst = true
  /// The field whose value is next; for messages.
  private(set) var name = ""

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) throws(EventDecodingError) {
    reader = CBORReader(bytes)
    do {
      remaining = try reader.map()
    } catch {
      throw .malformed(error)
    }
  }

  /// Moves to the next field and returns its name; `nil` after the last,
  /// which must end the bytes.
  mutating func next() throws(EventDecodingError) -> String? {
    do throws(CBORError) {
      guard remaining > 0 else {
        try reader.finish()
        return nil
      }
      remaining -= 1
      let start = reader.offset
      let next = try reader.text()
      guard isFirst || name.precedesInCBOR(next) else {
        throw CBORError(.badKeys, at: start)
      }
      isFirst = false
      name = next
      return next
    } catch {
      throw .malformed(error)
    }
  }

  /// Skips the current field's value.
  mutating func skip() throws(EventDecodingError) {
    do {
      try reader.skip()
    } catch {
      throw .malformed(error)
    }
  }

  mutating func text() throws(EventDecodingError) -> String {
    do {
      return try reader.text()
    } catch {
      throw .malformed(error)
    }
  }

  mutating func optionalText() throws(EventDecodingError) -> String? {
    reader.readNull() ? nil : try text()
  }

  mutating func texts() throws(EventDecodingError) -> [String] {
    do {
      var texts: [String] = []
      for _ in 0..<(try reader.array()) { texts.append(try reader.text()) }
      return texts
    } catch {
      throw .malformed(error)
    }
  }

  mutating func bool() throws(EventDecodingError) -> Bool {
    do {
      return try reader.bool()
    } catch {
      throw .malformed(error)
    }
  }

  mutating func float(
    in range: ClosedRange<Double>
  ) throws(EventDecodingError) -> Double {
    let value: Double
    do {
      value = try reader.float()
    } catch {
      throw .malformed(error)
    }
    guard range.contains(value) else {
      throw .badField(
        name, reason: "must be \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  mutating func integer(
    in range: ClosedRange<Int>
  ) throws(EventDecodingError) -> Int {
    let value: Int64
    do {
      value = try reader.integer()
    } catch {
      throw .malformed(error)
    }
    guard let exact = Int(exactly: value), range.contains(exact) else {
      throw .badField(
        name, reason: "must be \(range.lowerBound) to \(range.upperBound)")
    }
    return exact
  }

  mutating func integers(
    in range: ClosedRange<Int>
  ) throws(EventDecodingError) -> [Int] {
    let count: Int
    do {
      count = try reader.array()
    } catch {
      throw .malformed(error)
    }
    var values: [Int] = []
    for _ in 0..<count { values.append(try integer(in: range)) }
    return values
  }

  mutating func id<ID: UniqueID>() throws(EventDecodingError) -> ID {
    do {
      return try reader.id()
    } catch {
      throw .malformed(error)
    }
  }

  mutating func optionalID<ID: UniqueID>() throws(EventDecodingError) -> ID? {
    reader.readNull() ? nil : try id()
  }

  mutating func hash() throws(EventDecodingError) -> EventHash {
    do {
      return try reader.hash()
    } catch {
      throw .malformed(error)
    }
  }

  mutating func instant() throws(EventDecodingError) -> OffsetInstant {
    let instant: OffsetInstant?
    do {
      instant = OffsetInstant(utf8: try reader.textBytes())
    } catch {
      throw .malformed(error)
    }
    guard let instant else {
      throw .badField(name, reason: "is not an RFC 3339 date and time")
    }
    return instant
  }

  mutating func day() throws(EventDecodingError) -> Day {
    let day: Day?
    do {
      day = Day(utf8: try reader.textBytes())
    } catch {
      throw .malformed(error)
    }
    guard let day else {
      throw .badField(name, reason: "is not a date (YYYY-MM-DD)")
    }
    return day
  }

  mutating func optionalDay() throws(EventDecodingError) -> Day? {
    reader.readNull() ? nil : try day()
  }

  mutating func time() throws(EventDecodingError) -> TimeOfDay {
    let text = try text()
    guard let time = TimeOfDay(text) else {
      throw .badField(name, reason: "is not a time of day (HH:MM)")
    }
    return time
  }

  mutating func kind() throws(EventDecodingError) -> TaskKind {
    let text = try text()
    guard let kind = TaskKind(text) else {
      throw .badField(
        name, reason: "is not a kind of care ([a-z][A-Za-z0-9-]{0,31})")
    }
    return kind
  }

  mutating func choice<Choice: RawRepresentable<String>>(
    _ type: Choice.Type
  ) throws(EventDecodingError) -> Choice {
    let text = try text()
    guard let choice = Choice(rawValue: text) else {
      throw .badField(name, reason: "has an unknown value")
    }
    return choice
  }

  /// Reads a nested map through a reader of its own.
  mutating func object<Value>(
    _ read: (inout FieldReader) throws(EventDecodingError) -> Value
  ) throws(EventDecodingError) -> Value {
    let start = reader.offset
    try skip()
    var nested = try FieldReader(reader.slice(start..<reader.offset))
    return try read(&nested)
  }

  /// Reads a list of nested maps.
  mutating func objects<Value>(
    _ read: (inout FieldReader) throws(EventDecodingError) -> Value
  ) throws(EventDecodingError) -> [Value] {
    let count: Int
    do {
      count = try reader.array()
    } catch {
      throw .malformed(error)
    }
    var values: [Value] = []
    for _ in 0..<count { values.append(try object(read)) }
    return values
  }

  /// Reads what a field changes to: `null` clears it.
  mutating func edit<Value>(
    _ read: (inout FieldReader) throws(EventDecodingError) -> Value
  ) throws(EventDecodingError) -> FieldEdit<Value> {
    reader.readNull() ? .clear : .set(try read(&self))
  }

  /// Reads a nested map of whole numbers.
  mutating func integerMap(
    in range: ClosedRange<Int>
  ) throws(EventDecodingError) -> [(key: String, value: Int)] {
    let count: Int
    do {
      count = try reader.map()
    } catch {
      throw .malformed(error)
    }
    var pairs: [(key: String, value: Int)] = []
    for _ in 0..<count {
      let start = reader.offset
      let key = try text()
      if let last = pairs.last, !last.key.precedesInCBOR(key) {
        throw .malformed(CBORError(.badKeys, at: start))
      }
      pairs.append((key, try integer(in: range)))
    }
    return pairs
  }

  /// Reads a text, a truth value, a whole number or `null`.
  mutating func settingValue() throws(EventDecodingError) -> SettingValue {
    do throws(CBORError) {
      if reader.readNull() { return .null }
      switch try reader.peekMajor() {
      case 3: return .text(try reader.text())
      case 7: return .bool(try reader.bool())
      default: return .integer(try reader.integer())
      }
    } catch {
      throw .malformed(error)
    }
  }
}
