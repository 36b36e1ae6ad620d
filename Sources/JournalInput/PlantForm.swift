internal import Encodings
package import ErrorKit
package import JournalActions
package import JournalCare
package import JournalEvents
internal import JournalQueries
internal import TextKit

/// A plant's fields as lines of text that people change in an editor.
///
/// A line that was left as it is changes nothing, also where another command
/// has changed the field in the meantime.
package struct PlantForm {
  /// What is wrong with a line.
  package struct Problem: Equatable {
    /// The line's number, from 1; `nil` for none in particular.
    let line: Int?
    /// Why, as a sentence without a full stop.
    package let reason: String

    var text: String { (line.map { "line \($0): " } ?? "") + reason }
  }

  /// That a form cannot be taken.
  package struct Rejection: DescribedError, Equatable {
    package let problems: [Problem]

    package var facts: ErrorFacts {
      .init(
        .invalidInput, problems.map(\.text).joined(by: "; "))
    }
  }

  /// What the fields hold that were shown, escaped.
  private(set) var shown: [FormField: [String]] = [:]
  private let plant: PlantID
  private let heading: String
  private let fields: [FormField]

  /// Creates the form of a plant, with a line for each of the fields that
  /// people named.
  package init(of plant: PlantState, id: PlantID, _ fields: [FactField] = []) {
    self.plant = id
    self.fields = FormField.all(fields)
    heading = "\(SafeText.shown(plant.displayName)) (\(ShortID.text(of: id)))"
    for field in self.fields {
      acknowledge(field, of: plant)
    }
  }

  /// The lines to be changed.
  package var text: String {
    var lines = [
      "# \(heading)",
      "#",
      "# Change what stands behind a colon; leave nothing there to clear it.",
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

  /// The fields of `text` that differ from what was shown, in their order.
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

  /// The request that a text makes; `nil` where it changes nothing.
  ///
  /// - Parameters:
  ///   - text: The lines, as they came back.
  ///   - occasion: When that was.
  ///   - reader: Reads the values.
  /// - Returns: The request, which throws ``EditConflict`` where a field that
  ///   it changes holds no longer what was shown.
  /// - Throws: ``Rejection``.
  package func request(
    _ text: String, _ occasion: Occasion, with reader: PlantFieldReader
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
      PlantChoice(names: [plant.description]), change, occasion)
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

  /// Takes note of what fields hold now, so that changing them is meant.
  package mutating func acknowledge(_ conflict: EditConflict) {
    for field in conflict.fields { acknowledge(field, of: conflict.plant) }
  }

  /// Takes note of what a field holds now, so that changing it is meant.
  mutating func acknowledge(_ field: FormField, of plant: PlantState) {
    shown[field] = field.texts(of: plant).map(FormText.escaped)
  }

  /// Returns whether a field of `plant` still holds what was shown.
  func isCurrent(_ field: FormField, of plant: PlantState) -> Bool {
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

/// That fields of a form were changed by another command meanwhile.
package struct EditConflict: DescribedError {
  /// The fields.
  let fields: [FormField]
  /// The plant as it is now.
  let plant: PlantState

  /// What the fields hold now.
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
