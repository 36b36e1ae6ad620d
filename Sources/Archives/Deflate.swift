internal import CZlib

/// Unpacks deflated bytes (RFC 1951) and sums contents up, by zlib.
enum Deflate {
  // zlib counts in 32 bits.
  private static let longestStep = 1 << 30

  /// The contents of packed bytes; `nil` where these are not exactly `count`
  /// bytes, or the packed ones are broken.
  static func unpacked(
    _ packed: ArraySlice<UInt8>, count: Int
  ) -> [UInt8]? {
    var isWhole = false
    // zlib wants somewhere to write, even where there is nothing to write.
    let contents = [UInt8](unsafeUninitializedCapacity: count + 1) {
      buffer, initialized in
      (initialized, isWhole) = inflate(packed, into: buffer)
    }
    return isWhole && contents.count == count ? contents : nil
  }

  /// Fills `buffer` as far as there is something; says how far, and whether
  /// the packed bytes ended there and all of them were used.
  private static func inflate(
    _ packed: ArraySlice<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> (count: Int, isWhole: Bool) {
    var stream = z_stream()
    guard shim_inflate_init_raw(&stream) == Z_OK else { return (0, false) }
    defer { inflateEnd(&stream) }
    var written = 0
    var read = 0
    let status = packed.withUnsafeBufferPointer { input in
      var status = Z_OK
      while status == Z_OK {
        let given = min(input.count - read, longestStep)
        let room = min(buffer.count - written, longestStep)
        stream.next_in = input.baseAddress.map {
          UnsafeMutablePointer(mutating: $0 + read)
        }
        stream.avail_in = UInt32(given)
        stream.next_out = buffer.baseAddress.map { $0 + written }
        stream.avail_out = UInt32(room)
        status = CZlib.inflate(&stream, Z_NO_FLUSH)
        read += given - Int(stream.avail_in)
        written += room - Int(stream.avail_out)
      }
      return status
    }
    return (written, status == Z_STREAM_END && read == packed.count)
  }

  /// The CRC-32 of some contents.
  static func sum(of contents: [UInt8]) -> UInt32 {
    contents.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count))
    }
  }
}
