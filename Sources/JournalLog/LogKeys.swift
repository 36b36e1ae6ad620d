internal import Encodings
public import JournalEvents

/// The stored key of an event: writer ‖ sequence ‖ first eight bytes of the
/// hash. A writer's events are in order, and forked branches are side by side.
public enum LogKey {
  /// The number of bytes in a key.
  public static let byteCount = 32

  /// Appends the key of `reference` to `buffer`.
  public static func append(
    _ reference: EventReference, to buffer: inout [UInt8]
  ) {
    buffer.append(
      bigEndian: [
        reference.writer.bits.high, reference.writer.bits.low,
        reference.sequence, reference.hashPrefix,
      ])
  }

  /// Returns the key of `reference`.
  public static func bytes(of reference: EventReference) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(byteCount)
    append(reference, to: &key)
    return key
  }

  /// Returns the prefix of all keys at `sequence` of `writer`.
  static func prefix(_ sequence: UInt64, of writer: WriterID) -> [UInt8] {
    var prefix = writer.bytes
    prefix.append(bigEndian: sequence)
    return prefix
  }

  /// Returns the event with this key, or `nil` if the key is invalid.
  public static func reference(_ key: RawSpan) -> EventReference? {
    guard key.byteCount == byteCount,
      let writer = WriterID(bytes: key.extracting(0..<16))
    else { return nil }
    return EventReference(
      writer: writer, sequence: key.bigEndian(at: 16, count: 8),
      hashPrefix: key.bigEndian(at: 24, count: 8))
  }
}

/// The stored form of a canonical position: forty bytes that sort like
/// positions.
public enum PositionKey {
  /// The number of bytes in a position.
  public static let byteCount = 40

  /// Appends the bytes of `position` to `buffer`.
  public static func append(_ position: LogPosition, to buffer: inout [UInt8]) {
    let stamp = position.stamp
    buffer.append(bigEndian: stamp.milliseconds << 16 | UInt64(stamp.counter))
    LogKey.append(position.reference, to: &buffer)
  }

  /// Returns the position in `bytes`, or `nil` if it is invalid.
  public static func position(_ bytes: RawSpan) -> LogPosition? {
    guard bytes.byteCount == byteCount,
      let stamp = Stamp(
        milliseconds: bytes.bigEndian(at: 0, count: 6),
        counter: bytes.bigEndian(at: 6, count: 2)),
      let reference = LogKey.reference(bytes.extracting(8..<byteCount))
    else { return nil }
    return LogPosition(of: reference, at: stamp)
  }
}

/// An entry of the streams index: an event's stream, position and action.
public struct StreamEntry: Sendable, Hashable, Comparable {
  /// The stream.
  public let stream: StreamID
  /// The event's place in canonical order.
  public let position: LogPosition
  /// The first eight bytes of the hash of the action's first event.
  public let actionHashPrefix: UInt64

  /// The number of bytes in a key.
  public static let keyByteCount = 56

  public init(
    stream: StreamID, position: LogPosition, actionHashPrefix: UInt64
  ) {
    self.stream = stream
    self.position = position
    self.actionHashPrefix = actionHashPrefix
  }

  /// Creates an entry from its key; `nil` if the key is invalid.
  init?(key: RawSpan, actionHashPrefix: UInt64) {
    guard key.byteCount == Self.keyByteCount,
      let stream = StreamID(bytes: key.extracting(0..<16)),
      let position = PositionKey.position(key.extracting(16..<56))
    else { return nil }
    self.stream = stream
    self.position = position
    self.actionHashPrefix = actionHashPrefix
  }

  /// Appends the key: stream, then canonical position.
  public func appendKey(to buffer: inout [UInt8]) {
    stream.append(to: &buffer)
    PositionKey.append(position, to: &buffer)
  }

  public static func < (left: StreamEntry, right: StreamEntry) -> Bool {
    if left.stream != right.stream { return left.stream < right.stream }
    return left.position < right.position
  }
}

/// A reference to an action: its writer, and the sequence and hash of its first
/// event.
public struct ActionReference: Hashable, Sendable {
  /// The action's first event.
  public let first: EventReference

  /// Creates a reference to the action that starts with `first`.
  public init(first: EventReference) {
    self.first = first
  }

  /// Creates a reference to an event's action, given the hash prefix of the
  /// action's first event.
  public init(of header: EventHeader, hashPrefix: UInt64) {
    first = EventReference(
      writer: header.writer, sequence: header.action, hashPrefix: hashPrefix)
  }

  /// The short id that users type: the start of the writer's id and the
  /// sequence of the first event.
  public var shortID: String {
    "\(first.writer.description.prefix(4))-\(first.sequence)"
  }

  /// The short id and the start of the first event's hash, which distinguishes
  /// forked branches.
  public var branchID: String {
    var text = Array("\(shortID)-".utf8)
    Hexadecimal.append(first.hashPrefix, byteCount: 8, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}

extension ActionUndone {
  /// A reference to the action that is undone.
  public var target: ActionReference {
    ActionReference(
      first: EventReference(
        writer: writer, sequence: sequence, hashPrefix: hash.prefix))
  }
}
