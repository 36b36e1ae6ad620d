/// Base64 with the URL alphabet and without padding (RFC 4648 §5).
public enum Base64URL {
  /// Appends the text of `bytes` to `text`.
  public static func append(_ bytes: RawSpan, to text: inout [UInt8]) {
    let count = (bytes.byteCount * 4 + 2) / 3
    text.append(addingCapacity: count) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        let digits = UnsafeMutableRawBufferPointer(room)
        filled = write(bytes, to: digits, at: filled)
      }
    }
  }

  /// Writes the digits of `bytes` and returns their end. There must be room for
  /// them.
  private static func write(
    _ bytes: RawSpan, to digits: UnsafeMutableRawBufferPointer, at start: Int
  ) -> Int {
    let pairs = pairs.span
    func four(_ bits: UInt64) -> UInt64 {
      UInt64(pairs[Int(bits >> 12 & 0xfff)]) << 16
        | UInt64(pairs[Int(bits & 0xfff)])
    }
    var place = start
    var index = 0
    // Reads eight bytes for six of them, with one check instead of many.
    while index + 8 <= bytes.byteCount {
      let bits = bytes.bigEndian(at: index, count: 8) >> 16
      let eight = four(bits >> 24) << 32 | four(bits)
      digits.storeBytes(
        of: eight.bigEndian, toByteOffset: place, as: UInt64.self)
      index += 6
      place += 8
    }
    while index + 3 <= bytes.byteCount {
      let digitsOfThree = UInt32(four(bytes.bigEndian(at: index, count: 3)))
      digits.storeBytes(
        of: digitsOfThree.bigEndian, toByteOffset: place, as: UInt32.self)
      index += 3
      place += 4
    }
    // One remaining byte makes two digits, two make three.
    let left = bytes.byteCount - index
    guard left > 0 else { return place }
    let bits = bytes.bigEndian(at: index, count: left) << UInt64(24 - 8 * left)
    for position in 0...left {
      let value = UInt8(truncatingIfNeeded: bits >> UInt64(18 - 6 * position))
      digits[place + position] = digit(value & 63)
    }
    return place + left + 1
  }

  // A table: branches on random bits would be mispredicted half the time.
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  /// The digit of a value below 64, which keeps the read within the table.
  private static func digit(_ value: UInt8) -> UInt8 {
    alphabet.utf8Start[Int(value & 63)]
  }

  /// The two digits of each value of twelve bits, the first in the high byte.
  private static let pairs: [UInt16] = (0..<4096).map { value in
    UInt16(digit(UInt8(value >> 6))) << 8 | UInt16(digit(UInt8(value & 63)))
  }

  /// The text of `bytes`.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    append(bytes.span.bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `text`, or `nil` if it has characters outside the alphabet,
  /// an impossible length or bits left over.
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
