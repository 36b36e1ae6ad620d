internal import Encodings
internal import JournalActions
internal import JournalEvents

// Members of foreign JSON: any of them may be missing, null or of another type,
// which is the same as missing.
extension JSONValue {
  /// Returns a text that is not empty; a number as its digits.
  func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text.isEmpty ? nil : text
    case .integer(let value): "\(value)"
    default: nil
    }
  }

  /// Returns a number, also one that is written as a text.
  func number(_ name: String) -> Double? {
    let value: Double? =
      switch self[name] {
      case .integer(let value): Double(value)
      case .number(let value): value
      case .string(let text): Double(text)
      default: nil
      }
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns a number rounded to the nearest whole one; `nil` for one so large
  /// that sums could overflow.
  func whole(_ name: String) -> Int? {
    number(name).flatMap {
      abs($0) < 1e15 ? Int(exactly: $0.rounded()) : nil
    }
  }

  /// Returns the items of an array; none for anything else.
  func items(_ name: String) -> [JSONValue] {
    guard case .array(let items)? = self[name] else { return [] }
    return items
  }

  /// Returns the members of an object; none for anything else.
  func members(_ name: String) -> [Member] {
    guard case .object(let members)? = self[name] else { return [] }
    return members
  }

  /// Returns the texts of an array, without empty ones.
  func texts(_ name: String) -> [String] {
    items(name).compactMap {
      if case .string(let text) = $0, !text.isEmpty { text } else { nil }
    }
  }
}

// Names go into events and addresses, so foreign ones have the form of typed
// ones.
extension JSONValue {
  /// Returns a text that can be a name.
  func name(_ member: String) -> String? {
    text(member).flatMap(Self.name)
  }

  /// Returns the texts of an array that can be names, each once.
  func names(_ member: String) -> [String] {
    Self.names(texts(member))
  }

  /// Returns the texts that can be names, each once, as many as a list of names
  /// may have.
  static func names(_ texts: [String]) -> [String] {
    var names: [String] = []
    for text in texts where names.count < FieldForm.listLimit {
      if let name = name(text), !names.contains(name) { names.append(name) }
    }
    return names
  }

  private static func name(_ text: String) -> String? {
    try? NameInput.name(text, "the name")
  }

  /// Returns a whole number that is not negative, such as a count.
  func count(_ member: String) -> Int? {
    whole(member).flatMap { $0 < 0 ? nil : $0 }
  }
}

/// The folding of botanical names for comparison.
enum FoldedName {
  /// Returns a name in lower case with single blanks and without signs of
  /// hybrids.
  static func of(_ name: String) -> String {
    let signs: Set<Character> = [" ", "\u{a0}", "\t", "×"]
    let words = name.lowercased().split { signs.contains($0) }
    return words.filter { $0 != "x" }.joined(separator: " ")
  }
}
