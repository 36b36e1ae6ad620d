internal import CSodium
internal import Encodings

/// A text such as a password, wiped from memory when it is released.
final class Secret {
  private let bytes: UnsafeMutableBufferPointer<CChar>

  /// Copies a text.
  ///
  /// - Throws: ``TransportError`` for a text with a zero, which would end it in
  ///   C, or with a line break, which would end a header.
  init(_ utf8: RawSpan) throws(TransportError) {
    let isUsable = utf8.withUnsafeBytes { bytes in
      !bytes.contains { [0x00, 0x0a, 0x0d].contains($0) }
    }
    guard isUsable else {
      throw TransportError(.invalid, "a secret contains a line break")
    }
    bytes = .allocate(capacity: utf8.byteCount + 1)
    bytes.initialize(repeating: 0)
    utf8.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(bytes).copyMemory(from: $0)
    }
  }

  /// The secret as the value of a header.
  func asHeader(_ name: StaticString) throws(TransportError) -> Secret {
    var line: [UInt8] = []
    name.withUTF8Buffer { line += $0 }
    line += [UInt8(ascii: ":"), UInt8(ascii: " ")]
    line += UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(bytes).dropLast())
    defer { Self.wipe(&line) }
    return try Secret(line.span.bytes)
  }

  /// The bytes without the zero that ends them.
  private var content: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(bytes).dropLast())
  }

  /// Returns whether a text contains it, as it is or in the Base64 of a login.
  func isContained(in text: String, of user: Secret? = nil) -> Bool {
    guard !content.isEmpty else { return false }
    func contains(_ part: some Collection<UInt8>) -> Bool {
      text.utf8.indices.contains { text.utf8[$0...].starts(with: part) }
    }
    var beginnings: [[UInt8]] = [[]]
    if let name = user.map({ Array($0.content) }) {
      beginnings += [name + [UInt8(ascii: ":")], [0] + name + [0]]
    }
    return contains(content)
      || beginnings.contains { beginning in
        var login = beginning + content
        defer { Self.wipe(&login) }
        var form = Base64.encode(login)
        defer { Self.wipe(&form) }
        return contains(form.prefix { $0 != UInt8(ascii: "=") })
      }
  }

  deinit {
    sodium_memzero(bytes.baseAddress, bytes.count)
    bytes.deallocate()
  }

  /// Lends the text, ended by a zero.
  var pointer: UnsafePointer<CChar>? { UnsafePointer(bytes.baseAddress) }

  /// Wipes bytes from which a secret was copied.
  static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
  }
}
