public import JournalCare
internal import JournalEvents
public import JournalProjections

/// The value that a plant has of a field that people named.
public struct PlantFact: Sendable, Hashable {
  /// The field.
  public let field: FactField
  /// The value, as events have it.
  public let value: String

  /// A Boolean value that indicates whether the field can have the value: its
  /// kind may be another since.
  public var isValid: Bool { field.kind.value(typed: value) == value }

  /// The value as a number; `nil` where the field has none, or this is none.
  public var number: Double? {
    guard case .number = field.kind, isValid else { return nil }
    return Double(value)
  }

  /// The facts of a plant among these fields, in their order.
  public static func all(
    of plant: PlantState, _ fields: [FactField]
  ) -> [PlantFact] {
    let facts = plant.details.facts
    guard !facts.isEmpty else { return [] }
    return fields.compactMap { field in
      facts[field.name].map { PlantFact(field: field, value: $0) }
    }
  }
}

extension Snapshot {
  /// The fields that people named, by name.
  public var fields: [FactField] { settings.fields }

  /// How many plants, removed or not, have a value of a field.
  package func plantCount(having field: FactField) throws -> Int {
    try fieldsInUse()[field.name] ?? 0
  }

  /// The fields that people named, and how many plants have a value of each.
  public func countedFields() throws -> [(field: FactField, count: Int)] {
    let counts = try fieldsInUse()
    return fields.map { ($0, counts[$0.name] ?? 0) }
  }

  private func fieldsInUse() throws -> [String: Int] {
    var counts: [String: Int] = [:]
    try forEachPlant { _, plant in
      for name in plant.details.facts.keys { counts[name, default: 0] += 1 }
      return true
    }
    return counts
  }
}
