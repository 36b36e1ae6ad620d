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
