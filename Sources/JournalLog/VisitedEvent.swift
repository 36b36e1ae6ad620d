internal import Encodings
public import JournalEvents

/// One event as the log lends it while it is visited: the header decoded, the
/// payload not yet.
public struct VisitedEvent: Sendable {
  /// The decoded header.
  public let header: EventHeader
  /// The event's place in canonical order.
  public let position: LogPosition
  /// Where header and payload lie within the bytes.
  public let frame: EventFrame

  /// Splits the bytes that are stored under `reference` and decodes the
  /// header. Hashes are not checked here; see ``EventLog/checked(_:as:)``.
  ///
  /// - Throws: ``StorageError/damagedEvent(_:reason:)``.
  public init(
    _ bytes: RawSpan, stored reference: EventReference
  ) throws(StorageError) {
    // All at once: half of an event would be copied.
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
        reason: "its hash is not the one it is stored under")
    }
    guard let payload = frame.payload(in: bytes),
      EventHash(of: payload) != header.payloadHash
    else { return }
    throw .damagedEvent(
      position.reference,
      reason: "its payload does not have the hash that it names")
  }

  /// The event for itself, its hashes checked. `bytes` are those that it was
  /// visited with.
  ///
  /// - Throws: ``StorageError/damagedEvent(_:reason:)``.
  public func recorded(_ bytes: RawSpan) throws(StorageError) -> RecordedEvent {
    let event = RecordedEvent(
      headerBytes: frame.header(in: bytes).copied,
      payloadBytes: frame.payload(in: bytes)?.copied, header: header)
    try EventLog.check(event, as: position.reference)
    return event
  }

  /// The typed payload; `nil` for an unknown type, a later schema, and what
  /// is erased or cannot be read: none of these folds. `bytes` are those that
  /// the event was visited with.
  public func payload(in bytes: RawSpan) -> EventPayload? {
    guard let payload = frame.payload(in: bytes) else { return nil }
    return header.payload(in: payload)
  }

  /// Lends the typed payload that ``payload(in:)`` gives, where there is one.
  @inline(__always)
  public func withPayload(
    in bytes: RawSpan, _ use: (EventPayload) throws -> Void
  ) throws {
    guard let payload = frame.payload(in: bytes) else { return }
    try header.withPayload(in: payload, use)
  }
}
