public import Encodings

/// Turns stored payloads into their JSON form.
///
/// Known fields take the form of their type (ids as UUIDs, hashes as
/// hexadecimal); byte strings in unknown types and fields become base64url, so
/// that no content is lost.
public enum PayloadTranscoder {
  /// Writes the JSON form of a payload's map (without salt).
  ///
  /// - Throws: ``EventDecodingError/malformed(_:)`` if the bytes are not a map
  ///   of the format; then it has written nothing.
  public static func write(
    _ map: RawSpan, type: String, to writer: inout JSONWriter
  ) throws(EventDecodingError) {
    do throws(CBORError) {
      // Checked as a whole first, so that a fault leaves no half an object.
      var check = CBORReader(map)
      guard try check.peekMajor() == 5 else {
        throw CBORError(.typeMismatch, at: 0)
      }
      try check.skip()
      try check.finish()
      var reader = CBORReader(map)
      let known = EventType(name: type).map(KnownFields.type)
      try writeMap(&reader, known, to: &writer)
    } catch {
      throw .malformed(error)
    }
  }

  /// Writes the JSON form of a stored payload, salt first; `null` if it is
  /// erased or no map.
  public static func write(
    payload: RawSpan?, type: String, to writer: inout JSONWriter
  ) {
    guard let payload, payload.byteCount >= EventPayload.saltByteCount else {
      return writer.null()
    }
    let map = payload.extracting(droppingFirst: EventPayload.saltByteCount)
    do {
      try write(map, type: type, to: &writer)
    } catch {
      writer.null()
    }
  }

  private static func writeMap(
    _ reader: inout CBORReader, _ known: KnownFields?,
    to writer: inout JSONWriter
  ) throws(CBORError) {
    let count = try reader.map()
    writer.beginObject()
    for _ in 0..<count {
      let name = try reader.textBytes()
      writer.name(utf8: name)
      try writeItem(&reader, known, field: name, to: &writer)
    }
    writer.endObject()
  }

  /// The source of the forms of a map's fields.
  private enum KnownFields {
    case type(EventType)
    case fields([PayloadField])

    /// The form of the field with this name; `nil` if the field is unknown.
    func form(of name: RawSpan) -> FieldForm? {
      guard let name = String(checking: name) else { return nil }
      return switch self {
      case .type(let type): type.field(name)?.form
      case .fields(let fields): fields.first { $0.name == name }?.form
      }
    }
  }

  /// Writes an item. `known` and `field` say how its bytes are written.
  private static func writeItem(
    _ reader: inout CBORReader, _ known: KnownFields?, field: RawSpan,
    to writer: inout JSONWriter
  ) throws(CBORError) {
    if reader.readNull() { return writer.null() }
    switch try reader.peekMajor() {
    case 0, 1: writer.integer(try reader.integer())
    case 2:
      let form = known?.form(of: field)
      writer.string(text(of: try reader.byteString(), form: form))
    case 3: writer.string(utf8: try reader.textBytes())
    case 4:
      let count = try reader.array()
      writer.beginArray()
      for _ in 0..<count {
        try writeItem(&reader, nil, field: field, to: &writer)
      }
      writer.endArray()
    case 5:
      var nested: KnownFields?
      if case .object(let fields)? = known?.form(of: field) {
        nested = .fields(fields)
      }
      try writeMap(&reader, nested, to: &writer)
    default: try writeSimple(&reader, to: &writer)
    }
  }

  private static func writeSimple(
    _ reader: inout CBORReader, to writer: inout JSONWriter
  ) throws(CBORError) {
    if let value = try? reader.bool() {
      writer.bool(value)
    } else {
      writer.number(try reader.float())
    }
  }

  private static func text(of bytes: RawSpan, form: FieldForm?) -> String {
    switch form {
    case .id, .plant, .room:
      StreamID(bytes: bytes)?.description ?? Base64URL.encode(bytes.copied)
    case .hash: Hexadecimal.encode(bytes.copied)
    default: Base64URL.encode(bytes.copied)
    }
  }
}
