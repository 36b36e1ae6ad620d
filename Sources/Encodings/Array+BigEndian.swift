extension [UInt8] {
  /// Appends the low `count` bytes of `value`, most significant first.
  public mutating func append(bigEndian value: UInt64, count: Int = 8) {
    for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }
}
