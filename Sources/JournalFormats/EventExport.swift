public import Encodings
public import JournalEvents
package import JournalLog
public import JournalProjections

/// One line of `export events`: the raw bytes of an event, from which any
/// replica can take it over unchanged.
public enum EventExport {
  /// Writes the line of a stored event, once its hashes are checked: an
  /// export is what people keep, and must not hand damage on. That a payload
  /// which is missing is erased is for the caller to check.
  ///
  /// - Throws: ``JournalLog/StorageError/damagedEvent(_:reason:)``.
  package static func write(
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

extension Snapshot {
  /// Hands every event to `output`, a line each, some 64 KiB at a time.
  ///
  /// - Parameters:
  ///   - begin: Is told how many events there are.
  ///   - advance: Is told now and then how many were written.
  ///   - output: Takes the bytes.
  /// - Throws: `StorageError.damagedEvent` for an event that is not as it was
  ///   written, and what `output` throws.
  public func exportEvents(
    beginning begin: (Int) -> Void = { _ in },
    advancing advance: (Int) -> Void = { _ in },
    to output: ([UInt8]) throws -> Void
  ) throws {
    begin(try log.count(in: transaction))
    var count = 0
    var writer = JSONWriter(capacity: 1 << 17)
    try log.forEachEvent(.forward, in: transaction) { event, bytes in
      guard try event.frame.hasPayload || isErased(event, bytes) else {
        throw StorageError.damagedEvent(
          event.position.reference,
          reason: "it has no payload, and nothing erased it")
      }
      try EventExport.write(event, bytes, to: &writer)
      count += 1
      if writer.bytes.count >= 1 << 16 {
        try output(writer.bytes)
        writer.removeAll()
        advance(count)
      }
      return true
    }
    try output(writer.bytes)
  }
}
