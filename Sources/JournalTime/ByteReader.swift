/// Reads bytes in order and throws, never traps, when they run out.
struct ByteReader {
  /// The bytes ended before what was asked for.
  struct Exhausted: Error {}

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes not yet read.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Takes the next `count` bytes; `count` is not negative.
  mutating func take(_ count: Int) throws(Exhausted) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw Exhausted() }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Takes an integer in network byte order.
  mutating func take<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws(Exhausted) -> Value {
    var value: Value = 0
    for byte in try take(Value.bitWidth / 8) {
      value = value << 8 | Value(truncatingIfNeeded: byte)
    }
    return value
  }
}
