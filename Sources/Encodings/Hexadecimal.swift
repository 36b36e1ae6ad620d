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
    append(UInt64(byte), byteCount: 1, to: &text)
  }

  /// Appends the digits of the low `byteCount` bytes of `value` to `text`.
  ///
  /// - Precondition: `byteCount` is at most 8.
  public static func append(
    _ value: UInt64, byteCount: Int, to text: inout [UInt8]
  ) {
    if byteCount > 4 {
      let high = UInt32(truncatingIfNeeded: value >> 32)
      text.append(bigEndian: digits(of: high), count: (byteCount - 4) * 2)
    }
    let low = UInt32(truncatingIfNeeded: value)
    text.append(bigEndian: digits(of: low), count: min(byteCount, 4) * 2)
  }

  /// Appends the digits of `words`.
  @inline(__always)
  public static func append<let count: Int>(
    _ words: InlineArray<count, UInt64>, to text: inout [UInt8]
  ) {
    for index in words.indices {
      let word = words[index]
      text.append(
        bigEndian: [
          digits(of: UInt32(truncatingIfNeeded: word >> 32)),
          digits(of: UInt32(truncatingIfNeeded: word)),
        ])
    }
  }

  /// The eight digits of `value`, a byte each, the most significant first.
  @inline(__always)
  public static func digits(of value: UInt32) -> UInt64 {
    // Halves, quarters and eighths move apart, until each byte has four bits.
    var fours = UInt64(value)
    fours = (fours | fours << 16) & 0x0000_ffff_0000_ffff
    fours = (fours | fours << 8) & 0x00ff_00ff_00ff_00ff
    fours = (fours | fours << 4) & 0x0f0f_0f0f_0f0f_0f0f
    // Six more than 9 is 16 and sets the bit above the four.
    let letters = (fours + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return fours + 0x3030_3030_3030_3030 + letters * 0x27
  }

  /// The value of eight lower-case digits, a byte each, the most significant
  /// first; `nil` for any other bytes.
  @inline(__always)
  public static func value(ofDigits digits: UInt64) -> UInt32? {
    let letters = digits >> 6 & 0x0101_0101_0101_0101
    // Eighths, quarters and halves move together.
    var fours = digits & 0x0f0f_0f0f_0f0f_0f0f &+ letters &* 9
    fours = (fours | fours >> 4) & 0x00ff_00ff_00ff_00ff
    fours = (fours | fours >> 8) & 0x0000_ffff_0000_ffff
    let value = UInt32(truncatingIfNeeded: fours | fours >> 16)
    // Other bytes differ from the digits of their value.
    return self.digits(of: value) == digits ? value : nil
  }

  /// The bytes of `text`, or `nil` if it is not pairs of digits. Upper-case
  /// digits are accepted too.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { digits in
      guard digits.count.isMultiple(of: 2) else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(digits.count / 2)
      for place in stride(from: 0, to: digits.count, by: 2) {
        guard let high = value(of: digits[place]),
          let low = value(of: digits[place + 1])
        else { return nil }
        bytes.append(high << 4 | low)
      }
      return bytes
    }
  }

  /// The value of a digit, or `nil` if `unit` is not one.
  public static func value(of unit: UInt8) -> UInt8? {
    switch unit {
    case 0x30...0x39: unit - 0x30
    case 0x61...0x66: unit - 0x61 + 10
    case 0x41...0x46: unit - 0x41 + 10
    default: nil
    }
  }
}
