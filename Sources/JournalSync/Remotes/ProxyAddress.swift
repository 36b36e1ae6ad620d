/// The rule for the address of a proxy, which may have a name and a password.
package enum ProxyAddress {
  private static let schemes = [
    "http", "https", "socks4", "socks4a", "socks5", "socks5h",
  ]

  /// Refuses an address that libcurl cannot read: it would connect without the
  /// proxy.
  ///
  /// - Throws: ``RemoteError/badProxy(reason:)``.
  package static func check(_ text: String) throws(RemoteError) {
    guard let scheme = schemes.first(where: { text.hasPrefix($0 + "://") })
    else {
      throw .badProxy(reason: "it begins with no scheme of a proxy")
    }
    let rest = text.dropFirst(scheme.count + 3).prefix { $0 != "/" }
    var host = rest
    if let mark = rest.lastIndex(of: "@") {
      try check(login: rest[..<mark])
      host = rest[rest.index(after: mark)...]
    }
    guard HostAndPort.isValid(host) else {
      throw .badProxy(reason: "its host or port cannot be one")
    }
  }

  private static func check(login: Substring) throws(RemoteError) {
    let bytes = Array(login.utf8)
    guard !bytes.contains(where: { "@?#\\".utf8.contains($0) }) else {
      throw .badProxy(
        reason: "write @ in its password as %40, ? as %3F, # as %23, \\ as %5C")
    }
    let hasControls = bytes.indices.contains { index in
      guard bytes[index] == UInt8(ascii: "%") else {
        return bytes[index] <= 0x20 || bytes[index] == 0x7f
      }
      let digits = bytes[(index + 1)...].prefix(2)
      return digits.count == 2 && "01".utf8.contains(digits[index + 1])
        && Character(Unicode.Scalar(digits[index + 2])).isHexDigit
    }
    guard !hasControls else {
      throw .badProxy(reason: "its name or password has a control character")
    }
  }
}

/// A host, which may have a port.
package enum HostAndPort {
  /// Returns whether a text can be one.
  package static func isValid(_ text: Substring) -> Bool {
    var rest = text
    if rest.hasPrefix("[") {
      guard let end = rest.firstIndex(of: "]") else { return false }
      let digits = rest[..<end].dropFirst()
      guard digits.contains(":"),
        digits.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
      else { return false }
      rest = rest[rest.index(after: end)...]
    } else {
      let name = rest.prefix { $0 != ":" }
      guard !name.isEmpty,
        name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
      else { return false }
      rest = rest.dropFirst(name.count)
    }
    guard !rest.isEmpty else { return true }
    return rest.hasPrefix(":") && rest.count <= 6
      && rest.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 }
      && UInt16(rest.dropFirst()).map { $0 > 0 } == true
  }
}
