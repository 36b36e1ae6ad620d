internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// A measurement of a plant.
public struct MeasurementView: Sendable, Hashable {
  /// The time of the measurement.
  public let at: OffsetInstant
  /// The measured values.
  public let measures: PlantMeasured
  /// A remark.
  public let note: String?

  /// Returns the measurements of a plant, by time.
  public static func series(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [MeasurementView] {
    let series =
      try snapshot.positions(of: .measurement, of: plant)
      .compactMap {
        try snapshot.observation(at: $0).flatMap {
          MeasurementView($0.payload)
        }
      }
    // Measurements at one instant keep their canonical order.
    return series.enumerated().sorted { left, right in
      (left.element.at.instant, left.offset)
        < (right.element.at.instant, right.offset)
    }.map(\.element)
  }

  /// Creates the measurement that a payload records; `nil` for others.
  init?(_ payload: EventPayload) {
    guard case .plantMeasured(let body) = payload.body else { return nil }
    at = payload.at
    measures = body
    note = payload.note
  }
}

/// The measurements of one plant.
public struct MeasurementSeries: Sendable {
  /// The plant.
  public let id: PlantID
  /// The plant's state, which includes its name.
  public let plant: PlantState
  /// The measurements, by time.
  public let entries: [MeasurementView]
  /// The units for measures.
  public let units: MeasurementUnits
}

extension Snapshot {
  /// Returns the measurements of a plant, even if it is removed.
  public func measurements(
    of name: String, _ naming: PlantNaming
  ) throws -> MeasurementSeries {
    let plant = try anyPlant(named: name, naming)
    return MeasurementSeries(
      id: plant.id, plant: plant.state,
      entries: try MeasurementView.series(of: plant.id, in: self),
      units: settings.units)
  }
}

extension PlantMeasured {
  /// Returns the measures in a few words: "height 42 cm, 12 leaves".
  public func text(in units: MeasurementUnits = .metric) -> String {
    var words: [String] = []
    if let height { words.append("height \(units.length(height))") }
    if let spread { words.append("spread \(units.length(spread))") }
    if let leaves { words.append(leaves == 1 ? "1 leaf" : "\(leaves) leaves") }
    if let pot { words.append("pot \(units.length(pot))") }
    if let health { words.append("health \(health) of 5") }
    return words.joined(by: ", ")
  }
}
