public import ErrorKit

/// The address of a remote.
public struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
  /// The protocol of a remote.
  public enum Kind: String, Sendable, CaseIterable {
    /// A folder.
    case file
    /// A store behind the S3 interface.
    case s3
    /// A folder of a WebDAV server.
    case webdav
    /// The same, with TLS.
    case webdavs
    /// Another PlantGuide.
    case http
    /// The same, with TLS.
    case https

    /// A Boolean value that indicates whether the remote stores objects;
    /// otherwise it is another PlantGuide.
    public var isStore: Bool { self != .http && self != .https }
  }

  /// The protocol.
  public let kind: Kind
  /// The part after the kind and its colon: the path of a folder, otherwise
  /// `//` with host or bucket and path.
  public let rest: String

  /// The address as people write it.
  public var description: String { "\(kind.rawValue):\(rest)" }

  /// Reads an address; a path alone means a folder.
  ///
  /// - Parameters:
  ///   - text: The address.
  ///   - directory: The start of a relative path.
  /// - Throws: ``RemoteError``.
  public init(_ text: String, in directory: String) throws(RemoteError) {
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
      throw .badAddress(text, reason: "it contains control characters")
    }
    let parts = text.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      let kind = Kind(rawValue: parts[0].lowercased())
    else {
      guard text.contains("/"), !text.contains("://") else {
        throw .badAddress(
          text,
          reason:
            "it is neither a path nor a URL of a known kind; a folder of this "
            + "directory begins with './'")
      }
      self.init(folder: text, in: directory)
      return
    }
    var rest = String(parts[1])
    guard kind != .file else {
      // The forms file:///path and file:/path are the same.
      if rest.hasPrefix("///") { rest.removeFirst(2) }
      guard !rest.isEmpty, !rest.hasPrefix("//") else {
        throw .badAddress(text, reason: "it names no folder")
      }
      self.init(folder: rest, in: directory)
      return
    }
    while rest.count > 3, rest.hasSuffix("/") { rest.removeLast() }
    let host = rest.dropFirst(2).prefix { $0 != "/" }
    guard rest.hasPrefix("//"), !host.isEmpty else {
      throw .badAddress(text, reason: "it names no host")
    }
    guard !host.contains("@") else { throw .passwordInAddress }
    guard !rest.contains("?"), !rest.contains("#") else {
      throw .badAddress(text, reason: "it has a query")
    }
    self.init(kind, rest)
    guard kind != .http || isLoopback else { throw .plainAddress }
  }

  private init(folder path: String, in directory: String) {
    var path = path
    while path.hasPrefix("./") { path.removeFirst(2) }
    if !path.hasPrefix("/") { path = "\(directory)/\(path)" }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.init(.file, path)
  }

  private init(_ kind: Kind, _ rest: String) {
    self.kind = kind
    self.rest = rest
  }

  /// A Boolean value that indicates whether only this machine reaches the host.
  public var isLoopback: Bool {
    Self.isLoopback(host: rest.dropFirst(2).prefix { $0 != "/" })
  }

  /// Returns whether only this machine reaches a host, which may have a port.
  package static func isLoopback(host: some StringProtocol) -> Bool {
    if host.hasPrefix("[") { return host.prefix { $0 != "]" } == "[::1" }
    let name = host.prefix { $0 != ":" }
    let figures = name.split(separator: ".", omittingEmptySubsequences: false)
    return name == "localhost"
      || figures.count == 4 && figures[0] == "127"
        && figures.allSatisfy { UInt8($0) != nil }
  }
}

/// An error of a remote or its address.
public enum RemoteError: DescribedError, Sendable, Hashable {
  case badAddress(String, reason: String)
  /// An address contains a password, which would appear in files and lists.
  case passwordInAddress
  /// The address of another PlantGuide elsewhere has no TLS.
  case plainAddress
  /// libcurl cannot read the address of a proxy.
  case badProxy(reason: String)
  case badName(String)
  case nameInUse(String)
  case unknown(String, known: [String])
  /// The store holds several journals, but not the one of this home.
  case severalJournals([String])
  /// A line is no invitation.
  case badInvitation
  /// The journal that was synced with the remote is no longer here.
  case emptied(String)
  /// This home has a remote from the same invitation.
  case joinedAlready(String)
  /// An invitation was used, was revoked or has expired.
  case usedInvitation
  /// Others may read the file that holds a password.
  case readableByOthers(String)
  /// The source of the password failed, or gave none.
  case noPassword(String)
  /// The file with a password does not exist.
  case noPasswordFile(String)
  /// The file with a password is a directory, a pipe or the like.
  case notAPasswordFile(String)
  /// The file with a password is longer than any password.
  case longPasswordFile(String)
  /// The program that reaches the network is not installed.
  case noTransport(String)
  /// Another process is syncing with the remote.
  case busy(String)
  /// The sync was asked to stop.
  case ended

  public var facts: ErrorFacts {
    switch self {
    case .badAddress(let text, let reason):
      .init(
        .invalidInput, "'\(text)' is not the address of a remote: \(reason)",
        "write a folder's path, or webdavs://host/path, s3://bucket/path or https://host:port"
      )
    case .passwordInAddress:
      .init(
        .invalidInput, "an address cannot contain a user or a password",
        "give the user by an option, and the password by a file or a command"
      )
    case .plainAddress:
      .init(
        .invalidInput, "you can reach another machine only with TLS",
        "write https:// instead of http://")
    case .badProxy(let reason):
      .init(
        .invalidInput, "the address of the proxy is malformed: \(reason)",
        "write it like http://proxy.example:3128")
    case .badName(let name):
      .init(
        .invalidInput, "'\(name)' cannot be the name of a remote",
        "use letters, digits, '-' and '_'")
    case .nameInUse(let name):
      .init(
        .conflict, "a remote '\(name)' already exists", "choose another name")
    case .unknown(let name, let known):
      .init(
        .nothingMatched, "there is no remote '\(name)'",
        known.isEmpty ? .addRemote : .didYouMean(known))
    case .severalJournals(let ids):
      .init(
        .needsAnswer,
        "the remote holds several journals: \(ids.joined(separator: ", "))",
        .chooseJournal)
    case .badInvitation:
      .init(
        .invalidInput, "the line is not an invitation",
        "copy all of it, in quotes, from 'plantguide:join?' on")
    case .emptied(let name):
      .init(
        .nothingMatched,
        "you emptied this home, and a background sync does not fetch the journal of '\(name)' again",
        "to fetch it again, sync by hand")
    case .joinedAlready(let name):
      .init(
        .invalidInput,
        "you already joined with this invitation, as the remote '\(name)'",
        "sync with that remote")
    case .usedInvitation:
      .init(
        .network, "the invitation was already used, or has expired",
        "ask for a new one")
    case .readableByOthers(let path):
      .init(
        .invalidInput, "other users can read \(path), which holds a password",
        .run(["chmod", "600", path]))
    case .noPasswordFile(let path):
      .init(
        .invalidInput, "there is no file \(path), which should hold a password",
        "write the password into its first line, and make it readable for you alone"
      )
    case .noPassword(let source):
      .init(.invalidInput, "\(source) gave no password")
    case .notAPasswordFile(let path):
      .init(
        .invalidInput, "\(path), which should hold a password, is not a file",
        "name a file with the password in its first line")
    case .longPasswordFile(let path):
      .init(
        .invalidInput, "\(path) is too long to hold a password",
        "name a file that holds only the password")
    case .noTransport(let path):
      .init(
        .system, "\(path) is missing, the program that reaches the network",
        "install it beside this program", canRetry: false)
    case .busy(let name):
      .init(
        .conflict, "another process is syncing with '\(name)'", canRetry: true)
    case .ended: .init(.interrupted, "the sync was stopped")
    }
  }
}
