package import JournalCare
package import JournalEvents
internal import JournalTime
internal import TextKit

/// A field of a plant that `edit` can change. Its name is the same in options,
/// in `--clear` and in the form.
package enum PlantField: String, CaseIterable, Sendable {
  case name
  case scientific
  case common
  case family
  case genus
  case category
  case acquired
  case location
  case from
  case source
  case confidence
  case tag

  /// A Boolean value that indicates whether the field holds several texts.
  package var isList: Bool { self == .common || self == .tag }

  /// A Boolean value that indicates whether the field may be empty.
  package var isClearable: Bool { self != .scientific && self != .source }

  /// The name of the field in a sentence.
  package var title: String {
    switch self {
    case .name: "the nickname"
    case .scientific: "the scientific name"
    case .common: "a common name"
    case .family: "the family"
    case .genus: "the genus"
    case .category: "the category"
    case .acquired: "the day of acquisition"
    case .location: "the location"
    case .from: "the parent"
    case .source: "the source"
    case .confidence: "the confidence"
    case .tag: "a tag"
    }
  }

  /// Returns the field with a name, or the only one whose name starts with it.
  ///
  /// - Parameters:
  ///   - word: The name.
  ///   - choices: The fields that an error proposes.
  /// - Returns: The field.
  /// - Throws: ``InputError`` if no field matches, or several do.
  package static func named(
    _ word: String, proposing choices: [PlantField] = allCases
  ) throws -> PlantField {
    let word = word.lowercased()
    if let field = PlantField(rawValue: word) { return field }
    let found = allCases.filter { !word.isEmpty && $0.rawValue.hasPrefix(word) }
    guard found.count == 1 else {
      throw InputError(
        "there is no field '\(word)'",
        hint: "there are "
          + Phrase.list(choices.map(\.rawValue), joinedBy: "and"))
    }
    return found[0]
  }

  /// Returns the values of the field: several for a list, none if it is empty.
  package func texts(of plant: PlantState) -> [String] {
    guard let profile = plant.profile else { return [] }
    let text: String?
    switch self {
    case .common: return profile.commonNames
    case .tag: return profile.tags
    case .name: text = profile.nickname
    case .scientific: text = profile.scientificName
    case .family: text = profile.family
    case .genus: text = profile.genus
    case .category: text = profile.category
    case .acquired: text = profile.acquiredOn?.description
    case .location: text = plant.details.location?.rawValue
    case .from: text = profile.parent.map { ShortID.text(of: $0) }
    case .source: text = profile.source.rawValue
    case .confidence: text = profile.confidence?.description
    }
    return text.flatMap { $0.isEmpty ? nil : [$0] } ?? []
  }

  /// Returns the new values in `edit`: none to clear the field, `nil` to keep
  /// it.
  package func texts(in edit: PlantEdited) -> [String]? {
    switch self {
    case .common: edit.commonNames.texts { $0 }
    case .tag: edit.tags.texts { $0 }
    case .name: edit.nickname.texts { [$0] }
    case .scientific: edit.scientificName.map { [$0] }
    case .family: edit.family.texts { [$0] }
    case .genus: edit.genus.texts { [$0] }
    case .category: edit.category.texts { [$0] }
    case .acquired: edit.acquiredOn.texts { [$0.description] }
    case .location: edit.location.texts { [$0.rawValue] }
    case .from: edit.parent.texts { [ShortID.text(of: $0)] }
    case .source: edit.source.map { [$0.rawValue] }
    case .confidence: edit.confidence.texts { [$0.description] }
    }
  }
}

extension FieldEdit {
  fileprivate func texts(_ text: (Value) -> [String]) -> [String]? {
    switch self {
    case .keep: nil
    case .clear: []
    case .set(let value): text(value)
    }
  }
}
