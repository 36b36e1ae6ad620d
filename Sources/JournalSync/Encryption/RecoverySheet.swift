internal import CSodium
internal import Encodings
internal import JournalEvents

/// A printed form of a key, to be typed if the passphrase is lost.
///
/// A sheet has four lines of four groups of four letters and digits. Each line
/// has eight bytes of the key and a check of them, so that a typing error is
/// found in its line. Anyone who has the sheet has the key.
public struct RecoverySheet: Sendable {
  /// The name of the key's header in the remote.
  public let name: String
  /// The lines to print.
  public let lines: [String]

  /// The number of lines.
  public static let lineCount = 4
  private static let digitsPerLine = 16
  // Crockford's base 32: no I, L, O or U to misread.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

  init(of key: RemoteKey) {
    name = key.header.name
    lines = key.withRoot { root in
      (0..<Self.lineCount).map { line in
        var bytes = Array(root[(line * 8)..<(line * 8 + 8)])
        defer { Sodium.wipe(&bytes) }
        return Self.text(of: bytes + Self.check(of: bytes, line: line))
      }
    }
  }

  /// Returns the first two bytes of a hash.
  private static func check(of bytes: [UInt8], line: Int) -> [UInt8] {
    let text = Array("plantguide.recovery".utf8) + [UInt8(line + 1)] + bytes
    return Array(EventHash(of: text.span.bytes).bytes[..<2])
  }

  /// Returns sixteen digits for ten bytes.
  private static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for five in [bytes[..<5], bytes[5...]] {
      let word = five.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      for digit in 0..<8 {
        if !text.isEmpty, digit % 4 == 0 { text.append(UInt8(ascii: "-")) }
        text.append(alphabet[Int(word >> UInt64(35 - 5 * digit) & 31)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the key of a typed sheet. Case, spaces, hyphens and line ends do
  /// not count, and letters that look like digits count as those digits.
  static func secret(in text: String) throws(RemoteKeyError) -> SecretBytes {
    var digits: [UInt8] = []
    for unit in text.utf8 {
      let upper = (0x61...0x7a).contains(unit) ? unit - 0x20 : unit
      switch upper {
      case UInt8(ascii: "O"): digits.append(0)
      case UInt8(ascii: "I"), UInt8(ascii: "L"): digits.append(1)
      case UInt8(ascii: "-"), 0x20, 0x09, 0x0a, 0x0d: continue
      default:
        // Other characters count, so that the error names their line.
        digits.append(
          alphabet.firstIndex(of: upper).map { UInt8($0) } ?? .max)
      }
    }
    defer { Sodium.wipe(&digits) }
    guard digits.count == lineCount * digitsPerLine else {
      throw .sheetLength(expected: lineCount * digitsPerLine)
    }
    var root: [UInt8] = []
    root.reserveCapacity(lineCount * 8)
    for line in 0..<lineCount {
      let typed = digits[(line * digitsPerLine)...].prefix(digitsPerLine)
      guard let bytes = bytes(of: Array(typed)),
        Array(bytes[8...]) == check(of: Array(bytes[..<8]), line: line)
      else { throw .mistypedSheet(line: line + 1) }
      root += bytes[..<8]
    }
    return SecretBytes(taking: &root)
  }

  private static func bytes(of digits: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    for eight in [digits[..<8], digits[8...]] {
      guard eight.allSatisfy({ $0 < 32 }) else { return nil }
      bytes.append(
        bigEndian: eight.reduce(UInt64(0)) { $0 << 5 | UInt64($1) }, count: 5)
    }
    return bytes
  }
}
