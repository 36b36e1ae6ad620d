internal import Encodings
internal import JournalEvents
internal import JournalLog

/// A place in canonical order as forty bytes that compare as places do.
enum StreamPosition {
  static let byteCount = 40

  static func append(_ position: LogPosition, to buffer: inout [UInt8]) {
    StreamEntry.append(position, to: &buffer)
  }

  static func decode(_ bytes: RawSpan) -> LogPosition? {
    guard bytes.byteCount == byteCount,
      let stamp = Stamp(
        milliseconds: bytes.bigEndian(at: 0, count: 6),
        counter: bytes.bigEndian(at: 6, count: 2)),
      let reference = LogKey.reference(bytes.extracting(8..<40))
    else { return nil }
    return LogPosition(
      stamp: stamp, writer: reference.writer, sequence: reference.sequence,
      hashPrefix: reference.hashPrefix)
  }
}
