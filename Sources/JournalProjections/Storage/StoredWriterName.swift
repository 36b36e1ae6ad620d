internal import Encodings
internal import JournalEvents
internal import JournalLog

/// A writer's name and the place of the event that gave it: the later of two
/// wins, whichever arrives first.
struct StoredWriterName: Hashable {
  /// `nil` once the name was taken away.
  let name: String?
  let position: LogPosition

  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 80)
    writer.array(2)
    writer.optional(name) { $0.text($1) }
    writer.position(position)
    return SealedValue.seal(writer.bytes)
  }

  init(name: String?, position: LogPosition) {
    self.name = name
    self.position = position
  }

  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.writerNames) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return StoredWriterName(
        name: try reader.optional { try $0.text() },
        position: try reader.position())
    }
  }
}
