internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog

extension RoomState {
  /// The sealed bytes under which the state is stored.
  var stored: [UInt8] {
    var writer = CBORWriter(capacity: 96)
    writer.array(5)
    writer.optional(name) { $0.text($1) }
    writer.text(icon)
    writer.unsigned(UInt64(sortOrder))
    writer.bool(isDeleted)
    writer.optional(latest) { $0.position($1) }
    return SealedValue.seal(writer.bytes)
  }

  /// Reads a stored state.
  init(stored: RawSpan) throws {
    self = try SealedValue.open(stored, in: ProjectionDatabase.rooms) {
      content in
      var reader = CBORReader(content)
      _ = try reader.array()
      return RoomState(
        name: try reader.optional { try $0.text() },
        icon: try reader.text(), sortOrder: try reader.count(),
        isDeleted: try reader.bool(),
        latest: try reader.optional { try $0.position() })
    }
  }
}
