/// The cookie that holds the secret of a session.
///
/// With TLS, its name makes browsers take it only from this host itself, over
/// TLS and for all paths. On loopback without TLS that name is impossible.
enum SessionCookie {
  private static func name(isSecure: Bool) -> String {
    isSecure ? "__Host-plantguide" : "plantguide"
  }

  /// The number of seconds for which browsers keep it.
  static let seconds = 90 * 86_400

  /// Returns the secret in the header `Cookie`; `nil` if it has none, or several:
  /// then somebody else has set one, and nobody knows which.
  static func secret(in header: String?, isSecure: Bool) -> String? {
    guard let header else { return nil }
    let begin = "\(name(isSecure: isSecure))="
    let values = header.headerParts(by: ";").filter { $0.hasPrefix(begin) }
    return values.count == 1
      ? String(values[0].dropFirst(begin.count)) : nil
  }

  /// Returns the header `Set-Cookie` that sets it.
  static func setting(_ secret: String, isSecure: Bool) -> String {
    header(secret, seconds: seconds, isSecure: isSecure)
  }

  /// Returns the header `Set-Cookie` that removes it.
  static func removing(isSecure: Bool) -> String {
    header("", seconds: 0, isSecure: isSecure)
  }

  private static func header(
    _ value: String, seconds: Int, isSecure: Bool
  ) -> String {
    let end = isSecure ? "; Secure" : ""
    return "\(name(isSecure: isSecure))=\(value); Path=/; Max-Age=\(seconds); "
      + "HttpOnly; SameSite=Strict\(end)"
  }
}
