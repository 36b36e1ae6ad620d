internal import CDeflate

/// Compression as browsers read it (RFC 1952), by libdeflate: half of zlib's
/// time for as many bytes.
enum Gzip {
  /// The time that is spent on fewer bytes, as one of libdeflate's levels. Those
  /// above 10 take twice its time for two thousandths of the bytes.
  enum Effort: Int32 {
    case least = 1
    case most = 10
  }

  /// Returns the bytes in compressed form; `nil` if that is not shorter.
  static func compress(_ bytes: [UInt8], effort: Effort) -> [UInt8]? {
    guard !bytes.isEmpty,
      let compressor = libdeflate_alloc_compressor(effort.rawValue)
    else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let result = [UInt8](unsafeUninitializedCapacity: bytes.count) {
      output, written in
      // libdeflate returns 0 if the result does not fit.
      written = libdeflate_gzip_compress(
        compressor, bytes, bytes.count, output.baseAddress, output.count - 1)
    }
    return result.isEmpty ? nil : result
  }
}
