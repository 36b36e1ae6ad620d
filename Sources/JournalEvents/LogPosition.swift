/// An event's place in canonical order, in which events are folded. The order
/// depends only on the events.
public struct LogPosition: Hashable, Comparable, Sendable {
  /// The event's stamp.
  public let stamp: Stamp
  /// The event's reference, which decides between equal stamps.
  public let reference: EventReference

  /// Creates the position of an event from its reference and its stamp.
  public init(of reference: EventReference, at stamp: Stamp) {
    self.stamp = stamp
    self.reference = reference
  }

  /// The event's writer.
  public var writer: WriterID { reference.writer }
  /// The event's sequence number.
  public var sequence: UInt64 { reference.sequence }
  /// The first eight bytes of the event's hash.
  public var hashPrefix: UInt64 { reference.hashPrefix }

  public static func < (left: LogPosition, right: LogPosition) -> Bool {
    if left.stamp != right.stamp { return left.stamp < right.stamp }
    return left.reference < right.reference
  }
}

/// A reference to an event: its writer, its sequence number and the start of
/// its hash, which distinguishes the branches of a fork.
public struct EventReference: Hashable, Comparable, Sendable {
  /// The event's writer.
  public let writer: WriterID
  /// The event's sequence number.
  public let sequence: UInt64
  /// The first eight bytes of the event's hash.
  public let hashPrefix: UInt64

  /// Creates a position from the parts that order it.
  public init(writer: WriterID, sequence: UInt64, hashPrefix: UInt64) {
    self.writer = writer
    self.sequence = sequence
    self.hashPrefix = hashPrefix
  }

  /// Creates a reference from an event's header and its hash.
  public init(of header: EventHeader, hash: EventHash) {
    self.init(
      writer: header.writer, sequence: header.sequence, hashPrefix: hash.prefix)
  }

  public static func < (left: EventReference, right: EventReference) -> Bool {
    if left.writer != right.writer { return left.writer < right.writer }
    return (left.sequence, left.hashPrefix) < (right.sequence, right.hashPrefix)
  }
}
