internal import Encodings

/// An event as it is stored and shipped: the raw bytes, which are what is
/// hashed, and the header read from them.
public struct RecordedEvent: Sendable, Hashable {
  /// The header's bytes, which the hash chain covers.
  public let headerBytes: [UInt8]
  /// The payload's bytes, salt first; `nil` once erased.
  public let payloadBytes: [UInt8]?
  /// The decoded header.
  public let header: EventHeader
  /// BLAKE2b-256 of ``headerBytes``.
  public let hash: EventHash

  /// How many bytes one event may have; a longer one is refused.
  public static let maximumByteCount = 1 << 20

  /// Creates an event from its two parts and hashes the header.
  public init(
    headerBytes: [UInt8], payloadBytes: [UInt8]?
  ) throws(EventDecodingError) {
    self.init(
      headerBytes: headerBytes, payloadBytes: payloadBytes,
      header: try EventHeader(decoding: headerBytes.span.bytes))
  }

  /// Decodes the stored bytes of an event.
  public init(decoding bytes: RawSpan) throws(EventDecodingError) {
    let frame = try EventFrame(decoding: bytes)
    try self.init(
      headerBytes: frame.header(in: bytes).copied,
      payloadBytes: frame.payload(in: bytes)?.copied)
  }

  /// An event whose header was decoded from `headerBytes` before.
  package init(
    headerBytes: [UInt8], payloadBytes: [UInt8]?, header: EventHeader
  ) {
    self.headerBytes = headerBytes
    self.payloadBytes = payloadBytes
    self.header = header
    hash = EventHash(of: headerBytes.span.bytes)
  }

  /// An event that this program writes: the header is completed with the
  /// payload's hash and encoded.
  public init(header: EventHeader, payloadBytes: [UInt8]) {
    self.header = header
    self.payloadBytes = payloadBytes
    let headerBytes = header.encoded
    self.headerBytes = headerBytes
    hash = EventHash(of: headerBytes.span.bytes)
  }

  /// The event's name.
  public var reference: EventReference {
    EventReference(of: header, hash: hash)
  }

  /// The event's place in canonical order.
  public var position: LogPosition {
    LogPosition(of: reference, at: header.stamp)
  }

  /// Whether the payload is there and is the one that the header names.
  public var hasIntactPayload: Bool {
    guard let payloadBytes else { return false }
    return EventHash(of: payloadBytes.span.bytes) == header.payloadHash
  }

  /// The typed payload; `nil` for an unknown type, a later schema, and what
  /// is erased or cannot be read.
  public var payload: EventPayload? {
    guard let payloadBytes else { return nil }
    return header.payload(in: payloadBytes.span.bytes)
  }

  /// The bytes that are stored and shipped.
  public var encoded: [UInt8] {
    var writer = CBORWriter(
      capacity: headerBytes.count + (payloadBytes?.count ?? 0) + 11)
    writer.array(2)
    writer.byteString(headerBytes)
    if let payloadBytes {
      writer.byteString(payloadBytes)
    } else {
      writer.null()
    }
    return writer.bytes
  }
}

/// An event that comes from elsewhere: its stored bytes.
public struct IncomingEvent: Sendable {
  /// The bytes.
  public let bytes: ArraySlice<UInt8>
  /// The hash of the header, where it is known that the payload, if it is
  /// there, has the one that the header names.
  package let checkedHash: EventHash?

  /// Creates an event of which nothing is known yet.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    checkedHash = nil
  }

  /// Creates one whose hashes were checked before.
  package init(_ bytes: ArraySlice<UInt8>, checkedHash: EventHash?) {
    self.bytes = bytes
    self.checkedHash = checkedHash
  }
}

/// Where header and payload lie within an event's bytes.
public struct EventFrame: Sendable {
  private let headerRange: Range<Int>
  private let payloadRange: Range<Int>?

  /// Finds the two parts without decoding them.
  @inline(__always)
  public init(decoding bytes: RawSpan) throws(EventDecodingError) {
    if let header = Self.plainHeader(of: bytes) {
      self.init(header, payload: header.upperBound + 2..<bytes.byteCount)
    } else {
      try self.init(reading: bytes)
    }
  }

  @inline(__always)
  private init(_ header: Range<Int>, payload: Range<Int>?) {
    headerRange = header
    payloadRange = payload
  }

  /// Where the header lies of an event both parts of which take 24 to 255
  /// bytes, as almost all do; `nil` for all else, faults included.
  @inline(__always)
  private static func plainHeader(of bytes: RawSpan) -> Range<Int>? {
    func byte(_ place: Int) -> Int {
      Int(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
    }
    let count = bytes.byteCount
    guard count >= 5, byte(0) == 0x82, byte(1) == 0x58, byte(2) >= 24 else {
      return nil
    }
    let end = 3 + byte(2)
    guard end + 2 <= count, byte(end) == 0x58, byte(end + 1) >= 24,
      end + 2 + byte(end + 1) == count
    else { return nil }
    return 3..<end
  }

  /// Finds the parts of an event of any form.
  @inline(never)
  private init(reading bytes: RawSpan) throws(EventDecodingError) {
    var reader = CBORReader(bytes)
    do throws(CBORError) {
      guard try reader.array() == 2 else {
        throw CBORError(.outOfRange, at: 0)
      }
      let headerCount = try reader.byteString().byteCount
      headerRange = (reader.offset - headerCount)..<reader.offset
      if reader.readNull() {
        payloadRange = nil
      } else {
        let payloadCount = try reader.byteString().byteCount
        payloadRange = (reader.offset - payloadCount)..<reader.offset
      }
      try reader.finish()
    } catch {
      throw .malformed(error)
    }
  }

  /// How many bytes the event takes with which `bytes` begin; `nil` where they
  /// begin with none.
  public static func byteCount(atStartOf bytes: RawSpan) -> Int? {
    var reader = CBORReader(bytes)
    do throws(CBORError) {
      guard try reader.array() == 2 else { return nil }
      _ = try reader.byteString()
      if !reader.readNull() { _ = try reader.byteString() }
      return reader.offset
    } catch {
      return nil
    }
  }

  /// Whether the payload is there.
  public var hasPayload: Bool { payloadRange != nil }

  /// The bytes of an event with that header once its payload is erased.
  public static func erased(_ header: RawSpan) -> [UInt8] {
    var writer = CBORWriter(capacity: header.byteCount + 8)
    writer.array(2)
    writer.byteString(header)
    writer.null()
    return writer.bytes
  }

  /// The header's bytes within those that were decoded.
  @_lifetime(copy bytes)
  public func header(in bytes: RawSpan) -> RawSpan {
    bytes.extracting(headerRange)
  }

  /// The payload's bytes, salt first; `nil` where it was erased.
  @_lifetime(copy bytes)
  public func payload(in bytes: RawSpan) -> RawSpan? {
    guard let payloadRange else { return nil }
    return bytes.extracting(payloadRange)
  }
}
