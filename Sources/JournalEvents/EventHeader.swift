package import Encodings
public import JournalTime

/// What the hash chain covers: who wrote which event when, of what type, and
/// the hash of its payload.
///
/// The bytes are specified in `schemas/event.cddl`.
public struct EventHeader: Hashable, Sendable {
  /// The envelope's version, which this program reads and writes.
  public static let version: UInt64 = 1

  /// The installation that wrote the event.
  public let writer: WriterID
  /// 1, 2, 3 … without gaps, per writer.
  public let sequence: UInt64
  /// The hash of the writer's header before; zeros for the first.
  public let previous: EventHash
  /// The event's place in the order of causes.
  public let stamp: Stamp
  /// The wall clock as it was read, for people.
  public let recorded: Instant
  /// The sequence of the first event of the same action.
  public let action: UInt64
  /// The plant, room or journal that the event is about.
  public let stream: StreamID
  /// The name of the event's type, known or not.
  public let type: String
  /// The version of the payload's shape.
  public let schema: UInt64
  /// BLAKE2b-256 of the payload's bytes, salt included.
  public let payloadHash: EventHash

  public init(
    writer: WriterID, sequence: UInt64, previous: EventHash, stamp: Stamp,
    recorded: Instant, action: UInt64, stream: StreamID, type: String,
    schema: UInt64, payloadHash: EventHash
  ) {
    self.writer = writer
    self.sequence = sequence
    self.previous = previous
    self.stamp = stamp
    self.recorded = recorded
    self.action = action
    self.stream = stream
    self.type = type
    self.schema = schema
    self.payloadHash = payloadHash
  }

  /// Decodes a header's bytes and checks every field's range.
  public init(decoding bytes: RawSpan) throws(EventDecodingError) {
    let header = try EventDecodingError.wrap { () throws(CBORError) in
      try Self.parse(bytes)
    }
    guard let header else {
      throw .unknownVersion(
        try EventDecodingError.wrap { () throws(CBORError) in
          try Self.version(of: bytes)
        })
    }
    self = header
  }

  /// The deterministic bytes of this header.
  public var encoded: [UInt8] {
    var writer = CBORWriter(capacity: 176)
    writer.array(Self.fieldCount)
    writer.unsigned(Self.version)
    writer.head(2, 16)
    self.writer.append(to: &writer.bytes)
    writer.unsigned(sequence)
    writer.head(2, 32)
    previous.append(to: &writer.bytes)
    writer.array(2)
    writer.unsigned(stamp.milliseconds)
    writer.unsigned(UInt64(stamp.counter))
    writer.unsigned(UInt64(max(recorded.milliseconds, 0)))
    writer.unsigned(action)
    writer.head(2, 16)
    stream.append(to: &writer.bytes)
    writer.text(type)
    writer.unsigned(schema)
    writer.head(2, 32)
    payloadHash.append(to: &writer.bytes)
    return writer.bytes
  }

  /// The event before this one in its writer's chain; `nil` for the first.
  public var predecessor: EventReference? {
    guard sequence > 1 else { return nil }
    return EventReference(
      writer: writer, sequence: sequence - 1, hashPrefix: previous.prefix)
  }

  /// The typed payload that `bytes` hold; `nil` for an unknown type, a later
  /// schema, and what cannot be read.
  public func payload(in bytes: RawSpan) -> EventPayload? {
    guard let type = EventType(name: type) else { return nil }
    return try? EventPayload(decoding: bytes, type: type, schema: schema)
  }

  private static let fieldCount = 11

  private static func version(of bytes: RawSpan) throws(CBORError) -> UInt64 {
    var reader = CBORReader(bytes)
    _ = try reader.array()
    return try reader.unsigned()
  }

  /// The header in `bytes`, or `nil` for one of another version, which may
  /// have any form.
  private static func parse(_ bytes: RawSpan) throws(CBORError) -> Self? {
    var reader = CBORReader(bytes)
    let count = try reader.array()
    guard try reader.unsigned() == version else { return nil }
    guard count == fieldCount else { throw CBORError(.outOfRange, at: 0) }
    let header = EventHeader(
      writer: try reader.id(), sequence: try reader.positive(),
      previous: try reader.hash(), stamp: try reader.stamp(),
      recorded: try reader.recorded(), action: try reader.positive(),
      stream: try reader.id(), type: try reader.text(),
      schema: try reader.positive(), payloadHash: try reader.hash())
    try reader.finish()
    guard header.action <= header.sequence else {
      throw CBORError(.outOfRange, at: 0)
    }
    return header
  }
}

extension CBORReader {
  /// Reads an id's bytes.
  package mutating func id<ID: UniqueID>() throws(CBORError) -> ID {
    let start = offset
    guard let id = ID(bytes: try byteString()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return id
  }

  mutating func hash() throws(CBORError) -> EventHash {
    let start = offset
    guard let hash = EventHash(bytes: try byteString()) else {
      throw CBORError(.outOfRange, at: start)
    }
    return hash
  }

  fileprivate mutating func positive() throws(CBORError) -> UInt64 {
    let start = offset
    let value = try unsigned()
    guard value > 0 else { throw CBORError(.outOfRange, at: start) }
    return value
  }

  fileprivate mutating func stamp() throws(CBORError) -> Stamp {
    let start = offset
    guard try array() == 2,
      let stamp = Stamp(milliseconds: try unsigned(), counter: try unsigned())
    else { throw CBORError(.outOfRange, at: start) }
    return stamp
  }

  fileprivate mutating func recorded() throws(CBORError) -> Instant {
    let start = offset
    let milliseconds = try unsigned()
    // Beyond the year 9999 no RFC 3339 text exists for it.
    guard milliseconds <= 253_402_300_799_999 else {
      throw CBORError(.outOfRange, at: start)
    }
    return Instant(milliseconds: Int64(milliseconds))
  }
}
