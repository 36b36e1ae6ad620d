internal import CMinizip

/// Compression as browsers read it (RFC 1952), by zlib.
public enum Gzip {
  /// The time that is spent on fewer bytes.
  public enum Effort: Int32, Sendable {
    case least = 1
    case most = 9
  }

  /// Returns the bytes in compressed form; `nil` if that is not shorter.
  public static func compress(_ bytes: [UInt8], effort: Effort) -> [UInt8]? {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var stream = z_stream()
    // 16 more than the window's bits stand for gzip's head.
    guard
      deflateInit2_(
        &stream, effort.rawValue, Z_DEFLATED, 15 + 16, 8,
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var source = bytes
    var isComplete = false
    let result = source.withUnsafeMutableBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: bytes.count) { output, written in
        stream.next_in = source.baseAddress
        stream.avail_in = count
        stream.next_out = output.baseAddress
        stream.avail_out = count
        // A result that needs as much room as the bytes does not end.
        isComplete = deflate(&stream, Z_FINISH) == Z_STREAM_END
        written = isComplete ? output.count - Int(stream.avail_out) : 0
      }
    }
    return isComplete ? result : nil
  }
}
