/// The columns that a list can have.
public enum ListColumn: String, CaseIterable, Sendable {
  case id
  case name
  case nickname
  case scientific
  case common
  case family
  case genus
  case category
  case room
  case location
  case tags
  case favorite
  case light
  case watering
  case toxic
  case next
  case due
  case last
  case added
  case acquired
  case age
  case source
  case identified
  case removed
  case match
  case health
  /// A custom field.
  case own

  /// The columns of every list.
  public static let named = allCases.filter { $0 != .own }

  /// The parts of the column that can be selected.
  public var parts: [ListField.Part] {
    switch self {
    case .id: [.full]
    case .next, .last: [.date, .kind, .days]
    case .removed: [.date]
    case .age: [.days]
    default: []
    }
  }
}

/// A column, or a part of one.
public struct ListField: Hashable, Sendable {
  /// A part of a column.
  public enum Part: String, Sendable {
    case date
    case kind
    case days
    case full
  }

  /// The column.
  public let column: ListColumn
  /// The part of it; `nil` for the whole.
  public let part: Part?
  /// The name of a custom field.
  public let name: String?

  /// Creates a field.
  public init(_ column: ListColumn, _ part: Part? = nil) {
    self.column = column
    self.part = part
    name = nil
  }

  /// Creates a custom field, even if the journal does not have it.
  public init(own name: String) {
    column = .own
    part = nil
    self.name = name
  }
}
