public import Encodings
public import JournalEvents
public import JournalLog

/// One line of `export events`: the raw bytes of an event, from which any
/// replica can take it over unchanged.
public enum EventExport {
  /// Writes the line of a stored event, once its hashes are checked: an
  /// export is what people keep, and must not hand damage on.
  ///
  /// - Throws: ``JournalLog/StorageError/damagedEvent(_:reason:)``.
  public static func write(
    _ event: VisitedEvent, _ bytes: RawSpan, to writer: inout JSONWriter
  ) throws {
    try event.checkHashes(of: bytes)
    let frame = event.frame
    let payload = frame.payload(in: bytes)
    writer.object { writer in
      writer.name("header")
      writer.base64URL(frame.header(in: bytes))
      writer.name("payload")
      if let payload { writer.base64URL(payload) } else { writer.null() }
    }
    writer.newline()
  }

  /// Reads a line: the stored bytes of the event.
  public static func read(_ line: JSONValue) throws(FieldError) -> [UInt8] {
    guard case .object(let members) = line else {
      throw FieldError("header", "is missing: the line is no object")
    }
    for member in members where !["header", "payload"].contains(member.name) {
      throw FieldError(member.name, "is not a field of an exported event")
    }
    guard case .string(let text) = line["header"],
      let header = Base64URL.decode(text)
    else { throw FieldError("header", "must be a text of base64url") }
    var writer = CBORWriter(capacity: header.count + 256)
    writer.array(2)
    writer.byteString(header)
    switch line["payload"] {
    case .string(let text):
      guard let payload = Base64URL.decode(text) else {
        throw FieldError("payload", "must be a text of base64url or null")
      }
      writer.byteString(payload)
    case .null: writer.null()
    default:
      throw FieldError("payload", "must be a text of base64url or null")
    }
    return writer.bytes
  }
}
