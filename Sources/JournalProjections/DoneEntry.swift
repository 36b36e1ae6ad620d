internal import Encodings
public import JournalEvents
internal import JournalLog
public import JournalTime

/// That the latest care of a plant and kind was given at an instant.
public struct DoneEntry: Sendable, Hashable {
  /// When care was given.
  public let at: Instant
  /// The plant.
  public let plant: PlantID
  /// The kind of care.
  public let kind: TaskKind

  public init(at: Instant, plant: PlantID, kind: TaskKind) {
    self.at = at
    self.plant = plant
    self.kind = kind
  }

  /// The key in `done`: instant ‖ plant ‖ kind; there is no value.
  var key: [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(40)
    key.append(instant: at)
    plant.append(to: &key)
    key.append(contentsOf: kind.name.utf8)
    return key
  }

  init(key: RawSpan) throws {
    guard key.byteCount > 24,
      let plant = PlantID(bytes: key.extracting(8..<24)),
      let name = String(checking: key.extracting(24..<key.byteCount)),
      let kind = TaskKind(name)
    else {
      throw StorageError.damagedValue(
        database: ProjectionDatabase.done, reason: "a key has no such form")
    }
    let bits = key.bigEndian(at: 0, count: 8) ^ 1 << 63
    at = Instant(milliseconds: Int64(bitPattern: bits))
    self.plant = plant
    self.kind = kind
  }
}
