internal import Encodings
public import JournalEvents

/// A stored event during a visit, with its header decoded and its payload
/// undecoded.
public struct VisitedEvent: Sendable {
  /// The decoded header.
  public let header: EventHeader
  /// The event's place in canonical order.
  public let position: LogPosition
  /// The places of header and payload within the bytes.
  public let frame: EventFrame

  /// Splits the bytes stored under `reference` and decodes the header, without
  /// checking hashes; see ``EventLog/checked(_:as:)``.
  ///
  /// - Throws: ``StorageError/damagedEvent(_:reason:)``.
  public init(
    _ bytes: RawSpan, stored reference: EventReference
  ) throws(StorageError) {
    // All at once, as half an event would be copied.
    do throws(EventDecodingError) {
      let frame = try EventFrame(decoding: bytes)
      self.init(
        reference, frame, try EventHeader(decoding: frame.header(in: bytes)))
    } catch {
      throw .damagedEvent(reference, reason: error.description)
    }
    guard header.writer == reference.writer,
      header.sequence == reference.sequence
    else {
      throw .damagedEvent(
        reference, reason: "it is stored under another event's key")
    }
  }

  @inline(__always)
  private init(
    _ reference: EventReference, _ frame: EventFrame, _ header: EventHeader
  ) {
    self.header = header
    position = LogPosition(of: reference, at: header.stamp)
    self.frame = frame
  }

  /// Recomputes the hashes of header and payload.
  ///
  /// - Throws: ``StorageError/damagedEvent(_:reason:)``.
  public func checkHashes(of bytes: RawSpan) throws(StorageError) {
    let hash = EventHash(of: frame.header(in: bytes))
    guard hash.prefix == position.hashPrefix else {
      throw .damagedEvent(
        position.reference,
        reason: "it is stored under a wrong hash")
    }
    guard let payload = frame.payload(in: bytes),
      EventHash(of: payload) != header.payloadHash
    else { return }
    throw .damagedEvent(
      position.reference,
      reason: "its payload does not have the hash that it names")
  }

  /// Returns a copy of the event, after checking its hashes. `bytes` are those
  /// of the visit.
  ///
  /// - Throws: ``StorageError/damagedEvent(_:reason:)``.
  public func recorded(_ bytes: RawSpan) throws(StorageError) -> RecordedEvent {
    let event = RecordedEvent(
      headerBytes: frame.header(in: bytes).copied,
      payloadBytes: frame.payload(in: bytes)?.copied, header: header)
    try EventLog.check(event, as: position.reference)
    return event
  }

  /// Returns the typed payload; `nil` if it is erased or invalid, its type is
  /// unknown, or its schema is newer: these do not fold. `bytes` are those of
  /// the visit.
  public func payload(in bytes: RawSpan) -> EventPayload? {
    guard let payload = frame.payload(in: bytes) else { return nil }
    return header.payload(in: payload)
  }

  /// Lends the typed payload that ``payload(in:)`` returns, unless that is
  /// `nil`.
  @inline(__always)
  public func withPayload(
    in bytes: RawSpan, _ use: (EventPayload) throws -> Void
  ) throws {
    guard let payload = frame.payload(in: bytes) else { return }
    try header.withPayload(in: payload, use)
  }
}
