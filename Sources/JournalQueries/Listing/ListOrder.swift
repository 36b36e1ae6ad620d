internal import JournalCare
internal import JournalEvents
internal import JournalTime

/// The order of a list: by each field in turn, then by name.
public struct ListOrder: Sendable, Hashable {
  /// A field and its direction.
  public struct Criterion: Sendable, Hashable {
    let field: ListField
    let isDescending: Bool

    /// Creates a criterion.
    public init(_ field: ListField, isDescending: Bool = false) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  private let criteria: [Criterion]

  /// Creates an order; without criteria it is by name or, in a search, the best
  /// match first.
  public init(_ criteria: [Criterion] = []) {
    self.criteria = criteria
  }

  /// The fields by which it sorts.
  var fields: [ListField] { criteria.map(\.field) }

  /// A Boolean value that indicates whether no order was requested.
  var isUnsaid: Bool { criteria.isEmpty }

  /// A Boolean value that indicates whether this is the order in which plants
  /// are indexed.
  public var isByName: Bool {
    isUnsaid || criteria == [Criterion(ListField(.name))]
  }

  /// Returns `rows` in this order, then by name, then as they are. Rows without
  /// a value come last in both directions.
  func sorted(_ rows: [ListRow]) -> [ListRow] {
    let byName = Criterion(ListField(.name))
    let criteria = criteria + [byName]
    let keyed = rows.enumerated().map { place, row in
      (keys: criteria.map { row.key(of: $0.field) }, place: place)
    }
    return keyed.sorted { left, right in
      for (index, criterion) in criteria.enumerated() {
        guard left.keys[index] != right.keys[index] else { continue }
        guard let first = left.keys[index] else { return false }
        guard let second = right.keys[index] else { return true }
        return criterion.isDescending ? second < first : first < second
      }
      return left.place < right.place
    }.map { rows[$0.place] }
  }
}

/// The value that a field is sorted by.
private enum ListKey: Comparable {
  case number(Int64)
  case fraction(Double)
  case text(NameOrder)
}

extension ListKey {
  /// Creates a key by which numbers, days and choices have their own order.
  init(_ fact: PlantFact) {
    let key: ListKey? =
      switch fact.field.kind {
      case .day: Day(fact.value).map { .number(Int64($0.number)) }
      case .choice(let words):
        words.firstIndex(of: fact.value).map { .number(Int64($0)) }
      case .text, .number: fact.number.map { .fraction($0) }
      }
    self = key ?? .text(NameOrder(fact.value))
  }
}

extension ListRow {
  /// Returns the key of a field; `nil` for no value.
  fileprivate func key(of field: ListField) -> ListKey? {
    switch (field.column, field.part) {
    case (.next, .date), (.next, .days), (.next, nil), (.due, _):
      next.map { .number(Int64($0.due.number)) }
    case (.last, .date), (.last, nil):
      last.map { .number(Int64($0.day.number)) }
    case (.last, .days): last.map { .number(-Int64($0.day.number)) }
    case (.added, _):
      state.addedAt.map { .number($0.instant.milliseconds) }
    case (.removed, .date):
      state.removal.map { .number($0.at.instant.milliseconds) }
    case (.identified, _):
      state.details.identification.map {
        .number($0.at.instant.milliseconds)
      }
    case (.light, _):
      state.needs?.light.map { .number(Int64($0)) }
    case (.watering, _): wateringInterval.map { .number(Int64($0)) }
    case (.age, _): age.map { .number(Int64($0)) }
    case (.match, _): match.map { .number(Int64($0.place)) }
    case (.health, _):
      state.details.health.last.map { .number(Int64($0.level)) }
    case (.own, _): fact(field).map(ListKey.init)
    case (.room, _): .number(Int64(room.place))
    case (.favorite, _): state.isFavorite ? .number(0) : nil
    default: textKey(of: field)
    }
  }

  private func textKey(of field: ListField) -> ListKey? {
    let text =
      field == ListField(.removed)
      ? state.removal?.reason.rawValue ?? "" : text(of: field)
    return text.isEmpty ? nil : .text(NameOrder(text))
  }
}
