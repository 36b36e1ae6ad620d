internal import Encodings
public import JournalCare
internal import JournalEvents

/// Writes a table of rooms, one a record.
public struct RoomTableWriter {
  /// The names of the columns.
  static let columns = [
    "id", "name", "icon", "sortOrder", "isDefault", "plantCount",
  ]

  private var writer = CSVWriter()

  /// Creates a writer and writes the names of the columns.
  public init() {
    writer.record(Self.columns)
  }

  /// The bytes written since they were last taken.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.removeAll() }
    return writer.bytes
  }

  /// Writes a room and how many plants show in it.
  public mutating func write(_ room: RoomList.Room, plantCount: Int) {
    writer.record([
      room.id.description, FormulaGuard.guarded(room.name),
      FormulaGuard.guarded(room.icon), "\(room.sortOrder)",
      room.isDefault ? "true" : "false", "\(plantCount)",
    ])
  }
}
