/// Base64 with the URL alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
  /// Appends the text of `bytes` to `text`.
  public static func append(_ bytes: RawSpan, to text: inout [UInt8]) {
    let start = text.count
    let count = (bytes.byteCount * 4 + 2) / 3
    text.append(contentsOf: repeatElement(0, count: count))
    var output = text.mutableSpan
    var place = start
    var index = 0
    while index + 3 <= bytes.byteCount {
      let group = bytes.bigEndian(at: index, count: 3)
      write(group, digits: 4, to: &output, at: &place)
      index += 3
    }
    switch bytes.byteCount - index {
    case 1:
      let group = bytes.bigEndian(at: index, count: 1) << 16
      write(group, digits: 2, to: &output, at: &place)
    case 2:
      let group = bytes.bigEndian(at: index, count: 2) << 8
      write(group, digits: 3, to: &output, at: &place)
    default: break
    }
  }

  @inline(__always)
  private static func write(
    _ group: UInt64, digits: Int, to output: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    for position in 0..<digits {
      let shift = UInt64(18 - 6 * position)
      output[place] = digit(UInt8(truncatingIfNeeded: group >> shift) & 63)
      place += 1
    }
  }

  // A table: branches on random bits would be mispredicted half the time.
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// The digit of a value below 64, which keeps the read within the table.
  @inline(__always)
  private static func digit(_ value: UInt8) -> UInt8 {
    alphabet.utf8Start[Int(value & 63)]
  }

  /// The text of `bytes`.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes.span.bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text`, or `nil` where it holds anything but the alphabet,
  /// has an impossible length or bits left over.
  public static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var group: UInt32 = 0
    var bits = 0
    for unit in text.utf8 {
      guard let value = value(of: unit) else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
        group &= (1 << UInt32(bits)) - 1
      }
    }
    return bits < 6 && group == 0 ? bytes : nil
  }

  private static func value(of unit: UInt8) -> UInt8? {
    switch unit {
    case 0x41...0x5a: unit - 0x41
    case 0x61...0x7a: unit - 0x61 + 26
    case 0x30...0x39: unit - 0x30 + 52
    case 0x2d: 62
    case 0x5f: 63
    default: nil
    }
  }
}
