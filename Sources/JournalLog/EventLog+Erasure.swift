internal import Encodings
public import JournalEvents
public import LMDBKit

/// The erasure of an event's payload. It names the event by its full hash.
public struct Erasure: Hashable, Sendable {
  /// The erased event.
  public let event: EventReference
  /// The hash of the event.
  public let hash: EventHash

  /// Creates the erasure of an event.
  public init(of event: EventReference, hash: EventHash) {
    self.event = event
    self.hash = hash
  }

  /// Creates the erasure that an event's body describes.
  public init(_ body: NamedEvent) {
    self.init(of: body.reference, hash: body.hash)
  }
}

extension EventHeader {
  /// A Boolean value that indicates whether the event erases another one.
  public var erases: Bool {
    knownType == .payloadErased && stream == .journal
  }

  /// Returns the erasure by an event with this header and `payload`, if any.
  public func erasure(in payload: EventPayload?) -> Erasure? {
    guard erases, case .payloadErased(let body) = payload?.body else {
      return nil
    }
    return Erasure(body)
  }
}

/// The stored key of an erasure: writer ‖ sequence ‖ hash. The keys of
/// consecutive events are adjacent.
public enum ErasureKey {
  /// Returns the key of an erasure.
  public static func bytes(of erasure: Erasure) -> [UInt8] {
    var key = prefix(erasure.event.sequence, of: erasure.event.writer)
    erasure.hash.append(to: &key)
    return key
  }

  /// Returns the prefix of all keys at `sequence` of `writer`.
  public static func prefix(
    _ sequence: UInt64, of writer: WriterID
  ) -> [UInt8] {
    LogKey.prefix(sequence, of: writer)
  }

  /// Returns the erasure with this key; `nil` if the key is invalid.
  public static func erasure(_ key: RawSpan) -> Erasure? {
    guard key.byteCount == 24 + EventHash.byteCount,
      let writer = WriterID(bytes: key.extracting(0..<16)),
      let hash = EventHash(bytes: key.extracting(24..<key.byteCount))
    else { return nil }
    return Erasure(
      of: EventReference(
        writer: writer, sequence: key.bigEndian(at: 16, count: 8),
        hashPrefix: hash.prefix), hash: hash)
  }
}

extension EventLog {
  /// Returns the erasures in the canonical order of the erasing events.
  ///
  /// - Complexity: O(*n*) for *n* events of the journal's own stream.
  public func erasures(
    in transaction: borrowing some Transaction
  ) throws -> [Erasure] {
    var erasures: [Erasure] = []
    try forEachErasure(in: transaction) { erasure, _ in
      erasures.append(erasure)
    }
    return erasures
  }

  /// Visits the erasures with their erasing events, in canonical order.
  ///
  /// - Complexity: O(*n*) for *n* events of the journal's own stream.
  public func forEachErasure(
    in transaction: borrowing some Transaction,
    _ body: (Erasure, _ by: EventReference) throws -> Void
  ) throws {
    try forEachEvent(of: .journal, in: transaction) { entry, bytes in
      let reference = entry.position.reference
      let event = try VisitedEvent(bytes, stored: reference)
      if event.header.erases,
        let erasure = event.header.erasure(in: event.payload(in: bytes))
      {
        try body(erasure, reference)
      }
      return true
    }
  }

  /// Removes the payload of a stored event, if it may be erased.
  ///
  /// - Returns: The event's header if a payload was removed; `nil` if the event
  ///   is unknown or has no payload to remove.
  public func dropPayload(
    of erasure: Erasure, in transaction: borrowing WriteTransaction
  ) throws -> EventHeader? {
    let held = try withEvent(erasure.event, in: transaction) {
      bytes -> (header: EventHeader, bytes: [UInt8])? in
      let visited = try VisitedEvent(bytes, stored: erasure.event)
      let header = visited.frame.header(in: bytes)
      guard visited.header.isErasable, visited.frame.hasPayload,
        EventHash(of: header) == erasure.hash
      else { return nil }
      return (visited.header, EventFrame.erased(header))
    }
    guard let found = held, let event = found else { return nil }
    let key = LogKey.bytes(of: erasure.event)
    try transaction.put(key, event.bytes, in: log)
    return event.header
  }
}
