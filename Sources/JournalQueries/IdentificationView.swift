internal import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// An identification of a plant, as it was recorded.
public struct IdentificationView: Sendable {
  /// The plant.
  public let plant: PlantName
  /// The time of the identification.
  public let at: OffsetInstant
  /// The result.
  public let identification: PlantIdentified
  /// The remark.
  public let note: String?
}

extension Snapshot {
  /// Returns the identifications of plants, the latest first, without those
  /// that were undone or erased.
  ///
  /// - Throws: Errors of choosing plants, and of the store.
  public func identifications(
    of plants: PlantChoice
  ) throws -> [IdentificationView] {
    var query = HistoryQuery(of: plants)
    query.filter.types = [EventType.plantIdentified.rawValue]
    query.isByDate = true
    var found: [IdentificationView] = []
    _ = try forEachEvent(query) { entry in
      guard !entry.isUndone, let payload = entry.payload,
        case .plantIdentified(let body) = payload.body
      else { return }
      let id = entry.event.header.stream
      found.append(
        IdentificationView(
          plant: PlantName(id, try plant(id)?.displayName ?? ""),
          at: payload.at,
          identification: body, note: payload.note))
    }
    return found
  }
}
