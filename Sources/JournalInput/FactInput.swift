package import ErrorKit
package import JournalCare
package import JournalEvents
package import JournalTime

/// Reads values of fields that people named.
package enum FactInput {
  /// Reads a value of a field; days as people write them.
  ///
  /// - Throws: ``InputError`` or ``DateInputError`` for what is none.
  package static func value(
    _ text: String, of field: FactField, today: Day
  ) throws -> String {
    guard field.kind != .day else {
      return try DateInput.day(text, today: today, preferring: .past)
        .description
    }
    guard let value = field.kind.value(typed: text) else {
      throw InputError(
        "'\(text)' is no value of '\(field.name)'",
        hint: "write \(field.kind.expectation)")
    }
    return value
  }

  /// Reads `price=12.50`.
  ///
  /// - Throws: What ``value(_:of:today:)`` and ``field(_:among:)`` throw, and
  ///   ``InputError`` where no value stands behind the name.
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

  /// The field that a word names.
  ///
  /// - Throws: ``UnknownField`` where it names none.
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

/// That a word names no field.
package struct UnknownField: DescribedError {
  let name: String
  /// The fields that there are.
  let fields: [String]

  package var facts: ErrorFacts {
    ErrorFacts(
      .nothingMatched, "there is no field '\(name)'",
      fields.isEmpty ? .nameField : .listFields, outcome: .nothingWritten)
  }
}

extension FactField.Kind {
  /// Some value, for messages.
  fileprivate var example: String {
    switch self {
    case .text: "TEXT"
    case .number: "12.50"
    case .day: "2026-03-01"
    case .choice(let words): words.first ?? "WORD"
    }
  }
}
