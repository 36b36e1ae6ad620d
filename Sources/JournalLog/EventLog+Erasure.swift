internal import Encodings
public import JournalEvents
public import LMDBKit

/// Names an event whose payload is erased, by its whole hash.
public struct Erasure: Hashable, Sendable {
  /// The event.
  public let event: EventReference
  /// Its hash.
  public let hash: EventHash

  /// Creates the name of the erasure of an event.
  public init(of event: EventReference, hash: EventHash) {
    self.event = event
    self.hash = hash
  }

  /// What an event says that erases.
  public init(_ body: PayloadErased) {
    self.init(of: body.target, hash: body.hash)
  }
}

extension EventHeader {
  /// Whether the event says that another one is erased.
  public var erases: Bool {
    knownType == .payloadErased && stream == .journal
  }

  /// What an event with this header erases that says `payload`; `nil` for
  /// nothing.
  public func erasure(in payload: EventPayload?) -> Erasure? {
    guard erases, case .payloadErased(let body) = payload?.body else {
      return nil
    }
    return Erasure(body)
  }
}

/// The bytes under which an erasure is kept: writer ‖ sequence ‖ hash, so that
/// those of a run of events lie together.
public enum ErasureKey {
  /// The key of an erasure.
  public static func bytes(of erasure: Erasure) -> [UInt8] {
    var key = prefix(erasure.event.sequence, of: erasure.event.writer)
    erasure.hash.append(to: &key)
    return key
  }

  /// What the keys of all events at `sequence` of `writer` begin with.
  public static func prefix(
    _ sequence: UInt64, of writer: WriterID
  ) -> [UInt8] {
    LogKey.prefix(sequence, of: writer)
  }

  /// The erasure that `key` names; `nil` where it names none.
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
  /// What events erase, in their canonical order.
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

  /// Visits what events erase, with the event that does, in the canonical
  /// order of these.
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

  /// Drops the payload of a held event that can be erased.
  ///
  /// - Returns: The event's header where its payload was still there; `nil`
  ///   where the event is not held or nothing had to be dropped.
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
