internal import Encodings
public import JournalEvents
package import JournalLog
internal import POSIXKit

/// The settings of this machine alone, which no other replica sees: a file
/// `settings.json` in the home, one JSON object.
///
/// Members that this program does not know are kept as they are.
public struct MachineSettings: Sendable, Hashable {
  private var members: [JSONValue.Member] = []

  /// A Boolean value that indicates whether nothing is set.
  public var isEmpty: Bool { members.isEmpty }

  /// The names that are set, in the order of the file.
  public var keys: [String] { members.map(\.name) }

  /// The value of a setting; `nil` if it is not set, or if its value has no
  /// form that settings have.
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
  /// Reads the settings of the home at `path`; none are set if there is no
  /// file.
  ///
  /// - Throws: `FileSystemError` or `StorageError`.
  public init(ofHomeAt path: String) throws {
    try self.init(of: JournalHome(path: path))
  }

  /// Reads the settings of a home; none are set if there is no file.
  ///
  /// - Throws: ``FileSystemError``; ``StorageError/settingsFile(path:reason:)``
  ///   if the file holds no such object.
  package init(of home: JournalHome) throws {
    members = try Self.file(of: home).members()
  }

  /// Refuses programs in the settings of the home at `path` that another user
  /// could have named.
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
  /// The file is replaced atomically, and two processes that change different
  /// settings at once both succeed.
  ///
  /// - Returns: What `change` returned.
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
