package import CatalogueStore
internal import Encodings
package import ErrorKit
package import JournalActions
package import JournalCare
package import JournalEvents
internal import JournalQueries
internal import TextKit

/// The fields of a plant as lines of text that people change in an editor.
///
/// An unchanged line changes nothing, even if another command has changed the
/// field in the meantime.
package struct PlantForm {
  /// A problem with a line.
  package struct Problem: Equatable {
    /// The line's number, from 1; `nil` if the problem is not in a single line.
    let line: Int?
    /// The problem, as a sentence without a full stop.
    package let reason: String

    var text: String { (line.map { "line \($0): " } ?? "") + reason }
  }

  /// An error that lists the problems of a form.
  package struct Rejection: DescribedError, Equatable {
    package let problems: [Problem]

    package var facts: ErrorFacts {
      .init(
        .invalidInput, problems.map(\.text).joined(by: "; "))
    }
  }

  /// The values that the form shows, escaped.
  private(set) var shown: [FormField: [String]] = [:]
  private let plant: PlantID
  private let heading: String
  private let fields: [FormField]

  /// Creates the form of a plant, with a line for each of its custom `fields`.
  package init(of plant: PlantState, id: PlantID, _ fields: [FactField] = []) {
    self.plant = id
    self.fields = FormField.all(fields)
    heading = "\(SafeText.shown(plant.displayName)) (\(ShortID.text(of: id)))"
    for field in self.fields {
      acknowledge(field, of: plant)
    }
  }

  /// The lines to change.
  package var text: String {
    var lines = [
      "# \(heading)",
      "#",
      "# Change the value after a colon, or delete it to clear the field.",
      "# 'common' and 'tag' may stand on several lines. Lines that begin with #",
      "# and lines that you leave as they are change nothing.",
      "",
    ]
    for field in fields {
      if let choices = field.choices {
        lines.append("# \(choices.joined(by: ", ")):")
      }
      let texts = shown[field] ?? []
      lines += (texts.isEmpty ? [""] : texts).map { "\(field.name): \($0)" }
    }
    return lines.joined(by: "\n") + "\n"
  }

  /// Returns the fields in `text` that differ from the values shown, in order.
  func changes(
    in text: String
  ) throws(Rejection) -> [(field: FormField, texts: [String], line: Int)] {
    var lines = FormLines(text, fields)
    guard lines.problems.isEmpty else {
      throw Rejection(problems: lines.problems)
    }
    lines.entries.removeAll { shown[$0.field] == $0.escaped }
    var changes: [(field: FormField, texts: [String], line: Int)] = []
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

  /// Returns the request for the changes in a text; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - text: The lines from the editor.
  ///   - catalogues: The catalogues, for a new scientific name.
  ///   - occasion: The time of the change.
  ///   - reader: The context for reading values.
  /// - Returns: The request. It throws ``EditConflict`` if a field that it
  ///   changes no longer holds the value shown.
  /// - Throws: ``Rejection``.
  package func request(
    _ text: String, in catalogues: Catalogues, _ occasion: Occasion,
    with reader: PlantFieldReader
  ) throws -> EditRequest? {
    let changes = try changes(in: text)
    var change = PlantEdit()
    var problems: [Problem] = []
    for (field, texts, line) in changes {
      do {
        switch field {
        case .plant(let field):
          try field.set(texts, in: &change.fields, with: reader)
        case .own(let field):
          let value = try texts.first.map {
            try FactInput.value($0, of: field, today: reader.today)
          }
          change.facts.append(FactSet(name: field.name, value: value))
        }
      } catch {
        let reason = ErrorFacts(of: error).message
        problems.append(Problem(line: line, reason: reason))
      }
    }
    guard problems.isEmpty else { throw Rejection(problems: problems) }
    guard !changes.isEmpty else { return nil }
    var request = EditRequest(
      PlantChoice(names: [plant.description]), change, in: catalogues, occasion)
    request.precondition = { state in
      let stale = changes.map(\.field).filter {
        !isCurrent($0, of: state)
      }
      guard stale.isEmpty else {
        throw EditConflict(fields: stale, plant: state)
      }
    }
    return request
  }

  /// Accepts the current values, so that a change replaces them knowingly.
  package mutating func acknowledge(_ conflict: EditConflict) {
    for field in conflict.fields { acknowledge(field, of: conflict.plant) }
  }

  /// Accepts the current value, so that a change replaces it knowingly.
  mutating func acknowledge(_ field: FormField, of plant: PlantState) {
    shown[field] = field.texts(of: plant).map(FormText.escaped)
  }

  /// Returns whether a field of `plant` still holds the value shown.
  func isCurrent(_ field: FormField, of plant: PlantState) -> Bool {
    shown[field] == field.texts(of: plant).map(FormText.escaped)
  }
}

extension PlantField {
  /// The possible values; `nil` if they are not limited.
  package var choices: [String]? {
    switch self {
    case .location: GrowingLocation.allCases.map(\.rawValue)
    case .source: IdentificationSource.allCases.map(\.rawValue)
    default: nil
    }
  }
}

/// An error for fields of a form that another command has changed.
package struct EditConflict: DescribedError {
  let fields: [FormField]
  /// The plant in its current state.
  let plant: PlantState

  /// The current values of the fields.
  package var facts: ErrorFacts {
    let values = fields.map { field in
      let texts = field.texts(of: plant).map { "'\($0)'" }
      let value = texts.isEmpty ? "empty" : texts.joined(separator: ", ")
      return "'\(field.name)' is \(value) now"
    }
    return .init(
      .conflict,
      "the plant was changed meanwhile: " + values.joined(separator: "; "),
      "look at it, then change it again")
  }
}
