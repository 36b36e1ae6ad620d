package import Encodings
public import JournalTime

/// The part of an event that the hash chain covers: the writer, time and type
/// of the event, and the hash of its payload.
///
/// `schemas/event.cddl` specifies the bytes.
public struct EventHeader: Hashable, Sendable {
  /// The version of the envelope that this program reads and writes.
  public static let version: UInt64 = 1

  /// The installation that wrote the event.
  public let writer: WriterID
  /// The event's number in its writer's chain: 1, 2, 3 … without gaps.
  public let sequence: UInt64
  /// The hash of the writer's preceding header; zeros for the first.
  public let previous: EventHash
  /// The event's place in causal order.
  public let stamp: Stamp
  /// The reading of the wall clock, for display.
  public let recorded: Instant
  /// The sequence of the first event of the same action.
  public let action: UInt64
  /// The plant, room or journal that the event is about.
  public let stream: StreamID
  /// The name of the event's type, even if it is unknown.
  public let type: String
  /// The event's type; `nil` if it is unknown.
  public let knownType: EventType?
  /// The version of the payload's shape.
  public let schema: UInt64
  /// BLAKE2b-256 of the payload's bytes, salt included.
  public let payloadHash: EventHash
}

extension EventHeader {
  /// Creates the header of an event.
  public init(
    writer: WriterID, sequence: UInt64, previous: EventHash, stamp: Stamp,
    recorded: Instant, action: UInt64, stream: StreamID, type: String,
    schema: UInt64, payloadHash: EventHash
  ) {
    self.init(
      writer: writer, sequence: sequence, previous: previous, stamp: stamp,
      recorded: recorded, action: action, stream: stream, type: type,
      knownType: EventType(name: type), schema: schema,
      payloadHash: payloadHash)
  }

  /// Decodes a header's bytes and checks every field's range.
  // Inlined, with all fields assigned at once: otherwise each return copies the
  // header, which took longer than decoding it.
  @inline(__always)
  public init(decoding bytes: RawSpan) throws(EventDecodingError) {
    let plain = PlainHeader(bytes)
    guard let type = plain.type else {
      self = try Self.read(bytes)
      return
    }
    self.init(
      writer: plain.writer, sequence: plain.sequence, previous: plain.previous,
      stamp: plain.stamp, recorded: plain.recorded, action: plain.action,
      stream: plain.stream, type: type.rawValue, knownType: type,
      schema: plain.schema, payloadHash: plain.payloadHash)
  }

  /// Decodes a header of any form and reports its errors.
  @inline(never)
  private static func read(
    _ bytes: RawSpan
  ) throws(EventDecodingError) -> EventHeader {
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
      let writer: WriterID = try reader.id()
      let sequence = try reader.positive()
      let previous = try reader.hash()
      let stamp = try reader.stamp()
      let recorded = try reader.recorded()
      let action = try reader.positive()
      let stream: StreamID = try reader.id()
      let (type, knownType) = try reader.type()
      let schema = try reader.positive()
      let payloadHash = try reader.hash()
      try reader.finish()
      guard action <= sequence else { throw CBORError(.outOfRange, at: 0) }
      return EventHeader(
        writer: writer, sequence: sequence, previous: previous, stamp: stamp,
        recorded: recorded, action: action, stream: stream, type: type,
        knownType: knownType, schema: schema, payloadHash: payloadHash)
    } catch {
      throw .malformed(error)
    }
  }

  // A later instant has no RFC 3339 text (year 10000).
  fileprivate static let latestRecorded: UInt64 = 253_402_300_799_999

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

  /// The preceding event in its writer's chain; `nil` for the first.
  public var predecessor: EventReference? {
    guard sequence > 1 else { return nil }
    return EventReference(
      writer: writer, sequence: sequence - 1, hashPrefix: previous.prefix)
  }

  /// A Boolean value that indicates whether the payload can be erased. An
  /// unknown type's can.
  public var isErasable: Bool { knownType?.isErasable ?? true }

  /// Returns the typed payload in `bytes`; `nil` if the type is unknown, the
  /// schema is newer, or the bytes are invalid.
  public func payload(in bytes: RawSpan) -> EventPayload? {
    guard let type = knownType else { return nil }
    return try? EventPayload(decoding: bytes, type: type, schema: schema)
  }

  /// Lends the payload that ``payload(in:)`` returns, unless that is `nil`.
  /// Folding uses this, because returning a payload copies it four times.
  @inline(__always)
  public func withPayload(
    in bytes: RawSpan, _ use: (EventPayload) throws -> Void
  ) throws {
    guard let type = knownType, schema <= type.currentSchema else { return }
    let payload: EventPayload
    do throws(EventDecodingError) {
      payload = try EventPayload(reading: bytes, type, schema) { .current }
    } catch {
      return
    }
    try use(payload)
  }

  private static let fieldCount = 11
}

/// The fields of a header of a known type in the form this program writes.
/// Every event is decoded here, in a third of the time of item by item.
private struct PlainHeader {
  private(set) var writer = WriterID(bits: UUIDBits(high: 0, low: 0))
  private(set) var sequence: UInt64 = 0
  private(set) var previous = EventHash.zero
  private(set) var stamp = Stamp.zero
  private(set) var recorded = Instant(milliseconds: 0)
  private(set) var action: UInt64 = 0
  private(set) var stream = StreamID.journal
  private(set) var schema: UInt64 = 0
  private(set) var payloadHash = EventHash.zero
  /// The type; `nil` if the header is in another form or invalid. The caller
  /// then decodes it item by item.
  private(set) var type: EventType?

  @inline(__always)
  init(_ bytes: RawSpan) {
    // Items up to the type's name fit in this many bytes even at their longest,
    // so none of them needs a bounds check.
    guard bytes.byteCount > 116 else { return }
    var items = PlainItems(bytes)
    items.expect(0x8b)
    items.expect(0x01)
    items.expect(0x50)
    writer = WriterID(bits: items.id())
    sequence = items.number()
    previous = items.hash()
    items.expect(0x82)
    let milliseconds = items.number()
    let counter = items.number()
    let recorded = items.number()
    action = items.number()
    items.expect(0x50)
    stream = StreamID(bits: items.id())
    let name = items.place + 1
    let end = name + Int(items.byte(at: items.place) &- 0x60)
    // Only the schema and the payload's hash remain.
    guard name <= end, end + 35 == bytes.byteCount else { return }
    schema = UInt64(items.byte(at: end))
    items.place = end + 1
    payloadHash = items.hash()
    guard items.arePlain, 1..<24 ~= schema, action > 0, action <= sequence,
      recorded <= EventHeader.latestRecorded,
      let stamp = Stamp(milliseconds: milliseconds, counter: counter)
    else { return }
    self.stamp = stamp
    self.recorded = Instant(milliseconds: Int64(recorded))
    type = EventType(utf8: bytes.extracting(name..<end))
  }
}

/// Reads consecutive items without throwing and records any unexpected form.
/// The caller ensures that there are enough bytes.
private struct PlainItems: ~Escapable {
  private let bytes: RawSpan
  var place = 0
  private(set) var arePlain = true

  @inline(__always)
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) { self.bytes = bytes }

  @inline(__always)
  func byte(at place: Int) -> UInt8 {
    bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self)
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8) {
    if self.byte(at: place) != byte { arePlain = false }
    place &+= 1
  }

  /// Returns the eight bytes at `place`, even for a shorter item.
  @inline(__always)
  private func word(at place: Int) -> UInt64 {
    UInt64(
      bigEndian: bytes.unsafeLoadUnaligned(
        fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  mutating func id() -> UUIDBits {
    defer { place &+= 16 }
    return UUIDBits(high: word(at: place), low: word(at: place &+ 8))
  }

  @inline(__always)
  mutating func hash() -> EventHash {
    expect(0x58)
    expect(0x20)
    defer { place &+= 32 }
    return EventHash(words: [
      word(at: place), word(at: place &+ 8), word(at: place &+ 16),
      word(at: place &+ 24),
    ])
  }

  /// Reads an unsigned integer in its shortest form, of at most nine bytes.
  @inline(__always)
  mutating func number() -> UInt64 {
    let head = byte(at: place)
    place &+= 1
    guard head >= 24 else { return UInt64(head) }
    let count = 1 &<< Int(head & 3)
    let value = word(at: place) &>> UInt64(64 &- 8 &* count)
    let least: UInt64 = count == 1 ? 24 : 1 &<< UInt64(4 &* count)
    if head > 27 || value < least { arePlain = false }
    place &+= count
    return value
  }
}

extension CBORReader {
  @inline(__always)
  package mutating func id<ID: UniqueID>() throws(CBORError) -> ID {
    let words: InlineArray<2, UInt64> = try words()
    return ID(bits: UUIDBits(high: words[0], low: words[1]))
  }

  @inline(__always)
  mutating func hash() throws(CBORError) -> EventHash {
    EventHash(words: try words())
  }

  /// Reads the name of a type, and reuses the stored name of a known type.
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
    guard milliseconds <= EventHeader.latestRecorded else {
      throw CBORError(.outOfRange, at: start)
    }
    return Instant(milliseconds: Int64(milliseconds))
  }
}
