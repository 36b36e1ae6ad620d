internal import Encodings
internal import JournalEvents
internal import JournalLog
internal import LMDBKit

extension Projector {
  /// Lists an observation of a plant.
  func list(
    _ kind: ObservationKind, of plant: PlantID, at position: LogPosition,
    in transaction: borrowing WriteTransaction
  ) throws {
    let key = Self.key(plant, position)
    let nothing: [UInt8] = []
    try transaction.put(
      key.span.bytes, nothing.span.bytes, in: databases.observations(of: kind))
  }

  /// Takes all observations of a plant off the lists.
  func unlistObservations(
    of plant: PlantID, in transaction: borrowing WriteTransaction
  ) throws {
    for kind in ObservationKind.allCases {
      let positions = try databases.positions(
        of: kind, of: plant, in: transaction)
      for position in positions {
        let key = Self.key(plant, position)
        _ = try transaction.delete(
          key.span.bytes, in: databases.observations(of: kind))
      }
    }
  }

  private static func key(
    _ plant: PlantID, _ position: LogPosition
  ) -> [UInt8] {
    var key = plant.bytes
    StreamPosition.append(position, to: &key)
    return key
  }
}
