internal import JournalLog
public import JournalQueries
internal import POSIXKit

/// The address at which the server of a home listens, or listened last: the
/// file `serve/address`, with the URL and the key.
///
/// The server holds the lock of the file beside it as long as it runs.
public struct ServedAddress: Sendable, Hashable {
  /// A Boolean value that indicates whether connections are encrypted.
  public let usesTLS: Bool
  /// The address in figures, IPv6 in brackets.
  public let host: String
  /// The port.
  public let port: Int
  /// The SHA-256 of the certificate's public key in libcurl's form; `nil`
  /// without TLS.
  public let pinnedKey: String?
  /// A Boolean value that indicates whether the server runs.
  public internal(set) var isRunning = false

  /// A Boolean value that indicates whether only this machine reaches it.
  public var isLoopback: Bool { host == "[::1]" || host.hasPrefix("127.") }

  /// The address as a URL.
  public var url: String { url(of: host) }

  /// The address as a URL for this machine itself.
  public var ownURL: String {
    switch host {
    case "0.0.0.0": url(of: "127.0.0.1")
    case "[::]": url(of: "[::1]")
    default: url
    }
  }

  private func url(of host: String) -> String {
    "\(usesTLS ? "https" : "http")://\(host):\(port)"
  }

  /// Creates an address.
  public init(host: String, port: Int, pinnedKey: String?) {
    usesTLS = pinnedKey != nil
    self.host = host
    self.port = port
    self.pinnedKey = pinnedKey
  }

  private static func path(in home: JournalHome) -> String {
    "\(home.path)/serve/address"
  }

  private static func lockPath(in home: JournalHome) -> String {
    path(in: home) + ".lock"
  }

  /// Reads the address of a home; `nil` if no server ever ran.
  init?(of home: JournalHome) throws {
    let path = Self.path(in: home)
    try WeakPlace.check(path)
    guard let bytes = try File.contents(of: path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let place = lines.first, let colon = place.lastIndex(of: ":"),
      let port = UInt16(place[place.index(after: colon)...])
    else { return nil }
    self.init(
      host: String(place[..<colon]), port: Int(port),
      pinnedKey: lines.count > 1 ? String(lines[1]) : nil)
    // Only a running server keeps others from taking the lock.
    isRunning = try !File(Self.lockPath(in: home), .keeping).isLockedAtOnce()
  }

  /// Stores the address, and holds the lock as long as the returned file is
  /// open.
  ///
  /// - Returns: The lock; `nil`, with nothing stored, if another server of the
  ///   home runs.
  func note(in home: JournalHome) throws -> File? {
    try FileSystem.makeDirectory("\(home.path)/serve")
    let lock = try File(Self.lockPath(in: home), .keeping)
    guard lock.isLockedAtOnce() else { return nil }
    let lines = ["\(host):\(port)"] + [pinnedKey].compactMap(\.self)
    try File.replace(
      Self.path(in: home), with: Array(lines.joined(separator: "\n").utf8))
    return lock
  }
}

extension CareJournal {
  /// The address at which this home's server listens, or listened last; `nil`
  /// if it never ran.
  ///
  /// - Throws: `FileSystemError`, or `UntrustedFile` if another user could
  ///   change the address.
  public var servedAddress: ServedAddress? {
    get throws { try ServedAddress(of: home) }
  }
}
