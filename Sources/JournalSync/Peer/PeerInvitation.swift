internal import Encodings

/// An invitation of another device: one line with the server's address, its key
/// and a token for a single use.
///
///     plantguide:join?url=https://192.0.2.7:8714&pin=…&token=…&person=…
public struct PeerInvitation: Sendable {
  /// The server's address.
  public let url: String
  /// The SHA-256 of the public key of the server's certificate; `nil` for an
  /// address without TLS.
  public let keyHash: [UInt8]?
  /// The secret that is exchanged for a token.
  public let secret: AccessSecret
  /// The invited person, if known.
  public let person: String?

  private static let scheme = "plantguide:join?"

  /// Creates an invitation; `nil` if the address is not HTTP, or the key is
  /// missing or has the wrong length.
  public init?(
    url: String, keyHash: [UInt8]?, secret: AccessSecret, person: String? = nil
  ) {
    guard Self.isAddress(url),
      url.hasPrefix("https://") == (keyHash != nil),
      keyHash.map({ $0.count == 32 }) ?? true
    else { return nil }
    self.url = url
    self.keyHash = keyHash
    self.secret = secret
    self.person = person
  }

  /// Returns whether a text can be the address of a server.
  static func isAddress(_ url: String) -> Bool {
    (url.hasPrefix("https://") || url.hasPrefix("http://"))
      && url.utf8.count <= 300 && url.utf8.allSatisfy(\.isPlainInAddress)
  }

  /// Reads a line; `nil` if it is no invitation. White space, such as line
  /// breaks of a terminal, is ignored.
  public init?(_ line: String) {
    let line = line.filter { !$0.isWhitespace }
    guard line.utf8.count <= 1_000, line.hasPrefix(Self.scheme) else {
      return nil
    }
    var fields: [Substring: String] = [:]
    for field in line.dropFirst(Self.scheme.count).split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2,
        fields.updateValue(String(parts[1]), forKey: parts[0]) == nil
      else { return nil }
    }
    guard let url = fields["url"],
      let secret = fields["token"].flatMap({ AccessSecret($0) })
    else { return nil }
    var keyHash: [UInt8]?
    if let pin = fields["pin"] {
      guard let bytes = Base64URL.decode(pin) else { return nil }
      keyHash = bytes
    }
    var person: String?
    if let digits = fields["person"] {
      guard let bytes = Base64URL.decode(digits),
        let name = String(checking: bytes.span.bytes),
        AccessTokens.isName(name)
      else { return nil }
      person = name
    }
    self.init(url: url, keyHash: keyHash, secret: secret, person: person)
  }

  /// The invitation as one line.
  public var line: String {
    var line = "\(Self.scheme)url=\(url)"
    if let keyHash { line += "&pin=\(Base64URL.encode(keyHash))" }
    line += "&token=\(secret.text)"
    if let person { line += "&person=\(Base64URL.encode(Array(person.utf8)))" }
    return line
  }

  /// The key in libcurl's form; `nil` for an address without TLS.
  public var pinnedKey: String? { keyHash.map(Self.pinnedKey) }

  /// Returns a key's SHA-256 in libcurl's form.
  public static func pinnedKey(_ hash: [UInt8]) -> String {
    // The ordinary alphabet of Base64, with padding.
    let digits = Base64URL.encode(hash).map { digit -> Character in
      digit == "-" ? "+" : digit == "_" ? "/" : digit
    }
    let padding = String(repeating: "=", count: (3 - hash.count % 3) % 3)
    return "sha256//" + String(digits) + padding
  }
}

extension PeerInvitation {
  /// Returns a key's SHA-256 from libcurl's form; `nil` for other texts.
  public static func keyHash(pinned text: String) -> [UInt8]? {
    guard text.hasPrefix("sha256//") else { return nil }
    let digits = text.dropFirst(8).prefix { $0 != "=" }.map {
      digit -> Character in
      digit == "+" ? "-" : digit == "/" ? "_" : digit
    }
    let hash = Base64URL.decode(String(digits))
    return hash?.count == 32 ? hash : nil
  }
}

extension UInt8 {
  /// Returns whether a server's address may contain the byte.
  fileprivate var isPlainInAddress: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: ".-_~:/[]%".utf8.contains(self)
    }
  }
}
