public import JournalEvents
public import JournalTime

/// One measurement of a plant.
public struct MeasurementView: Sendable, Hashable {
  /// When it was taken.
  public let at: OffsetInstant
  /// What was measured.
  public let measures: PlantMeasured
  /// A remark.
  public let note: String?

  /// The measurement that a payload tells; `nil` for another payload.
  init?(_ payload: EventPayload) {
    guard case .plantMeasured(let body) = payload.body else { return nil }
    at = payload.at
    measures = body
    note = payload.note
  }
}

extension PlantMeasured {
  /// The measures in a few words: "height 42 cm, 12 leaves".
  public var text: String {
    var words: [String] = []
    if let height { words.append("height \(height) cm") }
    if let spread { words.append("spread \(spread) cm") }
    if let leaves { words.append(leaves == 1 ? "1 leaf" : "\(leaves) leaves") }
    if let pot { words.append("pot \(pot) cm") }
    return words.joined(separator: ", ")
  }
}
