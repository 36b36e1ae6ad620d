extension RawSpan {
  /// The byte at `offset`; traps outside the span, as an array would.
  func byte(at offset: Int) -> UInt8 {
    unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Tells whether the byte at `offset` is the ASCII character given.
  func holds(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    UInt32(byte(at: offset)) == character.value
  }

  /// The value of the ASCII digit at `offset`, or nil for another character.
  func digit(at offset: Int) -> Int? {
    let value = byte(at: offset) &- 0x30
    return value < 10 ? Int(value) : nil
  }

  /// The value of the two ASCII digits at `offset`, or nil if one is no digit.
  func twoDigits(at offset: Int) -> Int? {
    guard let tens = digit(at: offset), let ones = digit(at: offset + 1) else {
      return nil
    }
    return tens * 10 + ones
  }
}
