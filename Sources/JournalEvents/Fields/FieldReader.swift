internal import Encodings
internal import JournalTime

/// Reads the pairs of one stored map in the order of the bytes.
///
/// Unknown fields are skipped. A newer program may have added them; the stored
/// bytes keep them.
struct MapReader: ~Escapable {
  var reader: CBORReader
  /// The place of a payload's note, recorded when its field is skipped. It is
  /// not a text, so that copying a reader counts no references.
  private var notePlace: Range<Int>?
  private let hasNote: Bool
  private var remaining: Int
  private var key = 0..<0
  /// A Boolean value that indicates whether the value of `key` is unread.
  private var isPending = false
  private var isFirst = true

  /// Starts at the next map in `reader`; `hasNote` is true for a payload's.
  @_lifetime(copy reader)
  init(_ reader: CBORReader, hasNote: Bool) throws(CBORError) {
    self.reader = reader
    self.hasNote = hasNote
    remaining = 0
    remaining = try self.reader.map()
  }

  /// Moves to the value of `name` and returns whether the map has it. Callers
  /// pass the names in order.
  @inline(__always)
  mutating func advance(to name: StaticString) throws(CBORError) -> Bool {
    // Most missing fields come after all fields of the map.
    guard isPending || remaining > 0 else { return false }
    return try search(name)
  }

  private mutating func search(
    _ name: StaticString
  ) throws(CBORError) -> Bool {
    // Most keys are the requested one or longer.
    if !isPending, let count = reader.shortTextCount {
      guard count <= name.utf8CodeUnitCount else { return false }
      if isFirst || key.count < count, reader.readText(name) {
        remaining -= 1
        isFirst = false
        key = (reader.offset - count)..<reader.offset
        return true
      }
    }
    while try moveToKey() {
      switch order(name) {
      case 0:
        isPending = false
        return true
      case 1...: return false
      default: try passOver()
      }
    }
    return false
  }

  /// Skips the remaining fields.
  mutating func finish() throws(CBORError) {
    while try moveToKey() { try passOver() }
  }

  /// Reads the next key unless one is pending; `false` after the last.
  private mutating func moveToKey() throws(CBORError) -> Bool {
    if isPending { return true }
    guard remaining > 0 else { return false }
    remaining -= 1
    let start = reader.offset
    let count = try reader.textBytes().byteCount
    let next = (reader.offset - count)..<reader.offset
    guard isFirst || reader.precedes(key, next) else {
      throw CBORError(.badKeys, at: start)
    }
    isFirst = false
    key = next
    isPending = true
    return true
  }

  /// Returns a negative number if the key precedes `name`, zero if it is
  /// `name`.
  private func order(_ name: StaticString) -> Int {
    let count = name.utf8CodeUnitCount
    if key.count != count { return key.count - count }
    let start = name.utf8Start
    return reader.slice(key).withUnsafeBytes { units in
      for index in 0..<count where units[index] != start[index] {
        return Int(units[index]) - Int(start[index])
      }
      return 0
    }
  }

  var note: String? {
    notePlace.flatMap { String(checking: reader.slice($0)) }
  }

  private mutating func passOver() throws(CBORError) {
    isPending = false
    if hasNote, order("note") == 0 {
      guard !reader.readNull() else { return }
      let start = reader.offset
      let text = try reader.textBytes()
      guard text.isUTF8 else { throw CBORError(.invalidUTF8, at: start) }
      notePlace = (reader.offset - text.byteCount)..<reader.offset
      return
    }
    guard reader.slice(key).isUTF8 else {
      throw CBORError(.invalidUTF8, at: key.lowerBound)
    }
    try reader.skip()
  }
}

/// Reads the fields of a group from its map.
struct FieldReader<Group: FieldGroup>: FieldVisitor, ~Escapable {
  typealias Failure = EventDecodingError

  var map: MapReader

  @_lifetime(copy map)
  init(_ map: MapReader) {
    self.map = map
  }

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(EventDecodingError) -> FieldEdit<Codec.Value> {
    try map.read(name, codec, presence)
  }
}

extension MapReader {
  @inline(__always)
  mutating func read<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence
  ) throws(EventDecodingError) -> FieldEdit<Codec.Value> {
    let isThere: Bool
    let value: Codec.Value?
    do throws(CBORError) {
      isThere = try advance(to: name)
      if isThere, presence.readsNull, reader.readNull() {
        return presence.null == .value ? .clear : .keep
      }
      value = isThere ? try codec.read(&reader) : nil
      // Report damage rather than a field that is missing because of it.
      if !isThere, presence.isRequired { try finish() }
    } catch {
      throw .malformed(error)
    }
    if let value { return .set(value) }
    if isThere {
      throw .badField(
        name.description, reason: "must be \(codec.form.expectation)")
    }
    guard !presence.isRequired else { throw .missingField(name.description) }
    return .keep
  }

  /// Reads a nested object; `nil` if one of its fields is missing or invalid.
  static func object<Group: FieldGroup>(
    _ reader: inout CBORReader
  ) throws(CBORError) -> Group? {
    var fields = FieldReader<Group>(try MapReader(reader, hasNote: false))
    let group: Group
    do throws(EventDecodingError) {
      group = try Group(visiting: &fields)
    } catch {
      guard case .malformed(let fault) = error else { return nil }
      throw fault
    }
    try fields.map.finish()
    reader = fields.map.reader
    return group
  }
}

/// The fields of a stored payload's map.
struct StoredFields: BodySource, ~Escapable {
  private var map: MapReader

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) throws(EventDecodingError) {
    do {
      map = try MapReader(CBORReader(bytes), hasNote: true)
    } catch {
      throw .malformed(error)
    }
  }

  /// Reads the time of the event, which is the first field of any payload.
  mutating func at() throws(EventDecodingError) -> OffsetInstant {
    guard case .set(let at) = try map.read("at", .instant, .required) else {
      throw .missingField("at")
    }
    return at
  }

  mutating func body<Body: FieldGroup>() throws(EventDecodingError) -> Body {
    var fields = FieldReader<Body>(map)
    let body = try Body(visiting: &fields)
    map = fields.map
    return body
  }

  /// Reads the rest, which must end the bytes, and returns the note.
  mutating func finish() throws(EventDecodingError) -> String? {
    do {
      try map.finish()
      try map.reader.finish()
    } catch {
      throw .malformed(error)
    }
    return map.note
  }
}
