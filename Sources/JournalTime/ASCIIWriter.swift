/// Writes fixed-width numbers and marks into the storage of a new string.
///
/// Dates are written by the hundred thousand in an export; filling the bytes
/// of the string in place keeps each at one allocation.
struct ASCIIWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  private init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  /// Makes a string of at most `capacity` bytes.
  static func text(
    capacity: Int,
    _ body: (inout ASCIIWriter) -> Void
  ) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      // The string may offer more room than was asked for, never less.
      var writer = ASCIIWriter(buffer: .init(rebasing: buffer[..<capacity]))
      body(&writer)
      return writer.count
    }
  }

  /// Appends one ASCII character.
  mutating func append(_ character: Unicode.Scalar) {
    precondition(count < buffer.count && character.isASCII)
    buffer[count] = UInt8(truncatingIfNeeded: character.value)
    count += 1
  }

  /// Appends the last `width` decimal digits of `value`, which must be
  /// non-negative.
  mutating func append(_ value: Int, width: Int) {
    precondition(value >= 0 && width <= buffer.count - count)
    var rest = value
    for index in stride(from: count + width - 1, through: count, by: -1) {
      buffer[index] = UInt8(0x30 + rest % 10)
      rest /= 10
    }
    count += width
  }

  /// Appends `YYYY-MM-DD`.
  mutating func append(_ day: Day) {
    let (year, month, day) = day.components
    append(year, width: 4)
    append("-")
    append(month, width: 2)
    append("-")
    append(day, width: 2)
  }
}
