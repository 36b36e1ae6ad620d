internal import Encodings
public import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

/// Writes a table of plants, one a record, with all that people write down of
/// each.
public struct PlantTableWriter {
  private let rooms: RoomList
  private var writer = CSVWriter()

  /// Creates a writer and writes the names of the columns.
  public init(rooms: RoomList) {
    self.rooms = rooms
    writer.record(PlantColumn.allCases.map(\.rawValue))
  }

  /// The bytes written since they were last taken.
  public mutating func takeBytes() -> [UInt8] {
    defer { writer.removeAll() }
    return writer.bytes
  }

  /// Writes a plant.
  public mutating func write(_ plant: PlantView) {
    writer.record(PlantColumn.allCases.map { text(of: plant, $0) })
  }

  private func text(of view: PlantView, _ column: PlantColumn) -> String {
    let state = view.state
    guard let profile = state.profile else { return "" }
    return switch column {
    case .id: view.id.description
    case .shortID: ShortID.text(of: view.id)
    case .nickname: guarded(profile.nickname)
    case .scientificName: guarded(profile.scientificName)
    case .commonNames: guarded(ListCell.text(of: profile.commonNames))
    case .family: guarded(profile.family)
    case .genus: guarded(profile.genus)
    case .category: guarded(profile.category)
    case .room: guarded(RoomName.text(of: view.room, in: rooms))
    case .growingLocation: state.details.location?.rawValue ?? ""
    case .isFavorite: state.isFavorite ? "true" : "false"
    case .tags: guarded(ListCell.text(of: profile.tags))
    case .acquiredOn: profile.acquiredOn?.description ?? ""
    case .addedAt: state.addedAt?.description ?? ""
    case .source: profile.source.rawValue
    case .confidence: profile.confidence?.description ?? ""
    case .parent: profile.parent?.description ?? ""
    case .removed: state.removal?.reason.rawValue ?? ""
    case .removedAt: state.removal?.at.description ?? ""
    case .notes: guarded(NotesCell.text(of: view.notes))
    }
  }

  private func guarded(_ text: String?) -> String {
    text.map(FormulaGuard.guarded) ?? ""
  }
}

/// How a table names rooms: as people do, and by the id where several rooms
/// have the name.
enum RoomName {
  static func text(of id: RoomID, in rooms: RoomList) -> String {
    guard let room = rooms[id] else { return id.description }
    let isUnique =
      rooms.named(room.name).count == 1 && RoomID(room.name) == nil
    return isUnique ? room.name : id.description
  }
}
