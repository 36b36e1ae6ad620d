public import Encodings
public import JournalEvents
package import JournalLog
public import JournalProjections

/// The lines of `export events`: each contains the raw bytes of an event, which
/// any replica can import unchanged.
public enum EventExport {
  /// Writes the line of a stored event after checking its hashes, so that an
  /// export, which people keep, never contains damage. The caller checks that a
  /// missing payload is erased.
  ///
  /// - Throws: `StorageError.damagedEvent(_:reason:)`.
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

  /// Reads a line and returns the stored bytes of the event.
  public static func read(_ line: JSONValue) throws(FieldError) -> [UInt8] {
    guard case .object(let members) = line else {
      throw FieldError("header", "is missing: the line is not a JSON object")
    }
    for member in members where !["header", "payload"].contains(member.name) {
      throw FieldError(member.name, "is not a field of an exported event")
    }
    guard case .string(let text) = line["header"],
      let header = Base64URL.decode(text)
    else { throw FieldError("header", "must be a string of base64url") }
    var writer = CBORWriter(capacity: header.count + 256)
    writer.array(2)
    writer.byteString(header)
    switch line["payload"] {
    case .string(let text):
      guard let payload = Base64URL.decode(text) else {
        throw FieldError("payload", "must be a string of base64url or null")
      }
      writer.byteString(payload)
    case .null: writer.null()
    default:
      throw FieldError("payload", "must be a string of base64url or null")
    }
    return writer.bytes
  }
}

extension Snapshot {
  /// Passes every event to `output`, one line each, about 64 KiB at a time.
  ///
  /// - Parameters:
  ///   - begin: Called with the number of events.
  ///   - advance: Called from time to time with the number of written events.
  ///   - output: Receives the bytes.
  /// - Throws: `StorageError.damagedEvent` for a damaged event, or the error of
  ///   `output`.
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
