public import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import SearchEngine

/// A condition for the value of a custom field.
public struct FactCondition: Sendable, Hashable {
  /// The comparison of a plant's value with a bound.
  public enum Comparison: String, Sendable, CaseIterable {
    /// The value is the given one or more.
    case atLeast = ">="
    /// The value is the given one or less.
    case atMost = "<="
    /// The value is more than the given one.
    case above = ">"
    /// The value is less than the given one.
    case below = "<"
    /// The value is the given one.
    case equal = "="
  }

  /// The field.
  public var field: String
  /// The comparison and its bound; `nil` to accept any value.
  public var bound: (comparison: Comparison, value: String)? {
    comparison.map { ($0, value) }
  }
  private let comparison: Comparison?
  private let value: String

  /// Creates a condition.
  public init(
    _ field: String, _ bound: (comparison: Comparison, value: String)? = nil
  ) {
    self.field = field
    comparison = bound?.comparison
    value = bound?.value ?? ""
  }

  /// Returns whether a plant meets it.
  func holds(of plant: PlantState, _ field: FactField) -> Bool {
    guard let held = plant.details.facts[field.name] else { return false }
    guard let comparison else { return true }
    if case .text = field.kind, comparison == .equal {
      return held.foldedName.contains(value.foldedName)
    }
    guard let order = field.order(of: held, beside: value) else {
      return false
    }
    return switch comparison {
    case .equal: order == 0
    case .above: order > 0
    case .below: order < 0
    case .atLeast: order >= 0
    case .atMost: order <= 0
    }
  }
}

extension FactField {
  /// Returns the order of two values: negative if the first is less, positive
  /// if it is greater; `nil` if one is invalid for the field.
  fileprivate func order(of held: String, beside other: String) -> Int? {
    switch kind {
    case .number:
      guard let held = Double(held), let other = Double(other) else {
        return nil
      }
      return held == other ? 0 : held < other ? -1 : 1
    case .choice(let words):
      guard let held = words.firstIndex(of: held),
        let other = words.firstIndex(of: other)
      else { return nil }
      return held - other
    case .day, .text:
      return held == other
        ? 0 : held.utf8.lexicographicallyPrecedes(other.utf8) ? -1 : 1
    }
  }
}

/// An error that says that a list has no such column.
public struct ColumnNotFound: DescribedError {
  let name: String
  let columns: [String]

  public var facts: ErrorFacts {
    let guess = Suggestion.nearest(to: name, among: columns).first
    let others = columns.dropLast().joined(separator: ", ")
    let all = "there are \(others) and \(columns.last ?? "")"
    return ErrorFacts(
      .invalidInput, "there is no column '\(name)'",
      .text(guess.map { "did you mean '\($0)'? \(all)" } ?? all))
  }
}

extension Snapshot {
  /// Returns the conditions of a query for custom fields.
  ///
  /// - Throws: ``ColumnNotFound`` for an unknown field, and `CareError.badFact`
  ///   for a value that the field cannot have.
  func conditions(
    of query: ListQuery
  ) throws -> [(FactField, FactCondition)] {
    let shown = (query.fields + query.order.fields).compactMap(\.name)
    guard !shown.isEmpty || !query.facts.isEmpty else { return [] }
    let fields = fields
    func field(_ name: String) throws -> FactField {
      let wanted = FactField.name(typed: name)
      guard let field = fields.first(where: { $0.name == wanted }) else {
        throw ColumnNotFound(
          name: name,
          columns: ListColumn.named.map(\.rawValue) + fields.map(\.name))
      }
      return field
    }
    for name in shown { _ = try field(name) }
    return try query.facts.map { condition in
      let field = try field(condition.field)
      guard let (comparison, value) = condition.bound else {
        return (field, FactCondition(field.name))
      }
      guard let value = field.kind.value(typed: value) else {
        throw CareError.badFact(field, value)
      }
      return (field, FactCondition(field.name, (comparison, value)))
    }
  }
}
