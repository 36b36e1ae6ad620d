public import JournalEvents
internal import JournalLog
internal import LMDBKit

/// What was observed of a plant time and again. Only the places of these
/// events are kept beside the log, which holds what they say.
public enum ObservationKind: Sendable, Hashable, CaseIterable {
  /// Something was written down.
  case note
  /// Something was measured.
  case measurement
  /// A photo was taken, or something said of it.
  case photo

  /// The kind of an event's type; `nil` for what is no observation.
  public init?(_ type: EventType) {
    switch type {
    case .plantNoted: self = .note
    case .plantMeasured: self = .measurement
    case .photoCaptured, .photoAnnotated, .photoRemoved: self = .photo
    default: return nil
    }
  }
}

extension ProjectionDatabases {
  /// Where observations of a kind are listed.
  func observations(of kind: ObservationKind) -> Database {
    switch kind {
    case .note: notes
    case .measurement: measurements
    case .photo: photos
    }
  }
}

extension Projector {
  /// Lists an observation of a plant.
  func list(
    _ kind: ObservationKind, of plant: PlantID, at position: LogPosition
  ) throws {
    try store.put(
      Self.key(plant, position), [], in: databases.observations(of: kind))
  }

  /// Takes all observations of a plant off the lists.
  func unlistObservations(of plant: PlantID) throws {
    for kind in ObservationKind.allCases {
      let positions = try databases.positions(
        of: kind, of: plant, in: transaction)
      guard !positions.isEmpty else { continue }
      try store.change(databases.observations(of: kind)) { place, digest in
        for position in positions {
          try place.delete(Self.key(plant, position), noting: &digest)
        }
      }
    }
  }

  private static func key(
    _ plant: PlantID, _ position: LogPosition
  ) -> [UInt8] {
    var key = plant.bytes
    PositionKey.append(position, to: &key)
    return key
  }
}
