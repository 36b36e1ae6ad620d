/// Appends deterministic CBOR (RFC 8949 §4.2.1) to a byte buffer.
///
/// Lengths and integers take their shortest form and floats the shortest
/// that keeps the value. Map keys are the caller's to sort; see
/// ``CBORMapWriter``.
public struct CBORWriter: Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8]

  /// Creates an empty writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Writes a head: major type 0 to 7 and its argument, as short as it goes.
  public mutating func head(_ major: UInt8, _ argument: UInt64) {
    let high = major << 5
    switch argument {
    case 0..<24:
      bytes.append(high | UInt8(argument))
    case 24...0xff:
      bytes.append(high | 24)
      bytes.append(UInt8(argument))
    case 0x100...0xffff:
      bytes.append(high | 25)
      bigEndian(argument, count: 2)
    case 0x1_0000...0xffff_ffff:
      bytes.append(high | 26)
      bigEndian(argument, count: 4)
    default:
      bytes.append(high | 27)
      bigEndian(argument, count: 8)
    }
  }

  /// Writes the low `count` bytes of `value`, most significant first.
  public mutating func bigEndian(_ value: UInt64, count: Int) {
    for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Writes an unsigned integer.
  public mutating func unsigned(_ value: UInt64) {
    head(0, value)
  }

  /// Writes an integer of either sign.
  public mutating func integer(_ value: Int64) {
    if value >= 0 {
      head(0, UInt64(value))
    } else {
      head(1, UInt64(-1 - value))
    }
  }

  /// Writes a byte string.
  public mutating func byteString(_ value: RawSpan) {
    head(2, UInt64(value.byteCount))
    append(value)
  }

  /// Writes a byte string.
  public mutating func byteString(_ value: [UInt8]) {
    head(2, UInt64(value.count))
    bytes.append(contentsOf: value)
  }

  /// Writes a text string.
  public mutating func text(_ value: String) {
    var value = value
    value.withUTF8 { utf8 in
      head(3, UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  /// Writes the head of an array of `count` items; the items follow.
  public mutating func array(_ count: Int) {
    head(4, UInt64(count))
  }

  /// Writes the head of a map of `count` pairs; the pairs follow.
  public mutating func map(_ count: Int) {
    head(5, UInt64(count))
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    bytes.append(value ? 0xf5 : 0xf4)
  }

  /// Writes `null`.
  public mutating func null() {
    bytes.append(0xf6)
  }

  /// Writes a float in the shortest of half, single and double precision
  /// that keeps its value. Every NaN becomes the one canonical NaN.
  public mutating func float(_ value: Double) {
    if value.isNaN {
      bytes.append(0xf9)
      bigEndian(0x7e00, count: 2)
    } else if Double(Float16(value)) == value {
      bytes.append(0xf9)
      bigEndian(UInt64(Float16(value).bitPattern), count: 2)
    } else if Double(Float(value)) == value {
      bytes.append(0xfa)
      bigEndian(UInt64(Float(value).bitPattern), count: 4)
    } else {
      bytes.append(0xfb)
      bigEndian(value.bitPattern, count: 8)
    }
  }

  /// Appends bytes that are CBOR already.
  public mutating func append(_ encoded: RawSpan) {
    encoded.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}
