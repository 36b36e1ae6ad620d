package import JournalCare
internal import TextKit

/// A line of a form: what every plant has, or a field that people named.
package enum FormField: Hashable, Sendable {
  case plant(PlantField)
  case own(FactField)

  /// What stands before the colon.
  package var name: String {
    switch self {
    case .plant(let field): field.rawValue
    case .own(let field): field.name
    }
  }

  /// A Boolean value that indicates whether it may stand on several lines.
  var isList: Bool {
    if case .plant(let field) = self { field.isList } else { false }
  }

  /// The values there are, for the fields that have only some.
  var choices: [String]? {
    switch self {
    case .plant(let field): field.choices
    case .own(let field):
      if case .choice(let words) = field.kind { words } else { nil }
    }
  }

  /// Its value, one text or for a list any number; none where it has none.
  func texts(of plant: PlantState) -> [String] {
    switch self {
    case .plant(let field): field.texts(of: plant)
    case .own(let field):
      plant.details.facts[field.name].map { [$0] } ?? []
    }
  }

  /// The lines of a form of a plant.
  static func all(_ fields: [FactField]) -> [FormField] {
    PlantField.allCases.map { .plant($0) } + fields.map { .own($0) }
  }
}
