internal import CZstd
internal import Encodings

/// Compression of what a segment holds, by libzstd.
enum Zstd {
  /// One frame of `content`.
  static func compress(_ content: RawSpan) -> [UInt8] {
    let room = ZSTD_compressBound(content.byteCount)
    return [UInt8](unsafeUninitializedCapacity: room) { frame, count in
      let written = content.withUnsafeBytes {
        ZSTD_compress(
          frame.baseAddress, room, $0.baseAddress, $0.count, level)
      }
      // It only fails for too little room, or memory.
      precondition(ZSTD_isError(written) == 0, "zstd could not compress")
      count = written
    }
  }

  /// The content of one frame; `nil` where `frame` is none of exactly so many
  /// bytes of content. No more memory is taken than these.
  static func decompress(_ frame: RawSpan, byteCount: Int) -> [UInt8]? {
    var isWhole = false
    let content = [UInt8](unsafeUninitializedCapacity: byteCount) {
      content, count in
      let written = frame.withUnsafeBytes { frame in
        guard
          ZSTD_findFrameCompressedSize(frame.baseAddress, frame.count)
            == frame.count
        else { return 0 }
        return ZSTD_decompress(
          content.baseAddress, byteCount, frame.baseAddress, frame.count)
      }
      isWhole = ZSTD_isError(written) == 0 && written == byteCount
      count = isWhole ? byteCount : 0
    }
    return isWhole ? content : nil
  }

  // Ids and hashes do not compress: its default, 3, takes three times as long
  // for a hundredth at most, and 1, which codes single letters too, half as long
  // again for a two-hundredth.
  private static let level: Int32 = -1
}
