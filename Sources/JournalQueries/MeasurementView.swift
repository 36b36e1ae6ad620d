internal import Encodings
public import JournalCare
public import JournalEvents
public import JournalProjections
public import JournalTime

/// One measurement of a plant.
public struct MeasurementView: Sendable, Hashable {
  /// When it was taken.
  public let at: OffsetInstant
  /// What was measured.
  public let measures: PlantMeasured
  /// A remark.
  public let note: String?

  /// The measurements of a plant, by when they were taken.
  public static func series(
    of plant: PlantID, in snapshot: borrowing Snapshot
  ) throws -> [MeasurementView] {
    let series =
      try snapshot.positions(of: .measurement, of: plant)
      .compactMap {
        try snapshot.observation(at: $0)
          .flatMap(MeasurementView.init)
      }
    // Those of one instant keep their canonical order.
    return series.enumerated().sorted { left, right in
      (left.element.at.instant, left.offset)
        < (right.element.at.instant, right.offset)
    }.map(\.element)
  }

  /// The measurement that a payload tells; `nil` for another payload.
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
  /// Its state, for its name.
  public let plant: PlantState
  /// What was measured, by when it was.
  public let entries: [MeasurementView]
  /// The units in which measures are told.
  public let units: MeasurementUnits
}

extension Snapshot {
  /// The measurements of a plant, removed or not.
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
  /// The measures in a few words: "height 42 cm, 12 leaves".
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
