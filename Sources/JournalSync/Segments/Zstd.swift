internal import CZstd
internal import Encodings

/// The compression of segments, by libzstd.
enum Zstd {
  /// Returns `content` in one frame.
  static func compress(_ content: RawSpan) -> [UInt8] {
    let room = ZSTD_compressBound(content.byteCount)
    return [UInt8](unsafeUninitializedCapacity: room) { frame, count in
      let written = content.withUnsafeBytes {
        ZSTD_compress(
          frame.baseAddress, room, $0.baseAddress, $0.count, level)
      }
      // It fails only if room or memory is too small.
      precondition(ZSTD_isError(written) == 0, "zstd could not compress")
      count = written
    }
  }

  /// Returns the content of a frame; `nil` unless `frame` is one frame of
  /// exactly `byteCount` bytes. It takes no more memory than these.
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

  // Ids and hashes do not compress. The default level, 3, takes three times as
  // long to save a hundredth at most; level 1, which also codes single letters,
  // takes half as long again to save a two-hundredth.
  private static let level: Int32 = -1
}
