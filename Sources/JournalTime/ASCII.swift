/// Writes fixed-width numbers and marks into the storage of a new string.
///
/// Exports write hundreds of thousands of dates; filling the bytes of the
/// string in place keeps each at one allocation.
struct ASCIIWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  private init(buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  /// Creates a string of at most `capacity` bytes.
  static func text(
    capacity: Int,
    _ body: (inout ASCIIWriter) -> Void
  ) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      // The string may offer more room than requested, never less.
      var writer = ASCIIWriter(buffer: .init(rebasing: buffer[..<capacity]))
      body(&writer)
      return writer.count
    }
  }

  /// Lends a text of at most `capacity` bytes to `use`; creates no string.
  static func lend<R>(
    capacity: Int, _ body: (inout ASCIIWriter) -> Void, to use: (RawSpan) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
      buffer in
      var writer = ASCIIWriter(buffer: buffer)
      body(&writer)
      return use(buffer.span.extracting(first: writer.count).bytes)
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
    var index = count + width
    while index > count {
      index -= 1
      buffer[index] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
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

extension RawSpan {
  /// The byte at `offset`; traps outside the span, as an array would.
  func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns whether the byte at `offset` is the given ASCII character.
  func holds(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    UInt32(byte(at: offset)) == character.value
  }

  /// The value of the ASCII digit at `offset`, or `nil` for another character.
  @inline(__always)
  func digit(at offset: Int) -> Int? {
    let value = byte(at: offset) &- 0x30
    return value < 10 ? Int(value) : nil
  }

  /// The value of the two ASCII digits at `offset`, or `nil` for others.
  @inline(__always)
  func twoDigits(at offset: Int) -> Int? {
    let pair = unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
    let digits = UInt16(littleEndian: pair) &- 0x3030
    // A byte below "0" borrows from the next, which shows in its high bit.
    guard (digits | (digits &+ 0x7676)) & 0x8080 == 0 else { return nil }
    return Int(digits & 0xff) &* 10 &+ Int(digits &>> 8)
  }
}
