/// An event's place in canonical order: the one order in which events are
/// folded, which depends on nothing but the events.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// The event's stamp.
  public let stamp: Stamp
  /// The event's writer.
  public let writer: WriterID
  /// The event's sequence number.
  public let sequence: UInt64
  /// The first eight bytes of the event's hash.
  public let hashPrefix: UInt64

  /// Creates a position.
  public init(
    stamp: Stamp, writer: WriterID, sequence: UInt64, hashPrefix: UInt64
  ) {
    self.stamp = stamp
    self.writer = writer
    self.sequence = sequence
    self.hashPrefix = hashPrefix
  }

  /// Where `header`, whose hash is `hash`, stands.
  public init(of header: EventHeader, hash: EventHash) {
    self.init(
      stamp: header.stamp, writer: header.writer, sequence: header.sequence,
      hashPrefix: hash.prefix)
  }

  /// The event's name, without its stamp.
  public var reference: EventReference {
    EventReference(writer: writer, sequence: sequence, hashPrefix: hashPrefix)
  }

  public static func < (left: LogPosition, right: LogPosition) -> Bool {
    if left.stamp != right.stamp { return left.stamp < right.stamp }
    return left.reference < right.reference
  }
}

/// Names one event: writer and sequence, and the start of its hash, which
/// tells the branches of a fork apart.
public struct EventReference: Hashable, Comparable, Sendable {
  /// The event's writer.
  public let writer: WriterID
  /// The event's sequence number.
  public let sequence: UInt64
  /// The first eight bytes of the event's hash.
  public let hashPrefix: UInt64

  /// Creates a reference.
  public init(writer: WriterID, sequence: UInt64, hashPrefix: UInt64) {
    self.writer = writer
    self.sequence = sequence
    self.hashPrefix = hashPrefix
  }

  public static func < (left: EventReference, right: EventReference) -> Bool {
    if left.writer != right.writer { return left.writer < right.writer }
    return (left.sequence, left.hashPrefix) < (right.sequence, right.hashPrefix)
  }
}
