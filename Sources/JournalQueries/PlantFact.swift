public import JournalCare
internal import JournalEvents
public import JournalProjections

/// The value of a custom field of a plant.
public struct PlantFact: Sendable, Hashable {
  /// The field.
  public let field: FactField
  /// The value, as in events.
  public let value: String

  /// Creates a fact.
  package init(field: FactField, value: String) {
    self.field = field
    self.value = value
  }

  /// A Boolean value that indicates whether the value is valid; the field's
  /// kind may have changed since.
  public var isValid: Bool { field.kind.value(typed: value) == value }

  /// The value as a number; `nil` if it is invalid, or the field has none.
  public var number: Double? {
    guard case .number = field.kind, isValid else { return nil }
    return Double(value)
  }

  /// Returns the facts of a plant for these fields, in order.
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
  /// The custom fields, by name.
  public var fields: [FactField] { settings.fields }

  /// Returns the number of plants, even removed, with a value of a field.
  package func plantCount(having field: FactField) throws -> Int {
    try fieldsInUse()[field.name] ?? 0
  }

  /// Returns the custom fields, each with the number of plants that use it.
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
