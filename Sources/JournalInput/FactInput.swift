package import ErrorKit
package import JournalCare
package import JournalEvents
package import JournalTime

/// A reader of custom fields and their values.
package enum FactInput {
  /// Reads the value of a field. A day may have any form that people type.
  ///
  /// - Throws: ``InputError`` or ``DateInputError`` for an invalid value.
  package static func value(
    _ text: String, of field: FactField, today: Day
  ) throws -> String {
    guard field.kind != .day else {
      return try DateInput.day(text, today: today, preferring: .past)
        .description
    }
    guard let value = field.kind.value(typed: text) else {
      throw InputError(
        "'\(text)' is not a value of '\(field.name)'",
        hint: "write \(field.kind.expectation)")
    }
    return value
  }

  /// Reads a field and its value, such as `price=12.50`.
  ///
  /// - Throws: The errors of ``value(_:of:today:)`` and ``field(_:among:)``,
  ///   and ``InputError`` if there is no value after the name.
  package static func fact(
    _ text: String, among fields: [FactField], today: Day
  ) throws -> FactSet {
    let parts = text.split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let field = try field(String(parts[0]), among: fields)
    guard parts.count == 2, parts[1].contains(where: { !$0.isWhitespace })
    else {
      throw InputError(
        "no value is given of '\(field.name)'",
        hint: "write it behind the name: \(field.name)=\(field.kind.example)")
    }
    return FactSet(
      name: field.name,
      value: try value(String(parts[1]), of: field, today: today))
  }

  /// Returns the field with a name.
  ///
  /// - Throws: ``UnknownField`` if there is no such field.
  package static func field(
    _ name: String, among fields: [FactField]
  ) throws -> FactField {
    let wanted = FactField.name(typed: name)
    guard let field = fields.first(where: { $0.name == wanted }) else {
      throw UnknownField(name: name, fields: fields.map(\.name))
    }
    return field
  }
}

/// An error for a name that no field has.
package struct UnknownField: DescribedError {
  let name: String
  /// The names of the existing fields.
  let fields: [String]

  package var facts: ErrorFacts {
    ErrorFacts(
      .nothingMatched, "there is no field '\(name)'",
      fields.isEmpty ? .nameField : .listFields, outcome: .nothingWritten)
  }
}

extension FactField.Kind {
  /// An example of a value, for messages.
  fileprivate var example: String {
    switch self {
    case .text: "TEXT"
    case .number: "12.50"
    case .day: "2026-03-01"
    case .choice(let words): words.first ?? "WORD"
    }
  }
}
