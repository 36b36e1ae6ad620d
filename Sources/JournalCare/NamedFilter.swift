public import JournalEvents

/// A choice of plants that people keep under a name.
///
/// It is kept as a setting of the journal, so that every replica has it and
/// `undo` takes a change back. What the choice is, the command line says.
public struct NamedFilter: Sendable, Hashable {
  /// The longest name, in bytes of UTF-8.
  public static let maximumNameLength = 60
  /// The longest choice, in bytes of UTF-8.
  public static let maximumLength = 2_000

  private static let prefix = "filter."

  /// The name, in lower case: case does not count.
  public let name: String

  /// The filter that people call `name`; `nil` where it cannot be called so.
  public init?(named name: String) {
    let folded = name.lowercased()
    guard !folded.isEmpty, folded.utf8.count <= Self.maximumNameLength,
      folded.allSatisfy(Self.isAllowed), folded.first != "-"
    else { return nil }
    self.name = folded
  }

  /// The filter that a setting keeps; `nil` for another setting.
  public init?(key: String) {
    guard key.hasPrefix(Self.prefix) else { return nil }
    self.init(named: String(key.dropFirst(Self.prefix.count)))
    guard self.key == key else { return nil }
  }

  /// The setting that keeps it.
  public var key: String { Self.prefix + name }

  /// Why `value` is no choice, as the end of a sentence; `nil` where it may
  /// be one. `null` ends the filter.
  public static func refusal(of value: SettingValue) -> String? {
    switch value {
    case .null: nil
    case .text(let text) where (1...maximumLength).contains(text.utf8.count):
      nil
    default: "must be a text of 1 to \(maximumLength) bytes, or null"
    }
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-"
      || character == "_"
  }
}

extension JournalSettings {
  /// The filters that are kept, and their choices.
  public var filters: [NamedFilter: String] {
    var found: [NamedFilter: String] = [:]
    for (key, value) in values {
      if let filter = NamedFilter(key: key), case .text(let text) = value {
        found[filter] = text
      }
    }
    return found
  }
}
