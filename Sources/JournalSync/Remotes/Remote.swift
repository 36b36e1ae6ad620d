internal import Encodings
public import JournalEvents
internal import JournalLog
internal import JournalQueries

/// A place that this machine syncs with.
public struct Remote: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The address.
  public var address: RemoteAddress
  /// The journal synced there; `nil` before the first sync.
  public var journal: JournalID?
  /// The options of the connection.
  public var options: [Option: String] = [:]
  /// A Boolean value that indicates whether everything there is encrypted.
  public var isEncrypted: Bool { options[.encrypt] == "true" }
  /// The key of its stored state, which stays the same if it is renamed.
  let id: String
  /// The members of the file that this program does not know.
  private var others: [JSONValue.Member] = []

  /// A text option of the connection.
  public enum Option: String, Sendable, CaseIterable {
    /// The user, or the id of an access key.
    case user
    /// A file of mode 0600 with the password in its first line.
    case passwordFile
    /// A command of the shell that prints the password.
    case passwordCommand
    /// `true` if `~/.netrc` has the password.
    case netrc
    /// The address of an S3 store that is not Amazon's.
    case endpoint
    /// The region of an S3 store.
    case region
    /// A file of certificates to trust.
    case caFile
    /// A proxy's address.
    case proxy
    /// The only public key that is trusted, as `sha256//` and Base64.
    case pinnedKey
    /// `true` if everything there is encrypted.
    case encrypt
    /// A file of mode 0600 with the passphrase in its first line.
    case passphraseFile
    /// A command of the shell that prints the passphrase.
    case passphraseCommand
    /// The name given to this machine there, until the machine takes it.
    case device
    /// The owner of this machine, likewise.
    case person
  }

  /// Creates a remote; `id` is new.
  init(name: String, address: RemoteAddress, id: String) throws(RemoteError) {
    guard Self.isName(name) else { throw .badName(name) }
    self.name = name
    self.address = address
    self.id = id
  }

  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f: true
        default: false
        }
      } && !text.hasPrefix("-") && text != "status"
  }
}

extension Remote {
  init(_ value: JSONValue, in path: String) throws {
    func fail(_ reason: String) -> StorageError {
      .remotesFile(path: path, reason: reason)
    }
    guard case .object(let members) = value else {
      throw fail("a remote is not a JSON object")
    }
    var texts: [String: String] = [:]
    for member in members {
      if case .string(let text) = member.value { texts[member.name] = text }
    }
    guard let name = texts["name"], let url = texts["url"],
      let id = texts["id"], Self.isName(id)
    else { throw fail("a remote lacks its name, url or id") }
    try self.init(
      name: name, address: RemoteAddress(url, in: "/"), id: id)
    if let text = texts["journal"] {
      guard let journal = JournalID(text) else {
        throw fail("'\(text)' is not the id of a journal")
      }
      self.journal = journal
    }
    for option in Option.allCases { options[option] = texts[option.rawValue] }
    let known =
      ["name", "url", "id", "journal"] + Option.allCases.map(\.rawValue)
    others = members.filter { !known.contains($0.name) }
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("url", .string("\(address)")),
      .init("id", .string(id)),
    ]
    if let journal {
      members.append(.init("journal", .string("\(journal)")))
    }
    for option in Option.allCases {
      if let value = options[option] {
        members.append(.init(option.rawValue, .string(value)))
      }
    }
    return .object(members + others)
  }
}

/// The remotes of a home, in the file `remotes.json`.
struct RemoteList {
  let home: JournalHome

  private static let member = "remotes"

  private var file: HomeFile {
    HomeFile(path: home.remotesFile, error: StorageError.remotesFile)
  }

  /// The remotes, in the order in which they were added.
  func all() throws -> [Remote] { try remotes(in: file.members()) }

  /// Returns the remote of a name.
  ///
  /// - Throws: ``RemoteError/unknown(_:known:)``.
  func named(_ name: String) throws -> Remote {
    let remotes = try all()
    guard let remote = remotes.first(where: { $0.name == name }) else {
      throw RemoteError.unknown(name, known: remotes.map(\.name))
    }
    return remote
  }

  private func remotes(in members: [JSONValue.Member]) throws -> [Remote] {
    guard let list = members.first(where: { $0.name == Self.member }) else {
      return []
    }
    guard case .array(let values) = list.value else {
      throw StorageError.remotesFile(
        path: home.remotesFile, reason: "'remotes' is not an array")
    }
    return try values.map { try Remote($0, in: home.remotesFile) }
  }

  func update<R>(_ change: (inout [Remote]) throws -> R) throws -> R {
    try file.update(in: home) { members in
      var remotes = try remotes(in: members)
      let result = try change(&remotes)
      members.removeAll { $0.name == Self.member }
      members.append(.init(Self.member, .array(remotes.map(\.json))))
      return result
    }
  }
}
