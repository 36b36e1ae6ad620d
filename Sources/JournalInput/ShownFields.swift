package import JournalCare

/// The fields of a plant that a request changes, as they were shown to whoever
/// changed them.
package struct ShownFields: Sendable {
  private var fields: [(field: FormField, texts: [String])] = []

  /// Creates no fields.
  package init() {}

  /// Adds a field with the values that were shown; none if it was empty.
  package mutating func add(_ field: FormField, _ texts: [String]) {
    fields.append((field, texts))
  }

  /// Throws ``EditConflict`` if a field no longer holds the values shown.
  package func check(_ plant: PlantState) throws {
    let stale = fields.filter { $0.field.texts(of: plant) != $0.texts }
    guard stale.isEmpty else {
      throw EditConflict(fields: stale.map(\.field), plant: plant)
    }
  }
}
