public import Encodings

/// Turns stored payloads into their JSON form.
///
/// Known fields take the form that the type says (ids as UUIDs, hashes as
/// hexadecimal); byte strings in unknown types and fields become base64url,
/// so that nothing is lost from view.
public enum PayloadTranscoder {
  /// Writes the JSON form of a payload's map (without salt).
  ///
  /// - Throws: ``EventDecodingError/malformed(_:)`` where the bytes are not
  ///   a map of the format; nothing was written then.
  public static func write(
    _ map: RawSpan, type: String, to writer: inout JSONWriter
  ) throws(EventDecodingError) {
    let item = try EventDecodingError.wrap { () throws(CBORError) in
      try CBORItem(decoding: map)
    }
    guard case .map(let pairs) = item else {
      throw .malformed(CBORError(.typeMismatch, at: 0))
    }
    let known = EventType(name: type)
    writer.object { writer in
      for pair in pairs {
        writer.name(pair.key)
        write(pair.value, form: known?.field(pair.key)?.form, to: &writer)
      }
    }
  }

  /// Writes the JSON form of a stored payload, salt first; `null` where it is
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

  private static func write(
    _ item: CBORItem, form: FieldForm?, to writer: inout JSONWriter
  ) {
    switch item {
    case .integer(let value): writer.integer(value)
    case .bytes(let bytes): writer.string(text(of: bytes, form: form))
    case .text(let value): writer.string(value)
    case .array(let items):
      writer.array { writer in
        for item in items { write(item, form: nil, to: &writer) }
      }
    case .map(let pairs):
      writer.object { writer in
        for pair in pairs {
          writer.name(pair.key)
          write(pair.value, form: nil, to: &writer)
        }
      }
    case .bool(let value): writer.bool(value)
    case .null: writer.null()
    case .float(let value): writer.number(value)
    }
  }

  private static func text(of bytes: [UInt8], form: FieldForm?) -> String {
    switch form {
    case .id, .plant, .room:
      StreamID(bytes: bytes.span.bytes)?.description
        ?? Base64URL.encode(bytes)
    case .hash: Hexadecimal.encode(bytes)
    default: Base64URL.encode(bytes)
    }
  }
}
