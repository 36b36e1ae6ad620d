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
  /// The event's type; `nil` for one that is unknown here.
  public let knownType: EventType?
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
    knownType = EventType(name: type)
    self.schema = schema
    self.payloadHash = payloadHash
  }

  /// Decodes a header's bytes and checks every field's range.
  public init(decoding bytes: RawSpan) throws(EventDecodingError) {
    var reader = CBORReader(bytes)
    let count: Int
    let version: UInt64
    do throws(CBORError) {
      count = try reader.array()
      version = try reader.unsigned()
    } catch {
      throw .malformed(error)
    }
    // Another version may have any form.
    guard version == Self.version else { throw .unknownVersion(version) }
    do throws(CBORError) {
      guard count == Self.fieldCount else {
        throw CBORError(.outOfRange, at: 0)
      }
      writer = try reader.id()
      sequence = try reader.positive()
      previous = try reader.hash()
      stamp = try reader.stamp()
      recorded = try reader.recorded()
      action = try reader.positive()
      stream = try reader.id()
      (type, knownType) = try reader.type()
      schema = try reader.positive()
      payloadHash = try reader.hash()
      try reader.finish()
      guard action <= sequence else { throw CBORError(.outOfRange, at: 0) }
    } catch {
      throw .malformed(error)
    }
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
    guard let type = knownType else { return nil }
    return try? EventPayload(decoding: bytes, type: type, schema: schema)
  }

  private static let fieldCount = 11
}

extension CBORReader {
  /// Reads an id's bytes.
  @inline(__always)
  package mutating func id<ID: UniqueID>() throws(CBORError) -> ID {
    let words: InlineArray<2, UInt64> = try words()
    return ID(bits: UUIDBits(high: words[0], low: words[1]))
  }

  @inline(__always)
  mutating func hash() throws(CBORError) -> EventHash {
    EventHash(words: try words())
  }

  /// Reads the name of a type. That of a known one is not made again.
  fileprivate mutating func type() throws(CBORError) -> (
    name: String, known: EventType?
  ) {
    let start = offset
    let bytes = try textBytes()
    let known = EventType(utf8: bytes)
    guard let name = known?.rawValue ?? String(checking: bytes) else {
      throw CBORError(.invalidUTF8, at: start)
    }
    return (name, known)
  }

  @inline(__always)
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
