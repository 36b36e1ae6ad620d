internal import Encodings

/// The address of a server: `scheme://[user@]host[:port][/path][?query]`, or
/// with an `s` after the scheme for TLS.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The scheme, without the `s` of TLS.
  public let scheme: String
  /// A Boolean value that indicates whether the connection has TLS.
  public let isSecure: Bool
  /// The name of the user, if there is one.
  public let user: String?
  /// The host, with its port if there is one.
  public let host: String
  /// The path, empty or with a slash before it.
  public let path: String
  /// The part after the question mark, if there is one.
  public let query: String?

  /// The address as people write it.
  public var description: String {
    "\(scheme)\(isSecure ? "s" : "")://" + (user.map { "\($0)@" } ?? "")
      + host + path + (query.map { "?\($0)" } ?? "")
  }

  private static let mostBytes = 2_048

  /// Reads an address that begins with the scheme; `nil` if it does not.
  ///
  /// - Throws: ``ReminderChannelError``. It quotes nothing that may be a
  ///   password.
  init?(_ text: String, scheme: String) throws(ReminderChannelError) {
    let parts = text.split(
      separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    guard parts.count == 2, name == scheme || name == scheme + "s" else {
      return nil
    }
    func fault(_ reason: String) -> ReminderChannelError {
      .badAddress(scheme: name, reason: reason)
    }
    guard text.utf8.count <= Self.mostBytes else {
      throw fault("it is longer than \(Self.mostBytes) bytes")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f }) else {
      throw fault("it contains blanks or control characters")
    }
    guard !text.utf8.contains(UInt8(ascii: "#")) else {
      throw fault("it has a fragment")
    }
    guard parts[1].hasPrefix("//") else { throw fault("it names no host") }
    let rest = parts[1].dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard authority.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw fault("its host or user is not in ASCII")
    }
    let afterHost = rest.dropFirst(authority.count)
    var host = authority
    var user: Substring?
    if let at = authority.lastIndex(of: "@") {
      user = authority[..<at]
      host = authority[authority.index(after: at)...]
    }
    // A token of ntfy stands where others write a name.
    if let user, user.contains(":") || user.hasPrefix("tk_") {
      throw .passwordInAddress
    }
    guard user?.isEmpty != true else { throw fault("it names no user") }
    guard !host.isEmpty,
      host.utf8.allSatisfy({ !"\"<>\\%'`{}|^@".utf8.contains($0) })
    else { throw fault("it names no host") }
    self.scheme = scheme
    isSecure = name != scheme
    self.user = user.map(String.init)
    self.host = String(host)
    let query = afterHost.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = query.first.map(String.init) ?? ""
    self.query = query.count > 1 ? String(query[1]) : nil
    guard !path.split(separator: "/").contains("..") else {
      throw fault("its path leads upwards")
    }
  }

  /// A Boolean value that indicates whether the host has a port.
  var hasPort: Bool {
    // The colons of an address of IPv6 are in brackets.
    let name = host.last == "]" ? "" : host.split(separator: "]").last ?? ""
    return name.contains(":")
  }

  /// The values of the query by name; several of a name are separated by
  /// commas.
  var parameters: [String: String] {
    var values: [String: String] = [:]
    for field in (query ?? "").split(separator: "&") {
      let parts = field.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (
        String(parts[0]),
        parts.count > 1 ? PercentEscapes.decoded(parts[1]) : ""
      )
      values[name] = values[name].map { "\($0),\(value)" } ?? value
    }
    return values
  }
}

/// Percent-encoding of addresses.
enum PercentEscapes {
  /// Returns a text that can stand anywhere in a path or a query.
  static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
        result.append(byte)
      default:
        result.append(UInt8(ascii: "%"))
        Hexadecimal.append(byte, to: &result)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text that escapes stand for.
  static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), rest.count >= 2,
        let high = Hexadecimal.value(of: rest[rest.startIndex]),
        let low = Hexadecimal.value(of: rest[rest.startIndex + 1])
      {
        bytes.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
