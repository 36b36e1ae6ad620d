internal import Encodings
internal import ErrorKit
internal import JournalCare
internal import JournalEvents
internal import TerminalKit
internal import TextKit

/// A plant's fields as lines of text that people change in an editor.
///
/// A line that was left as it is changes nothing, also where another command
/// has changed the field in the meantime.
struct PlantForm {
  /// What is wrong with a line.
  struct Problem: Equatable {
    /// The line's number, from 1; `nil` for none in particular.
    let line: Int?
    /// Why, as a sentence without a full stop.
    let reason: String

    var text: String { (line.map { "line \($0): " } ?? "") + reason }
  }

  /// That a form cannot be taken.
  struct Rejection: DescribedError, Equatable {
    let problems: [Problem]

    var facts: ErrorFacts {
      .init(
        .invalidInput, problems.map(\.text).joined(by: "; "))
    }
  }

  /// What the fields hold that were shown, escaped.
  private(set) var shown: [PlantField: [String]] = [:]
  private let heading: String

  /// Creates the form of a plant.
  init(of plant: PlantState, id: PlantID) {
    heading = "\(SafeText.shown(plant.displayName)) (\(ShortID.text(of: id)))"
    for field in PlantField.allCases {
      acknowledge(field, of: plant)
    }
  }

  /// The lines to be changed.
  var text: String {
    var lines = [
      "# \(heading)",
      "#",
      "# Change what stands behind a colon; leave nothing there to clear it.",
      "# 'common' and 'tag' may stand on several lines. Lines that begin with #",
      "# and lines that you leave as they are change nothing.",
      "",
    ]
    for field in PlantField.allCases {
      if let choices = field.choices {
        lines.append("# \(choices.joined(by: ", ")):")
      }
      let texts = shown[field] ?? []
      lines += (texts.isEmpty ? [""] : texts).map {
        "\(field.rawValue): \($0)"
      }
    }
    return lines.joined(by: "\n") + "\n"
  }

  /// The fields of `text` that differ from what was shown, in their order.
  func changes(
    in text: String
  ) throws(Rejection) -> [(field: PlantField, texts: [String], line: Int)] {
    var lines = FormLines(text)
    guard lines.problems.isEmpty else {
      throw Rejection(problems: lines.problems)
    }
    lines.entries.removeAll { shown[$0.field] == $0.escaped }
    var changes: [(field: PlantField, texts: [String], line: Int)] = []
    var problems: [Problem] = []
    for entry in lines.entries {
      let texts = entry.escaped.compactMap { FormText.unescaped($0) }
      guard texts.count == entry.escaped.count else {
        problems.append(
          Problem(
            line: entry.line,
            reason: #"a backslash begins one of \\, \n, \t and \u{…}"#))
        continue
      }
      changes.append((entry.field, texts, entry.line))
    }
    guard problems.isEmpty else { throw Rejection(problems: problems) }
    return changes
  }

  /// Takes note of what a field holds now, so that changing it is meant.
  mutating func acknowledge(_ field: PlantField, of plant: PlantState) {
    shown[field] = field.texts(of: plant).map(FormText.escaped)
  }

  /// Whether a field of `plant` still holds what was shown.
  func isCurrent(_ field: PlantField, of plant: PlantState) -> Bool {
    shown[field] == field.texts(of: plant).map(FormText.escaped)
  }
}

extension PlantField {
  /// The values there are, for the fields that have only some.
  var choices: [String]? {
    switch self {
    case .location: GrowingLocation.allCases.map(\.rawValue)
    case .source: IdentificationSource.allCases.map(\.rawValue)
    default: nil
    }
  }
}
