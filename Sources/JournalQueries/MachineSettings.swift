internal import Encodings
internal import JournalCare
public import JournalEvents
package import JournalLog
internal import POSIXKit

/// The settings of this machine, which are not replicated: a file
/// `settings.json` in the home, with one JSON object.
///
/// Members unknown to this program are kept.
public struct MachineSettings: Sendable, Hashable {
  private var members: [JSONValue.Member] = []

  /// A Boolean value that indicates whether there are no settings.
  public var isEmpty: Bool { members.isEmpty }

  /// The names that are set, in the order of the file.
  public var keys: [String] { members.map(\.name) }

  /// The value of a setting; `nil` if it is not set, or has a form that no
  /// setting has.
  public subscript(key: String) -> SettingValue? {
    get {
      switch members.first(where: { $0.name == key })?.value {
      case .string(let text): .text(text)
      case .bool(let value): .bool(value)
      case .integer(let value): .integer(value)
      default: nil
      }
    }
    set {
      let place = members.firstIndex { $0.name == key } ?? members.count
      members.removeAll { $0.name == key }
      guard let newValue, let value = newValue.json else { return }
      members.insert(JSONValue.Member(key, value), at: place)
    }
  }
}

extension MachineSettings {
  /// Returns the effective value of a setting: its default if it is not set, or
  /// not usable.
  public func value(of key: MachineSettingKey) -> SettingValue {
    self[key.rawValue].flatMap { key.form.admits($0) ? $0 : nil }
      ?? key.defaultValue
  }

  /// Reads the settings of the home at `path`; none without a file.
  ///
  /// - Throws: `FileSystemError` or `StorageError`.
  public init(ofHomeAt path: String) throws {
    try self.init(of: JournalHome(path: path))
  }

  /// Reads the settings of a home; none without a file.
  ///
  /// - Throws: ``FileSystemError``, or
  ///   ``StorageError/settingsFile(path:reason:)`` if the file contains no such
  ///   object.
  package init(of home: JournalHome) throws {
    members = try Self.file(of: home).members()
  }

  /// Throws an error if another user could have set the programs in the
  /// settings of the home at `path`.
  ///
  /// - Throws: `UntrustedFile` or `FileSystemError`.
  public static func checkIsTrusted(ofHomeAt path: String) throws {
    try WeakPlace.check(JournalHome(path: path).settingsFile)
  }

  private static func file(of home: JournalHome) -> HomeFile {
    HomeFile(path: home.settingsFile, error: StorageError.settingsFile)
  }

  /// Changes the settings of a home, creating the home if it is missing.
  ///
  /// The file is replaced atomically. Two processes can change different
  /// settings at once.
  ///
  /// - Returns: The result of `change`.
  package static func update<R>(
    of home: JournalHome, _ change: (inout MachineSettings) throws -> R
  ) throws -> R {
    let file = file(of: home)
    return try file.update(in: home) { members in
      var settings = MachineSettings()
      settings.members = members
      let result = try change(&settings)
      members = settings.members
      return result
    }
  }
}

extension SettingValue {
  /// The value in JSON; `nil` for none.
  fileprivate var json: JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .null: nil
    }
  }
}
