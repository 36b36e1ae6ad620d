internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import JournalTime

/// The place in a history at which the next page begins. It stays right while
/// events are added.
public struct HistoryCursor: Sendable, Hashable, CustomStringConvertible {
  let position: LogPosition

  /// Creates the cursor of the page after an entry.
  public init(_ entry: HistoryEntry) { position = entry.event.position }

  /// Reads a cursor; `nil` if the text is not one.
  public init?(_ text: String) {
    guard let bytes = Base64URL.decode(text), bytes.count == Self.byteCount,
      let writer = WriterID(bytes: bytes.span.bytes.extracting(10..<26))
    else { return nil }
    let span = bytes.span.bytes
    guard
      let stamp = Stamp(
        milliseconds: span.bigEndian(at: 0, count: 8),
        counter: span.bigEndian(at: 8, count: 2))
    else { return nil }
    position = LogPosition(
      of: EventReference(
        writer: writer, sequence: span.bigEndian(at: 26, count: 8),
        hashPrefix: span.bigEndian(at: 34, count: 8)), at: stamp)
  }

  private static let byteCount = 42

  /// The cursor as a text for addresses.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: position.stamp.milliseconds)
    bytes.append(bigEndian: UInt64(position.stamp.counter), count: 2)
    bytes += position.writer.bytes
    bytes.append(bigEndian: position.sequence)
    bytes.append(bigEndian: position.hashPrefix)
    return Base64URL.encode(bytes)
  }
}
