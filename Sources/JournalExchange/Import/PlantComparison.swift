internal import JournalCare
internal import JournalEvents
internal import JournalQueries

/// Whether a plant of the collection is what an input says of it.
struct PlantComparison {
  private let view: PlantView
  private let incoming: IncomingPlant
  private let body: PlantAdded

  /// Compares `view` with a plant of the input, whose names of rooms and
  /// plants are resolved in `body`.
  init(_ view: PlantView, with incoming: IncomingPlant, _ body: PlantAdded) {
    self.view = view
    self.incoming = incoming
    self.body = body
  }

  /// The columns among `columns` in which they differ.
  func differences(in columns: Set<PlantColumn>) -> [PlantColumn] {
    PlantColumn.allCases.filter { columns.contains($0) && !isEqual(in: $0) }
  }

  private func isEqual(in column: PlantColumn) -> Bool {
    guard let profile = view.state.profile else { return false }
    return switch column {
    case .id, .shortID: true
    case .nickname: profile.nickname == body.nickname
    case .scientificName: profile.scientificName == body.scientificName
    case .commonNames: profile.commonNames == body.commonNames
    case .family: profile.family == body.family
    case .genus: profile.genus == body.genus
    case .category: profile.category == body.category
    case .room: view.room == body.room ?? StandardRoom.other.id
    case .growingLocation:
      view.state.details.location == incoming.growingLocation
    case .isFavorite: view.state.isFavorite == incoming.isFavorite
    case .tags: profile.tags == body.tags
    case .acquiredOn: profile.acquiredOn == body.acquiredOn
    case .addedAt:
      incoming.addedAt.map { $0 == view.state.addedAt } ?? true
    case .source: profile.source == body.source
    case .confidence: profile.confidence == body.confidence
    case .parent: profile.parent == body.parent
    case .removed:
      view.state.removal?.reason == incoming.removal?.reason
    case .removedAt:
      incoming.removal?.at.map { $0 == view.state.removal?.at } ?? true
    case .notes: view.notes == incoming.notes
    }
  }
}
