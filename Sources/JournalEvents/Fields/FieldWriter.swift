internal import Encodings
internal import JournalTime

/// Writes the fields of a group, declared in the order of the bytes, as one
/// deterministic map.
struct FieldWriter<Group: FieldGroup>: FieldVisitor {
  typealias Failure = Never

  private let group: Group
  private var writer = CBORWriter()
  private var count: UInt8 = 0
  /// The note of a payload, until it is written.
  private var note: String?

  /// Appends the map of `group` with the fields that all payloads share.
  static func write(
    _ group: Group, at: OffsetInstant? = nil, note: String? = nil,
    to writer: inout CBORWriter
  ) {
    var fields = FieldWriter(group: group, note: note)
    swap(&fields.writer, &writer)
    let head = fields.writer.bytes.count
    // The number of pairs is inserted at the end. All maps of the format have
    // fewer than 24, which fits in one byte.
    fields.writer.map(0)
    if let at { fields.add("at", .set(at), .instant) }
    _ = Group(visiting: &fields)
    fields.writeNote()
    fields.writer.bytes[head] |= fields.count
    swap(&fields.writer, &writer)
  }

  private init(group: Group, note: String?) {
    self.group = group
    self.note = note
  }

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) -> FieldEdit<Codec.Value> {
    let value = value(group)
    if case .keep = value { return value }
    if note != nil, Self.followsNote(name) { writeNote() }
    add(name, value, codec)
    return value
  }

  private mutating func add<Codec: FieldCodec>(
    _ name: StaticString, _ value: FieldEdit<Codec.Value>, _ codec: Codec
  ) {
    writer.text(name)
    if case .set(let value) = value {
      codec.write(value, to: &writer)
    } else {
      writer.null()
    }
    count += 1
    precondition(count < 24)
  }

  private mutating func writeNote() {
    guard let note else { return }
    self.note = nil
    add("note", .set(note), .note)
  }

  private static func followsNote(_ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    if count != 4 { return count > 4 }
    return name.withUTF8Buffer { "note".utf8.lexicographicallyPrecedes($0) }
  }
}
