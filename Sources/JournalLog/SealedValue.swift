internal import CSodium
internal import Encodings

/// Values with a checksum at the end.
///
/// LMDB has no checksums: a flipped bit would silently change a name or date.
/// Events have hashes. Folded values have this checksum (SipHash-2-4 under a
/// fixed key, eight bytes), so that damage is an error and never a wrong
/// answer.
public enum SealedValue {
  /// The number of bytes in the checksum.
  public static let checksumByteCount = 8

  private static let key: [UInt8] = Array("plantguide value".utf8)

  /// Returns `content` with its checksum.
  public static func seal(_ content: consuming [UInt8]) -> [UInt8] {
    content.append(bigEndian: checksum(of: content.span.bytes))
    return content
  }

  /// Lends the content of `sealed` to `body`.
  ///
  /// - Throws: ``StorageError/damagedValue(database:reason:)`` if the checksum
  ///   is wrong, or the error of `body`.
  public static func open<R>(
    _ sealed: RawSpan, in database: String, _ body: (RawSpan) throws -> R
  ) throws -> R {
    let count = sealed.byteCount - checksumByteCount
    guard count >= 0 else {
      throw StorageError.damagedValue(
        database: database, reason: "a value is too short")
    }
    let content = sealed.extracting(0..<count)
    guard checksum(of: content) == sealed.bigEndian(at: count, count: 8) else {
      throw StorageError.damagedValue(
        database: database, reason: "a checksum does not fit")
    }
    do {
      return try body(content)
    } catch let error as CBORError {
      throw StorageError.damagedValue(
        database: database, reason: error.description)
    }
  }

  private static func checksum(of content: RawSpan) -> UInt64 {
    var digest: UInt64 = 0
    content.withUnsafeBytes { input in
      withUnsafeMutableBytes(of: &digest) { output in
        let start = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        if let output = output.baseAddress {
          _ = crypto_shorthash(
            output.assumingMemoryBound(to: UInt8.self), start,
            UInt64(input.count), key)
        }
      }
    }
    return UInt64(bigEndian: digest)
  }
}
