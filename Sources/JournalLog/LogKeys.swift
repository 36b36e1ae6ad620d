internal import Encodings
public import JournalEvents

/// The bytes under which an event is stored: writer ‖ sequence ‖ hash's first
/// eight bytes, so that a writer's events lie in order and the branches of a
/// fork side by side.
public enum LogKey {
  /// How many bytes a key has.
  public static let byteCount = 32

  /// Appends the key of `reference` to `buffer`.
  public static func append(
    _ reference: EventReference, to buffer: inout [UInt8]
  ) {
    reference.writer.append(to: &buffer)
    buffer.append(bigEndian: reference.sequence)
    buffer.append(bigEndian: reference.hashPrefix)
  }

  /// The key of `reference`.
  public static func bytes(of reference: EventReference) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(byteCount)
    append(reference, to: &key)
    return key
  }

  /// The event that `key` names, or `nil` where it is no key of the log.
  public static func reference(_ key: RawSpan) -> EventReference? {
    guard key.byteCount == byteCount,
      let writer = WriterID(bytes: key.extracting(0..<16))
    else { return nil }
    return EventReference(
      writer: writer, sequence: key.bigEndian(at: 16, count: 8),
      hashPrefix: key.bigEndian(at: 24, count: 8))
  }
}

/// One entry of the streams index: which event of a stream stands where, and
/// the action it belongs to.
public struct StreamEntry: Sendable, Hashable, Comparable {
  /// The stream.
  public let stream: StreamID
  /// The event's place in canonical order.
  public let position: LogPosition
  /// The first eight bytes of the hash of the action's first event.
  public let actionHashPrefix: UInt64

  /// How many bytes a key has.
  public static let keyByteCount = 56

  /// Creates an entry.
  public init(
    stream: StreamID, position: LogPosition, actionHashPrefix: UInt64
  ) {
    self.stream = stream
    self.position = position
    self.actionHashPrefix = actionHashPrefix
  }

  /// Creates an entry from its stored bytes; `nil` where they are none.
  public init?(key: RawSpan, value: RawSpan) {
    guard key.byteCount == Self.keyByteCount, value.byteCount == 8,
      let stream = StreamID(bytes: key.extracting(0..<16)),
      let stamp = Stamp(
        milliseconds: key.bigEndian(at: 16, count: 6),
        counter: key.bigEndian(at: 22, count: 2)),
      let writer = WriterID(bytes: key.extracting(24..<40))
    else { return nil }
    self.stream = stream
    position = LogPosition(
      stamp: stamp, writer: writer, sequence: key.bigEndian(at: 40, count: 8),
      hashPrefix: key.bigEndian(at: 48, count: 8))
    actionHashPrefix = value.bigEndian(at: 0, count: 8)
  }

  /// Appends the key: stream, then the place in canonical order.
  public func appendKey(to buffer: inout [UInt8]) {
    stream.append(to: &buffer)
    Self.append(position, to: &buffer)
  }

  /// Appends a place in canonical order, so that bytes compare as places do.
  public static func append(
    _ position: LogPosition, to buffer: inout [UInt8]
  ) {
    buffer.append(bigEndian: position.stamp.milliseconds, count: 6)
    buffer.append(bigEndian: UInt64(position.stamp.counter), count: 2)
    LogKey.append(position.reference, to: &buffer)
  }

  public static func < (left: StreamEntry, right: StreamEntry) -> Bool {
    if left.stream != right.stream { return left.stream < right.stream }
    return left.position < right.position
  }
}

/// Names an action: its writer, and the sequence and hash of its first event.
public struct ActionReference: Hashable, Comparable, Sendable {
  /// The action's first event.
  public let first: EventReference

  /// Creates a reference to the action that begins with `first`.
  public init(first: EventReference) {
    self.first = first
  }

  public static func < (left: ActionReference, right: ActionReference) -> Bool {
    left.first < right.first
  }

  /// The short id that people type: the start of the writer's id and the
  /// sequence of the first event.
  public var shortID: String {
    "\(first.writer.description.prefix(4))-\(first.sequence)"
  }

  /// The short id with the start of the first event's hash, which tells the
  /// branches of a fork apart.
  public var branchID: String {
    var text = Array("\(shortID)-".utf8)
    Hexadecimal.append(first.hashPrefix, byteCount: 8, to: &text)
    return String(decoding: text, as: UTF8.self)
  }
}
