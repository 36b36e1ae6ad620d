/// Numbers of one width, stored one after another, smallest byte first.
public struct Column<Number>: ~Escapable
where Number: FixedWidthInteger & BitwiseCopyable {
  private let bytes: RawSpan
  /// How many numbers there are.
  public let count: Int

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    self.bytes = bytes
    count = bytes.byteCount / MemoryLayout<Number>.size
  }

  /// The number at `index`, which may come from the image itself.
  ///
  /// - Throws: `damaged` where the column has no such place.
  @inline(__always)
  public func value(at index: Int) throws(ImageError) -> Number {
    guard index >= 0, index < count else { throw .damaged }
    let stored = bytes.unsafeLoadUnaligned(
      fromByteOffset: index * MemoryLayout<Number>.size, as: Number.self)
    return Number(littleEndian: stored)
  }

  /// The number at `index`, as a place in another column.
  @inline(__always)
  public func place(at index: Int) throws(ImageError) -> Int {
    Int(truncatingIfNeeded: try value(at: index))
  }

  /// The range between a number and the next: where something lies whose
  /// starts this column holds.
  @inline(__always)
  public func range(at index: Int) throws(ImageError) -> Range<Int> {
    let start = try place(at: index)
    let end = try place(at: index + 1)
    guard start <= end else { throw .damaged }
    return start..<end
  }
}
