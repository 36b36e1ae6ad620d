/// Bytes of texts that lie one after another.
public struct Heap: ~Escapable {
  private let bytes: RawSpan

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan) {
    self.bytes = bytes
  }

  /// The bytes in a range that may come from the image itself.
  @_lifetime(copy self)
  @inline(__always)
  func bytes(in range: Range<Int>) throws(ImageError) -> RawSpan {
    guard range.lowerBound >= 0, range.upperBound <= bytes.byteCount else {
      throw .damaged
    }
    return bytes.extracting(range)
  }

  /// A text, with every invalid byte replaced.
  public func text(in range: Range<Int>) throws(ImageError) -> String {
    try bytes(in: range).withUnsafeBytes {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The bytes in a range, copied.
  public func copiedBytes(in range: Range<Int>) throws(ImageError) -> [UInt8] {
    try bytes(in: range).withUnsafeBytes { [UInt8]($0) }
  }
}
