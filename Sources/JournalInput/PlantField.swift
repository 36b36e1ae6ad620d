package import JournalCare
package import JournalEvents
internal import JournalTime
internal import TextKit

/// What `edit` can change of a plant: each field has one name for options,
/// `--clear` and the form, and one way to be read.
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

  /// A Boolean value that indicates whether it holds several texts.
  package var isList: Bool { self == .common || self == .tag }

  /// A Boolean value that indicates whether it can be without a value.
  package var isClearable: Bool { self != .scientific && self != .source }

  /// What it is called in a sentence.
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

  /// The field that a word names, or the only one that it begins.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - choices: The fields that are proposed where it names none.
  /// - Returns: The field.
  /// - Throws: ``InputError`` where it names none, or several.
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

  /// Its value, one text or for a list any number; none where it has none.
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

  /// What `edit` sets it to, none where it is cleared; `nil` where it is kept.
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
