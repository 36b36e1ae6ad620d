internal import JournalCare
public import JournalEvents
internal import JournalLog
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
  /// that were undone or erased. Those of a plant that was merged into another
  /// are shown as that one's.
  ///
  /// - Parameters:
  ///   - plants: The plants; an empty choice selects all.
  ///   - limit: The maximum number of identifications.
  /// - Returns: The identifications.
  /// - Throws: Errors of choosing plants, and of the store.
  /// - Complexity: O(*n* log *n*) for *n* identifications of the plants,
  ///   however long the log is.
  public func identifications(
    of plants: PlantChoice, limit: Int = .max
  ) throws -> [IdentificationView] {
    var positions: [LogPosition] = []
    if let streams = try streams(of: plants, includesRoom: false) {
      for stream in streams {
        positions += try self.positions(of: .identification, of: stream)
      }
    } else {
      try forEachPosition(of: .identification) { positions.append($1) }
    }
    let found = try positions.compactMap { position in
      try observation(at: position).map { (position, $0.payload, $0.stream) }
    }.sorted {
      ($0.1.at.instant, $0.0) > ($1.1.at.instant, $1.0)
    }
    return try found.lazy.prefix(limit).compactMap { _, payload, stream in
      guard case .plantIdentified(let body) = payload.body else { return nil }
      let id = try whole(of: stream)
      return IdentificationView(
        plant: PlantName(id, try plant(id)?.displayName ?? ""),
        at: payload.at, identification: body, note: payload.note)
    }
  }
}
