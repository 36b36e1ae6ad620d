extension [UInt8] {
  /// Appends the low `count` bytes of `value`, most significant first.
  ///
  /// - Precondition: `count` is at most 8.
  public mutating func append(bigEndian value: UInt64, count: Int = 8) {
    precondition(count >= 0 && count <= 8)
    // One copy: appending byte by byte looks for room and for other owners
    // each time, which took a quarter of the time of writing an event.
    let word = (value << UInt64(64 - 8 * count)).bigEndian
    Swift.withUnsafeBytes(of: word) { bytes in
      append(
        contentsOf: UnsafeRawBufferPointer(
          start: bytes.baseAddress, count: count))
    }
  }
}
