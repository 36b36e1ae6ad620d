internal import Encodings

/// An event in its stored form: the raw bytes, which are hashed, and the
/// decoded header.
public struct RecordedEvent: Sendable, Hashable {
  /// The header's bytes, which the hash chain covers.
  public let headerBytes: [UInt8]
  /// The payload's bytes, salt first; `nil` once erased.
  public let payloadBytes: [UInt8]?
  /// The decoded header.
  public let header: EventHeader
  /// BLAKE2b-256 of ``headerBytes``.
  public let hash: EventHash

  /// The maximum number of bytes in an event; longer ones are refused.
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

  /// Creates an event with a header that was decoded from `headerBytes`.
  package init(
    headerBytes: [UInt8], payloadBytes: [UInt8]?, header: EventHeader
  ) {
    self.headerBytes = headerBytes
    self.payloadBytes = payloadBytes
    self.header = header
    hash = EventHash(of: headerBytes.span.bytes)
  }

  /// Creates a new event: adds the payload's hash to the header and encodes it.
  public init(header: EventHeader, payloadBytes: [UInt8]) {
    self.header = header
    self.payloadBytes = payloadBytes
    let headerBytes = header.encoded
    self.headerBytes = headerBytes
    hash = EventHash(of: headerBytes.span.bytes)
  }

  /// The reference to the event.
  public var reference: EventReference {
    EventReference(of: header, hash: hash)
  }

  /// The event's place in canonical order.
  public var position: LogPosition {
    LogPosition(of: reference, at: header.stamp)
  }

  /// A Boolean value that indicates whether the payload is present and matches
  /// the header.
  public var hasIntactPayload: Bool {
    guard let payloadBytes else { return false }
    return EventHash(of: payloadBytes.span.bytes) == header.payloadHash
  }

  /// The typed payload; `nil` if it is erased or invalid, its type is unknown,
  /// or its schema is newer.
  public var payload: EventPayload? {
    guard let payloadBytes else { return nil }
    return header.payload(in: payloadBytes.span.bytes)
  }

  /// The stored bytes of the event.
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

/// The stored bytes of an event from elsewhere.
public struct IncomingEvent: Sendable {
  /// The stored bytes.
  public let bytes: ArraySlice<UInt8>
  /// The hash of the header, if the payload is known to match the header or to
  /// be absent.
  package let checkedHash: EventHash?

  /// Creates an unchecked event.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    checkedHash = nil
  }

  /// Creates an event with checked hashes.
  package init(_ bytes: ArraySlice<UInt8>, checkedHash: EventHash?) {
    self.bytes = bytes
    self.checkedHash = checkedHash
  }
}

/// The places of header and payload within an event's bytes.
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

  /// Returns the place of the header if both parts take 24 to 255 bytes, as in
  /// almost all events; `nil` for any other event or invalid bytes.
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

  /// Returns the number of bytes in the event at the start of `bytes`; `nil` if
  /// there is none.
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

  /// A Boolean value that indicates whether the payload is present.
  public var hasPayload: Bool { payloadRange != nil }

  /// Returns the bytes of an event with this header after its erasure.
  public static func erased(_ header: RawSpan) -> [UInt8] {
    var writer = CBORWriter(capacity: header.byteCount + 8)
    writer.array(2)
    writer.byteString(header)
    writer.null()
    return writer.bytes
  }

  /// Returns the header's bytes within the decoded bytes.
  @_lifetime(copy bytes)
  public func header(in bytes: RawSpan) -> RawSpan {
    bytes.extracting(headerRange)
  }

  /// Returns the payload's bytes, salt first; `nil` if erased.
  @_lifetime(copy bytes)
  public func payload(in bytes: RawSpan) -> RawSpan? {
    guard let payloadRange else { return nil }
    return bytes.extracting(payloadRange)
  }
}
