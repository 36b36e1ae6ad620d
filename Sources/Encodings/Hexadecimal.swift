/// Lower-case hexadecimal text.
public enum Hexadecimal {
  /// The text of `bytes`, two digits each.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { append(byte, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the two digits of `byte` to `text`.
  public static func append(_ byte: UInt8, to text: inout [UInt8]) {
    text.append(digit(byte >> 4))
    text.append(digit(byte & 15))
  }

  /// Appends the digits of the low `byteCount` bytes of `value` to `text`.
  public static func append(
    _ value: UInt64, byteCount: Int, to text: inout [UInt8]
  ) {
    for shift in stride(from: byteCount * 8 - 4, through: 0, by: -4) {
      text.append(digit(UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
  }

  /// The bytes of `text`, or `nil` where it is not pairs of digits.
  /// Upper-case digits are read too.
  public static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for unit in text.utf8 {
      guard let value = value(of: unit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  /// The value of one digit, or `nil` where `unit` is none.
  public static func value(of unit: UInt8) -> UInt8? {
    switch unit {
    case 0x30...0x39: unit - 0x30
    case 0x61...0x66: unit - 0x61 + 10
    case 0x41...0x46: unit - 0x41 + 10
    default: nil
    }
  }
}
