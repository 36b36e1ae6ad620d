public import JournalEvents

/// A plant filter that is saved under a name.
///
/// It is stored as a setting of the journal, so that all replicas have it and
/// `undo` reverts a change. The command line interprets its choice.
public struct NamedFilter: Sendable, Hashable {
  /// The maximum length of a name, in bytes of UTF-8.
  public static let maximumNameLength = 60
  /// The maximum length of a choice, in bytes of UTF-8.
  public static let maximumLength = 2_000

  private static let prefix = "filter."

  /// The name, in lower case, as case does not count.
  public let name: String

  /// Creates a filter with a name; `nil` if the name is invalid.
  public init?(named name: String) {
    let folded = name.lowercased()
    guard !folded.isEmpty, folded.utf8.count <= Self.maximumNameLength,
      folded.allSatisfy(Self.isAllowed), folded.first != "-"
    else { return nil }
    self.name = folded
  }

  /// Creates the filter that a setting stores; `nil` for another setting.
  public init?(key: String) {
    guard key.hasPrefix(Self.prefix) else { return nil }
    self.init(named: String(key.dropFirst(Self.prefix.count)))
    guard self.key == key else { return nil }
  }

  /// The key of the setting that stores the filter.
  public var key: String { Self.prefix + name }

  /// Returns the end of the sentence that says why `value` is not a choice, or
  /// `nil` if it may be. `null` deletes the filter.
  public static func refusal(of value: SettingValue) -> String? {
    switch value {
    case .null: nil
    case .text(let text) where (1...maximumLength).contains(text.utf8.count):
      nil
    default: "must be a string of 1 to \(maximumLength) bytes, or null"
    }
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "-"
      || character == "_"
  }
}

extension JournalSettings {
  /// The saved filters and their choices.
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
