package import JournalCare
internal import TextKit

/// A field of a form: one that every plant has, or a custom one.
package enum FormField: Hashable, Sendable {
  case plant(PlantField)
  case own(FactField)

  /// The name before the colon.
  package var name: String {
    switch self {
    case .plant(let field): field.rawValue
    case .own(let field): field.name
    }
  }

  /// A Boolean value that indicates whether the field may have several lines.
  var isList: Bool {
    if case .plant(let field) = self { field.isList } else { false }
  }

  /// The possible values; `nil` if they are not limited.
  var choices: [String]? {
    switch self {
    case .plant(let field): field.choices
    case .own(let field):
      if case .choice(let words) = field.kind { words } else { nil }
    }
  }

  /// Returns the values of the field: several for a list, none if it is empty.
  func texts(of plant: PlantState) -> [String] {
    switch self {
    case .plant(let field): field.texts(of: plant)
    case .own(let field):
      plant.details.facts[field.name].map { [$0] } ?? []
    }
  }

  /// Returns the fields of a form, the custom ones last.
  static func all(_ fields: [FactField]) -> [FormField] {
    PlantField.allCases.map { .plant($0) } + fields.map { .own($0) }
  }
}
