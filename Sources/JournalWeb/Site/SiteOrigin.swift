/// The origin under which a browser knows this server: scheme, host and port.
///
/// Only names can be rebound: a page of a foreign name, whose owner lets it lead
/// here, would be of the same origin as this server. Addresses in figures cannot,
/// so every one of them is this server's.
struct SiteOrigin: Sendable, Hashable {
  let isSecure: Bool
  /// The host in lower case, without its port.
  let host: String
  /// The port, if it is not the usual one of the scheme.
  let port: Int?

  /// A Boolean value that indicates whether the host is a name.
  let isName: Bool

  /// Reads the host of a request; `nil` if it is none.
  init?(host text: String, isSecure: Bool) {
    self.isSecure = isSecure
    let text = text.lowercased()
    let bracket = text.lastIndex(of: "]")
    var host = text[...]
    var port: Int?
    if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true
    {
      guard let number = UInt16(text[text.index(after: colon)...]), number > 0
      else { return nil }
      port = Int(number)
      host = text[..<colon]
    }
    guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"),
        host.dropFirst().dropLast().utf8.allSatisfy(\.isOfIPv6),
        host.utf8.count(where: { $0 == UInt8(ascii: ":") }) >= 2
      else { return nil }
      isName = false
    } else {
      guard host.utf8.allSatisfy(\.isOfName) else { return nil }
      isName = !Self.isIPv4(host)
    }
    self.host = String(host)
    self.port = port == Self.usualPort(isSecure) ? nil : port
  }

  private static func usualPort(_ isSecure: Bool) -> Int {
    isSecure ? 443 : 80
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
          && (part.utf8.count == 1 || !part.hasPrefix("0"))
          && UInt8(part) != nil
      }
  }

  /// A Boolean value that indicates whether the browser runs on this machine,
  /// or comes through a tunnel that ends there.
  var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || !isName && host.hasPrefix("127.")
  }

  /// The origin as browsers write it.
  var text: String {
    "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")"
  }

  /// Reads an origin as browsers write it; `nil` for others, such as `null`.
  init?(_ text: String) {
    for (scheme, isSecure) in [("http://", false), ("https://", true)]
    where text.hasPrefix(scheme) {
      self.init(host: String(text.dropFirst(scheme.count)), isSecure: isSecure)
      return
    }
    return nil
  }

  /// A name that somebody gave the server, with a port if only that counts.
  struct Name: Sendable, Hashable {
    let host: String
    let port: Int?

    /// Reads `plants.example` or `plants.example:8714`; `nil` for others.
    init?(_ text: String) {
      guard let origin = SiteOrigin(host: text, isSecure: true) else {
        return nil
      }
      host = origin.host
      port = text.hasSuffix(":443") ? 443 : origin.port
    }
  }

  /// A Boolean value that indicates whether the host is one of these names.
  func isOne(of names: [Name]) -> Bool {
    let port = port ?? Self.usualPort(isSecure)
    return names.contains { $0.host == host && $0.port ?? port == port }
  }

  /// A Boolean value that indicates whether the server has the host: as an
  /// address in figures, as this machine, or by one of these names.
  func isServed(at servedPort: Int, by names: [Name]) -> Bool {
    !isName || isOne(of: names)
      || host == "localhost"
        && port ?? Self.usualPort(isSecure) == servedPort
  }
}

extension UInt8 {
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  fileprivate var isOfIPv6: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
