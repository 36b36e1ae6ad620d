internal import ErrorKit
public import JournalEvents
internal import JournalTime

/// A field of plants that people name themselves, such as a price.
///
/// A setting of the journal keeps it, so that every replica has it and `undo`
/// takes a change back. The events of the plants hold the values as texts:
/// whatever becomes of the field, they stay as they were written.
public struct FactField: Sendable, Hashable {
  /// The kind of a field's values.
  public enum Kind: Sendable, Hashable {
    /// A line of text.
    case text
    /// A decimal number, with a unit if the field has one.
    case number(unit: String?)
    /// A day.
    case day
    /// A word from a list.
    case choice([String])
  }

  /// The longest name, in bytes of UTF-8.
  public static let maximumNameLength = 60
  /// The longest value, in bytes of UTF-8.
  public static let maximumLength = 2_000
  /// The most words among which to choose.
  public static let mostChoices = 20
  /// The longest unit or word to choose, in bytes of UTF-8.
  public static let maximumWordLength = 40

  private static let prefix = "field."

  /// The name, in lower case: case does not count.
  public let name: String
  /// The kind of its values.
  public let kind: Kind

  /// The field that people call `name`; `nil` if a field cannot have that name
  /// or the kind has invalid words.
  public init?(named name: String, _ kind: Kind) {
    guard let name = Self.name(typed: name), kind.isValid else { return nil }
    self.name = name
    self.kind = kind
  }

  /// The field that a setting keeps; `nil` for another setting or value.
  public init?(key: String, value: SettingValue) {
    guard Self.isKey(key), case .text(let text) = value,
      let kind = Kind(stored: text)
    else { return nil }
    self.init(named: String(key.dropFirst(Self.prefix.count)), kind)
    guard self.key == key else { return nil }
  }

  /// The setting that keeps it.
  public var key: String { Self.prefix + name }
  /// The value of that setting.
  public var value: SettingValue { .text(kind.stored) }

  /// Returns whether a setting keeps a field.
  public static func isKey(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// The reason that a setting that keeps a field cannot have a value, as the
  /// end of a sentence; `nil` if it can. `null` ends the field.
  public static func refusal(
    of value: SettingValue, for key: String
  ) -> String? {
    let name = String(key.dropFirst(prefix.count))
    guard self.name(typed: name) == name else {
      return "is no name of a field in lower case"
    }
    guard value == .null || FactField(key: key, value: value) != nil else {
      return
        "must be \"text\", \"number\", \"number UNIT\", \"day\", \"choice A,B\" or null"
    }
    return nil
  }

  /// The stored form of a field's name, from one in any case; `nil` if a field
  /// cannot have that name.
  public static func name(typed text: String) -> String? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let name = words.joined(separator: " ")
    guard (1...maximumNameLength).contains(name.utf8.count),
      name.first != "-", name.allSatisfy(isAllowed), !isReserved(name)
    else { return nil }
    return name
  }

  /// Returns whether lists and tables use the name for a fact of every plant.
  public static func isReserved(_ name: String) -> Bool {
    reserved.contains(
      name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "-_ ".contains(character)
  }

  private static let reserved: Set<String> = [
    "acquired", "acquiredon", "added", "addedat", "age", "category", "common",
    "commonnames", "confidence", "due", "family", "favorite", "from", "genus",
    "growinglocation", "health", "help", "id", "identified", "isfavorite",
    "last", "light", "location", "match", "mergedinto", "name", "newest",
    "next", "nickname", "notes", "parent", "removed", "removedat", "room",
    "scientific", "scientificname", "shortid", "source", "tag", "tags", "toxic",
    "watering",
  ]
}

extension FactField.Kind {
  /// The text of the setting.
  fileprivate var stored: String {
    switch self {
    case .text: "text"
    case .number(nil): "number"
    case .number(let unit?): "number \(unit)"
    case .day: "day"
    case .choice(let words): "choice \(words.joined(separator: ","))"
    }
  }

  fileprivate init?(stored text: String) {
    let parts = text.split(
      separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    switch (parts[0], parts.count > 1 ? String(parts[1]) : nil) {
    case ("text", nil): self = .text
    case ("number", let unit): self = .number(unit: unit)
    case ("day", nil): self = .day
    case ("choice", let words?):
      self = .choice(
        words.split(separator: ",", omittingEmptySubsequences: false)
          .map(String.init))
    default: return nil
    }
  }

  fileprivate var isValid: Bool {
    switch self {
    case .text, .day, .number(nil): true
    case .number(let unit?): Self.isWord(unit)
    case .choice(let words):
      (2...FactField.mostChoices).contains(words.count)
        && words.allSatisfy(Self.isWord)
        && Set(words.map(\.foldedName)).count == words.count
    }
  }

  private static func isWord(_ text: String) -> Bool {
    (1...FactField.maximumWordLength).contains(text.utf8.count)
      && NewName.trimmed(text) == text && !text.contains(",")
      && NewName.fault(of: text) == nil && !text.utf8.contains(0)
  }

  /// The demand on a value, as the end of a sentence.
  public var expectation: String {
    switch self {
    case .text: "a text of one line"
    case .number: "a number such as 12.50"
    case .day: "a day such as 2026-03-01"
    case .choice(let words): words.map { "'\($0)'" }.alternatives
    }
  }

  /// The form of a value in events; `nil` if it is not valid.
  ///
  /// Text is one line; a number has a point or a comma, unless the comma could
  /// separate thousands; a day is `2026-03-01`; and a word may be in any case.
  public func value(typed text: String) -> String? {
    let text = NewName.trimmed(text)
    switch self {
    case .text:
      let isFine =
        (1...FactField.maximumLength).contains(text.utf8.count)
        && NewName.fault(of: text) == nil && !text.utf8.contains(0)
      return isFine ? text : nil
    case .number: return Self.number(text)
    case .day: return Day(text)?.description
    case .choice(let words):
      return words.first { $0.foldedName == text.foldedName }
    }
  }

  /// At most fifteen digits, which every export keeps.
  private static func number(_ text: String) -> String? {
    let isNegative = text.hasPrefix("-")
    var parts = text.drop { $0 == "-" || $0 == "+" }.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.prefix(2).count(where: { "-+".contains($0) }) < 2 else {
      return nil
    }
    if parts.count == 1 {
      parts = parts[0].split(
        separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
      // 1,250 is a thousand to some and a little more than one to others.
      guard parts.count == 1 || parts[1].count != 3 else { return nil }
    }
    guard
      parts.allSatisfy({ part in
        !part.isEmpty && part.utf8.allSatisfy { 0x30...0x39 ~= $0 }
      }), parts.reduce(0, { $0 + $1.count }) <= 15
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    let digits =
      (whole.isEmpty ? "0" : whole)
      + (parts.count > 1 ? ".\(parts[1])" : "")
    let isZero = digits.allSatisfy { $0 == "0" || $0 == "." }
    return (isNegative && !isZero ? "-" : "") + digits
  }
}

extension JournalSettings {
  /// The fields that people named, by name.
  public var fields: [FactField] {
    values.compactMap { FactField(key: $0, value: $1) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The field that people call `name`; `nil` if there is none.
  public func field(_ name: String) -> FactField? {
    guard let name = FactField.name(typed: name) else { return nil }
    return fields.first { $0.name == name }
  }
}
