extension [UInt8] {
  /// Appends the low `count` bytes of `value`, most significant first.
  ///
  /// - Precondition: `count` is at most 8.
  public mutating func append(bigEndian value: UInt64, count: Int = 8) {
    precondition(count >= 0 && count <= 8)
    let word = (value << UInt64(64 - 8 * count)).bigEndian
    // One store: appending byte by byte looks for room and for other owners
    // each time, which took a quarter of the time of writing an event.
    append(addingCapacity: 8) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        UnsafeMutableRawBufferPointer(room)
          .storeBytes(of: word, toByteOffset: filled, as: UInt64.self)
        filled += count
      }
    }
  }
}
