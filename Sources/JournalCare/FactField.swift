internal import ErrorKit
public import JournalEvents
internal import JournalTime

/// A field of plants that people name themselves, such as a price.
///
/// It is kept as a setting of the journal, so that every replica has it and
/// `undo` takes a change back. The values stand in the events of the plants, as
/// texts: whatever becomes of the field, they stay as they were written.
public struct FactField: Sendable, Hashable {
  /// What the values of a field are.
  public enum Kind: Sendable, Hashable {
    /// One line of text.
    case text
    /// A decimal number, in a unit where it has one.
    case number(unit: String?)
    /// A day.
    case day
    /// One of some words.
    case choice([String])
  }

  /// The longest name, in bytes of UTF-8.
  public static let maximumNameLength = 60
  /// The longest value, in bytes of UTF-8.
  public static let maximumLength = 2_000
  /// The most words among which to choose.
  public static let mostChoices = 20
  /// How long a unit or a word to choose may be, in bytes of UTF-8.
  public static let maximumWordLength = 40

  private static let prefix = "field."

  /// The name, in lower case: case does not count.
  public let name: String
  /// What its values are.
  public let kind: Kind

  /// The field that people call `name`; `nil` where it cannot be called so, or
  /// its kind has words that are none.
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
  /// What that setting has.
  public var value: SettingValue { .text(kind.stored) }

  /// Returns whether a setting keeps a field.
  public static func isKey(_ key: String) -> Bool { key.hasPrefix(prefix) }

  /// Why a setting that keeps a field cannot have a value, as the end of a
  /// sentence; `nil` where it can. `null` ends the field.
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

  /// The name of a field as it is kept, from one in any case; `nil` for what
  /// can be none.
  public static func name(typed text: String) -> String? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace)
    let name = words.joined(separator: " ")
    guard (1...maximumNameLength).contains(name.utf8.count),
      name.first != "-", name.allSatisfy(isAllowed), !isReserved(name)
    else { return nil }
    return name
  }

  /// Returns whether what every plant has is called so: its columns in lists
  /// and tables, and what these are asked for besides.
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
    "last", "light", "location", "match", "name", "newest", "next", "nickname",
    "notes", "parent", "removed", "removedat", "room", "scientific",
    "scientificname", "shortid", "source", "tag", "tags", "toxic", "watering",
  ]
}

extension FactField.Kind {
  /// The text that the setting has.
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

  /// What a value must be, as the end of a sentence.
  public var expectation: String {
    switch self {
    case .text: "a text of one line"
    case .number: "a number such as 12.50"
    case .day: "a day such as 2026-03-01"
    case .choice(let words): words.map { "'\($0)'" }.alternatives
    }
  }

  /// A value in the form in which events have it; `nil` for what is none.
  ///
  /// Typed is a text of one line; a number with a point or a comma, unless the
  /// comma could part thousands; a day as `2026-03-01`; or a word in any case.
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

  /// Fifteen digits at most, which every way out keeps.
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

  /// The field that people call so; `nil` where there is none.
  public func field(_ name: String) -> FactField? {
    guard let name = FactField.name(typed: name) else { return nil }
    return fields.first { $0.name == name }
  }
}
