internal import Encodings
internal import Glibc
public import JournalEvents
package import JournalLog
internal import POSIXKit

/// The settings of this machine alone, which no other replica sees: a file
/// `settings.json` in the home, one JSON object.
///
/// Members that this program does not know are kept as they are.
public struct MachineSettings: Sendable, Hashable {
  private var members: [JSONValue.Member] = []

  /// Whether nothing is set.
  public var isEmpty: Bool { members.isEmpty }

  /// The names that are set, in the order of the file.
  public var keys: [String] { members.map(\.name) }

  /// The value of a setting; `nil` where none is set, or one of no form that
  /// settings have.
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
  /// Reads the settings of the home at `path`; none are set where there is no
  /// file.
  ///
  /// - Throws: `FileSystemError` or `StorageError`.
  public init(ofHomeAt path: String) throws {
    try self.init(of: JournalHome(path: path))
  }

  /// Reads the settings of a home; none are set where there is no file.
  ///
  /// - Throws: ``FileSystemError``, or ``StorageError/settingsFile(path:reason:)``
  ///   where the file holds no such object.
  package init(of home: JournalHome) throws {
    guard let bytes = try Self.contents(of: home.settingsFile) else { return }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw StorageError.settingsFile(
        path: home.settingsFile, reason: "is not JSON: \(error)")
    }
    guard case .object(let members) = value else {
      throw StorageError.settingsFile(
        path: home.settingsFile, reason: "is not one JSON object")
    }
    self.members = members
  }

  private static func contents(of path: String) throws -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(FileSystemError) {
      bytes = try File.contents(of: path)
    } catch  where error.code == EFBIG {
      throw StorageError.settingsFile(
        path: path, reason: "is longer than settings can be")
    }
    guard bytes == nil, FileSystem.isLink(path) else { return bytes }
    throw StorageError.settingsFile(
      path: path, reason: "is a link that leads nowhere")
  }

  /// Changes the settings of a home, which is made where it is missing.
  ///
  /// The file is replaced atomically, and two processes that change different
  /// settings at once both succeed.
  ///
  /// - Returns: What `change` returned.
  package static func update<R>(
    of home: JournalHome, _ change: (inout MachineSettings) throws -> R
  ) throws -> R {
    try home.create()
    let directory = try File(home.path, .directory)
    try directory.lock()
    var settings = try MachineSettings(of: home)
    let result = try change(&settings)
    var writer = JSONWriter()
    writer.value(.object(settings.members))
    writer.newline()
    try File.replace(home.settingsFile, with: writer.bytes)
    return result
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
