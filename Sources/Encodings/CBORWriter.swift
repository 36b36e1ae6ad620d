/// Appends deterministic CBOR (RFC 8949 §4.2.1) to a byte buffer.
///
/// Lengths and integers take their shortest form and floats the shortest that
/// keeps the value. The caller sorts map keys.
public struct CBORWriter: Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8]

  /// Creates an empty writer with room for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Writes a head: major type 0 to 7 and its argument in the shortest form.
  public mutating func head(_ major: UInt8, _ argument: UInt64) {
    let high = UInt64(major << 5)
    switch argument {
    case 0..<24:
      bytes.append(UInt8(high | argument))
    case 24...0xff:
      bytes.append(bigEndian: (high | 24) << 8 | argument, count: 2)
    case 0x100...0xffff:
      bytes.append(bigEndian: (high | 25) << 16 | argument, count: 3)
    case 0x1_0000...0xffff_ffff:
      bytes.append(bigEndian: (high | 26) << 32 | argument, count: 5)
    default:
      bytes.append(UInt8(high | 27))
      bytes.append(bigEndian: argument)
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

  /// Writes a text string, given as valid UTF-8.
  public mutating func text(utf8 value: RawSpan) {
    head(3, UInt64(value.byteCount))
    append(value)
  }

  /// Writes a constant text string.
  public mutating func text(_ value: StaticString) {
    head(3, UInt64(value.utf8CodeUnitCount))
    value.withUTF8Buffer { bytes.append(contentsOf: $0) }
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

  /// Writes a float in the shortest of half, single and double precision that
  /// keeps its value. Every NaN becomes the canonical NaN.
  public mutating func float(_ value: Double) {
    if value.isNaN {
      bytes.append(bigEndian: 0xf9_7e00, count: 3)
    } else if Double(Float16(value)) == value {
      let bits = UInt64(Float16(value).bitPattern)
      bytes.append(bigEndian: 0xf9 << 16 | bits, count: 3)
    } else if Double(Float(value)) == value {
      let bits = UInt64(Float(value).bitPattern)
      bytes.append(bigEndian: 0xfa << 32 | bits, count: 5)
    } else {
      bytes.append(0xfb)
      bytes.append(bigEndian: value.bitPattern)
    }
  }

  /// Appends bytes that are CBOR already.
  public mutating func append(_ encoded: RawSpan) {
    encoded.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }
}
