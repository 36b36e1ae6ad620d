internal import JournalActions
package import JournalEvents
package import JournalTime
internal import TextKit

/// The context in which fields are read.
package struct PlantFieldReader {
  let today: Day
  /// Finds the plant with a name.
  let plant: (String) throws -> PlantID

  /// Creates the context.
  package init(today: Day, plant: @escaping (String) throws -> PlantID) {
    self.today = today
    self.plant = plant
  }
}

extension PlantField {
  /// Sets the field in `edit`; an empty list clears it.
  ///
  /// - Throws: An error such as ``InputError`` for an invalid value.
  package func set(
    _ texts: [String], in edit: inout PlantEdited,
    with reader: PlantFieldReader
  ) throws {
    guard isClearable || !texts.isEmpty else {
      throw InputError("\(title) cannot be cleared")
    }
    let text = texts.first
    switch self {
    case .common: edit.commonNames = try names(texts)
    case .tag: edit.tags = try names(texts)
    case .name: edit.nickname = try change(text, NameInput.nickname)
    case .scientific: edit.scientificName = try text.map(name)
    case .family: edit.family = try change(text, name)
    case .genus: edit.genus = try change(text, name)
    case .category: edit.category = try change(text, name)
    case .acquired:
      edit.acquiredOn = try change(text) {
        try DateInput.day($0, today: reader.today, preferring: .past)
      }
    case .location:
      edit.location = try change(text) { try choice($0) }
    case .from: edit.parent = try change(text, reader.plant)
    case .source: edit.source = try text.map { try choice($0) }
    case .confidence: edit.confidence = try change(text, fraction)
    }
  }

  private func change<Value>(
    _ text: String?, _ read: (String) throws -> Value
  ) rethrows -> FieldEdit<Value> {
    try text.map { .set(try read($0)) } ?? .clear
  }

  private func name(_ text: String) throws -> String {
    try NameInput.name(text, title)
  }

  /// Returns the names without duplicates, ignoring case and composition.
  private func names(_ texts: [String]) throws -> FieldEdit<[String]> {
    guard !texts.isEmpty else { return .clear }
    guard texts.count <= FieldForm.listLimit else {
      throw InputError(
        "\(texts.count) are too many; at most \(FieldForm.listLimit) are kept")
    }
    var seen: Set<String> = []
    return .set(
      try texts.map(name).filter { seen.insert($0.foldedName).inserted })
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws -> Choice {
    let found = Choice.allCases.first {
      $0.rawValue.lowercased() == text.lowercased()
    }
    guard let found else {
      throw badValue(
        text,
        expectation: Phrase.list(
          Choice.allCases.map(\.rawValue), joinedBy: "or"))
    }
    return found
  }

  /// Returns the error for an invalid value. It names the field rather than an
  /// option, as forms have fields as well.
  private func badValue(_ text: String, expectation: String) -> InputError {
    InputError(
      "'\(text)' is not a value of \(title)", hint: "write \(expectation)")
  }

  private func fraction(_ text: String) throws -> Double {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let value = Double(text), (0...1).contains(value)
    else {
      throw badValue(text, expectation: "a number from 0 to 1")
    }
    return value
  }
}

extension NameInput {
  /// Returns `text` if it may be a nickname. `-` may not, because commands use
  /// it for names on standard input.
  package static func nickname(_ text: String) throws -> String {
    guard NewName.trimmed(text) != "-" else {
      throw InputError(
        "a plant cannot be called '-', which stands for names on standard input"
      )
    }
    return try name(text, "the nickname")
  }
}
