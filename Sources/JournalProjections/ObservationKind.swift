public import JournalEvents
internal import JournalLog
internal import LMDBKit

/// A kind of event of which a plant has many: observations, and care that was
/// amended. Only the places of these events are kept beside the log.
public enum ObservationKind: Sendable, Hashable, CaseIterable {
  /// Something was written down.
  case note
  /// Something was measured.
  case measurement
  /// A photo was taken, or something said of it.
  case photo
  /// The plant was identified in photos.
  case identification
  /// Care that does not count because an amendment stands in its place, or an
  /// amendment that does not count itself.
  case amendedCare

  /// The kind of an event's type; `nil` if it is none of these.
  public init?(_ type: EventType) {
    switch type {
    case .plantNoted: self = .note
    case .plantMeasured: self = .measurement
    case .photoCaptured, .photoAnnotated, .photoRemoved: self = .photo
    case .plantIdentified: self = .identification
    default: return nil
    }
  }
}

extension ProjectionDatabases {
  /// The database that lists the observations of a kind.
  func observations(of kind: ObservationKind) -> Database {
    switch kind {
    case .note: notes
    case .measurement: measurements
    case .photo: photos
    case .identification: identifications
    case .amendedCare: amended
    }
  }
}

extension Projector {
  /// Lists an observation of a plant.
  func list(
    _ kind: ObservationKind, of plant: PlantID, at position: LogPosition
  ) throws {
    try store.put(
      ObservationKey.bytes(of: plant, position), [],
      in: databases.observations(of: kind))
  }

  /// Takes all observations of a plant off the lists.
  func unlistObservations(of plant: PlantID) throws {
    for kind in ObservationKind.allCases {
      let positions = try databases.positions(
        of: kind, of: plant, in: transaction)
      guard !positions.isEmpty else { continue }
      try store.change(databases.observations(of: kind)) { place, digest in
        for position in positions {
          try place.delete(
            ObservationKey.bytes(of: plant, position), noting: &digest)
        }
      }
    }
  }
}

/// Keys of the lists of observations: the plant, then the place.
enum ObservationKey {
  static func bytes(of plant: PlantID, _ position: LogPosition) -> [UInt8] {
    var key = plant.bytes
    PositionKey.append(position, to: &key)
    return key
  }

  /// The plant that a key begins with; `nil` of one that is too short.
  static func plant(_ key: RawSpan) -> PlantID? {
    guard key.byteCount > 16 else { return nil }
    return PlantID(bytes: key.extracting(0..<16))
  }

  /// The place with which a key that begins with a plant ends.
  static func position(_ key: RawSpan) -> LogPosition? {
    PositionKey.position(key.extracting(16..<key.byteCount))
  }
}
