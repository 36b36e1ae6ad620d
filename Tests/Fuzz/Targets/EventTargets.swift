internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalLog
internal import JournalQueries
internal import JournalTime

extension FuzzTarget {
  /// Data taken for CBOR is deterministic, so it is written as it was read, and
  /// skipped items can be read.
  static let cbor = FuzzTarget("cbor") { bytes in
    let item = try? CBORItem(decoding: bytes.span.bytes)
    try hold(
      isSkipped(bytes) == (item != nil), "skipped and read are not the same")
    if let item { try hold(item.encoded == bytes, "is written in other bytes") }
    var writer = JSONWriter()
    do {
      try PayloadTranscoder.write(
        bytes.span.bytes, type: EventType.plantAdded.rawValue, to: &writer)
      try holdJSON(writer.bytes)
    } catch is EventDecodingError {
      try hold(writer.bytes.isEmpty, "a fault leaves half an object")
    }
  }

  private static func isSkipped(_ bytes: [UInt8]) -> Bool {
    var reader = CBORReader(bytes.span.bytes)
    do {
      try reader.skip()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  /// An event, or a header alone.
  static let header = FuzzTarget("header") { bytes in
    guard let event = try? RecordedEvent(decoding: bytes.span.bytes) else {
      let header = try? EventHeader(decoding: bytes.span.bytes)
      try hold(header?.encoded ?? bytes == bytes, "the header changes")
      return
    }
    try hold(event.encoded == bytes, "the event changes")
    try hold(event.header.encoded == event.headerBytes, "the header changes")
    try holdShown(event)
    guard let payload = event.payloadBytes else { return }
    try holdExported(Self.event(event.header, payload))
  }

  /// The map of a payload, after a byte that says of which type and one that
  /// says of which version.
  static let payload = FuzzTarget("payload") { bytes in
    var input = FuzzInput(bytes)
    let types = EventType.allCases
    let type = types[Int(input.byte()) % types.count]
    let schema = UInt64(input.byte() % 3) + 1
    let stored = [UInt8](repeating: 0, count: 16) + input.rest
    guard let stamp = Stamp(milliseconds: 0, counter: 0) else { return }
    let header = EventHeader(
      writer: WriterID(bits: UUIDBits(high: 1, low: 2)), sequence: 1,
      previous: .zero, stamp: stamp, recorded: Instant(milliseconds: 0),
      action: 1,
      stream: StreamID(bits: UUIDBits(high: 3, low: 4)), type: type.rawValue,
      schema: schema, payloadHash: .zero)
    let event = Self.event(header, stored)
    try holdShown(event)
    try holdExported(event)
    if let payload = event.payload { try holdEncoded(payload) }
  }

  /// An event of a header that has the hash of these payload bytes.
  private static func event(
    _ header: EventHeader, _ payload: [UInt8]
  ) -> RecordedEvent {
    RecordedEvent(
      header: EventHeader(
        writer: header.writer, sequence: header.sequence,
        previous: header.previous, stamp: header.stamp,
        recorded: header.recorded, action: header.action,
        stream: header.stream, type: header.type, schema: header.schema,
        payloadHash: EventHash(of: payload.span.bytes)),
      payloadBytes: payload)
  }

  /// `history --json` and hooks write JSON, whatever an event holds.
  private static func holdShown(_ event: RecordedEvent) throws {
    var writer = JSONWriter()
    writer.historyEntry(
      HistoryEntry(
        event: event, action: ActionReference(first: event.reference),
        isUndone: false))
    try holdJSON(writer.bytes)
  }

  /// An exported event is read as the bytes that it was.
  private static func holdExported(_ event: RecordedEvent) throws {
    let bytes = event.encoded
    var writer = JSONWriter()
    let visited = try VisitedEvent(bytes.span.bytes, stored: event.reference)
    try EventExport.write(visited, bytes.span.bytes, to: &writer)
    var lines = JSONLines(byteSource(of: writer.bytes))
    guard let line = try lines.next() else {
      throw BrokenProperty(description: "an exported event is no line")
    }
    try hold(try EventExport.read(line) == bytes, "an export changes bytes")
  }

  /// A payload that was understood is written and read as the same.
  static func holdEncoded(_ payload: EventPayload) throws {
    let bytes = payload.encoded(salt: UUIDBits(high: 0, low: 0))
    let type = payload.body.type
    let again = try EventPayload(
      decoding: bytes.span.bytes, type: type, schema: type.currentSchema)
    try hold(
      again == payload, "\(payload) becomes \(String(describing: again))")
  }
}
