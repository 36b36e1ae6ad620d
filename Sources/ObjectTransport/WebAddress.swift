internal import Encodings

/// The parts of a remote's address.
struct WebAddress {
  /// Scheme, host and port, such as `https://example.org:8443`.
  let origin: String
  /// Host and port, for messages.
  let host: String
  /// The path, percent-encoded, with a slash at both ends.
  let path: String

  /// The address as text, ending in a slash.
  var text: String { origin + path }

  /// Splits `scheme://host[:port][/path]`.
  ///
  /// - Parameters:
  ///   - url: The text. Percent signs of its path that begin no escape are
  ///     literal, as are characters that should have been escaped.
  ///   - schemes: The name that libcurl has for each scheme.
  /// - Throws: ``TransportError``. It does not quote text that may be a
  ///   password.
  init(
    _ url: String, schemes: KeyValuePairs<String, String>
  ) throws(TransportError) {
    func fault(_ reason: String) -> TransportError {
      TransportError(.invalid, "the remote's URL \(reason)")
    }
    let bytes = Array(url.utf8)
    guard
      let (scheme, real) = schemes.first(where: { scheme, _ in
        bytes.starts(with: Array((scheme + "://").utf8))
      })
    else {
      throw fault("begins with none of \(schemes.map { $0.key + "://" })")
    }
    let rest = bytes.dropFirst(scheme.utf8.count + 3)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw fault(
        "contains a user name or password; give them outside of the URL")
    }
    guard
      !authority.isEmpty,
      authority.allSatisfy({
        $0 > 0x20 && $0 != 0x7f && !"\"<>\\?#%'`{}|".utf8.contains($0)
      })
    else { throw fault("names no host after \(scheme)://") }
    let path = rest.dropFirst(authority.count)
    guard !path.contains(where: { "?#".utf8.contains($0) }) else {
      throw fault("has a query or fragment; only a path can follow the host")
    }
    guard !path.contains(where: { $0 < 0x20 }) else {
      throw fault("contains control characters")
    }
    let host = String(decoding: authority, as: UTF8.self)
    self.host = host
    origin = "\(real)://\(host)"
    let encoded = PercentEncoding.normalized(path)
    self.path = encoded.utf8.last == UInt8(ascii: "/") ? encoded : encoded + "/"
  }
}

/// Percent-encoding as signatures require it: everything but letters, digits,
/// `-`, `.`, `_` and `~` is escaped, in upper-case digits.
enum PercentEncoding {
  /// A path; slashes stay.
  static func path(_ bytes: some Sequence<UInt8>) -> String {
    encode(bytes, keeping: UInt8(ascii: "/"))
  }

  /// A value of a query.
  static func value(_ text: String) -> String {
    encode(text.utf8, keeping: nil)
  }

  /// A path that may contain escapes already.
  static func normalized(_ path: ArraySlice<UInt8>) -> String {
    var text = ""
    var rest = path
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%"), let escaped = escape(at: rest) else {
        text += Self.path(CollectionOfOne(first))
        continue
      }
      rest = rest.dropFirst(2)
      // An escaped slash is part of a name.
      text += encode(CollectionOfOne(escaped), keeping: nil)
    }
    return text
  }

  /// The bytes that a text with escapes stands for.
  static func decoded(
    _ text: some StringProtocol, plusIsBlank: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), let escaped = escape(at: rest) {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else if plusIsBlank, first == UInt8(ascii: "+") {
        bytes.append(UInt8(ascii: " "))
      } else {
        bytes.append(first)
      }
    }
    return bytes
  }

  private static func escape(at rest: ArraySlice<UInt8>) -> UInt8? {
    guard
      rest.count >= 2, let high = Hexadecimal.value(of: rest[rest.startIndex]),
      let low = Hexadecimal.value(of: rest[rest.startIndex + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func encode(
    _ bytes: some Sequence<UInt8>, keeping kept: UInt8?
  ) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e,
        kept:
        text.append(byte)
      default:
        text.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 0xf] {
          text.append(digit < 10 ? 0x30 + digit : 0x41 + digit - 10)
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
