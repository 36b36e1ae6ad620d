/// The columns that a list can have.
public enum ListColumn: String, CaseIterable, Sendable {
  /// The short id.
  case id
  /// The name that the program shows.
  case name
  /// The nickname.
  case nickname
  /// The scientific name.
  case scientific
  /// The common names.
  case common
  /// The family.
  case family
  /// The genus.
  case genus
  /// The category.
  case category
  /// The room.
  case room
  /// The place where the plant grows.
  case location
  /// The tags.
  case tags
  /// The mark of favourites.
  case favorite
  /// The light that the plant needs.
  case light
  /// The interval of watering in days.
  case watering
  /// The toxicity.
  case toxic
  /// The next task and its due day.
  case next
  /// The next due day.
  case due
  /// The latest care and its day.
  case last
  /// The day on which the plant was added.
  case added
  /// The day on which the plant was acquired.
  case acquired
  /// The age in days.
  case age
  /// The source of the identification.
  case source
  /// The day of the identification.
  case identified
  /// The day and reason of the removal.
  case removed
  /// The text that a search found.
  case match
  /// The last level of health.
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
    case .removed: [.date, .remark]
    case .age: [.days]
    default: []
    }
  }
}

/// A column, or a part of one.
public struct ListField: Hashable, Sendable {
  /// A part of a column.
  public enum Part: String, Sendable {
    /// The day alone.
    case date
    /// The kind of care alone.
    case kind
    /// The number of days.
    case days
    /// The whole id.
    case full
    /// The remark alone.
    case remark
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
