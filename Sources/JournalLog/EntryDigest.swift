internal import JournalEvents
public import LMDBKit

/// An order-independent sum over the entries of a database. It is updated with
/// every change of an entry, and the stored entries must add up to it.
///
/// It detects damage, not forgery; the events' hashes detect that.
public struct EntryDigest: Sendable, Hashable {
  /// The sum of the entries' mixed bytes.
  public internal(set) var sum: UInt64
  /// The number of entries.
  public internal(set) var count: UInt64

  /// Creates a digest, by default that of an empty database.
  public init(sum: UInt64 = 0, count: UInt64 = 0) {
    self.sum = sum
    self.count = count
  }

  /// Adds an entry.
  public mutating func add(_ key: RawSpan, _ value: RawSpan) {
    add(Self.mixture(of: key, value))
  }

  /// Removes an entry.
  public mutating func remove(_ key: RawSpan, _ value: RawSpan) {
    sum &-= Self.mixture(of: key, value)
    count &-= 1
  }

  /// Adds the entry of `streams` that belongs to an event.
  mutating func add(_ entry: StreamEntry) {
    let position = entry.position
    let stamp =
      position.stamp.milliseconds << 16 | UInt64(position.stamp.counter)
    var mixture = EntryMixture()
    mixture.mix(entry.stream.bits.high)
    mixture.mix(entry.stream.bits.low)
    mixture.mix(stamp)
    mixture.mix(position.writer.bits.high)
    mixture.mix(position.writer.bits.low)
    mixture.mix(position.sequence)
    mixture.mix(position.hashPrefix)
    mixture.mix(entry.actionHashPrefix)
    add(mixture.finish(StreamEntry.keyByteCount, 8))
  }

  private mutating func add(_ mixture: UInt64) {
    sum &+= mixture
    count &+= 1
  }

  private static func mixture(of key: RawSpan, _ value: RawSpan) -> UInt64 {
    var mixture = EntryMixture()
    mixture.mix(key)
    mixture.mix(value)
    return mixture.finish(key.byteCount, value.byteCount)
  }
}

extension EntryWriter {
  /// Stores a value and updates the digest.
  ///
  /// - Throws: `LMDBError`.
  public mutating func put(
    _ key: [UInt8], _ value: [UInt8], noting digest: inout EntryDigest
  ) throws(LMDBError) {
    let key = key.span.bytes
    let value = value.span.bytes
    try put(key, value) { digest.remove(key, $0) }
    digest.add(key, value)
  }

  /// Deletes an entry, if it exists, and updates the digest.
  ///
  /// - Throws: `LMDBError`.
  public mutating func delete(
    _ key: [UInt8], noting digest: inout EntryDigest
  ) throws(LMDBError) {
    let key = key.span.bytes
    try delete(key) { digest.remove(key, $0) }
  }
}

/// A mixture of an entry's bytes into a word. It makes it unlikely that two
/// changes cancel each other in a sum.
private struct EntryMixture {
  private var word: UInt64 = 0

  // The multiplier is 2^64 divided by the golden ratio (Knuth, 1973).
  mutating func mix(_ next: UInt64) {
    word = (word ^ next) &* 0x9e37_79b9_7f4a_7c15
    word ^= word >> 32
  }

  mutating func mix(_ bytes: RawSpan) {
    bytes.withUnsafeBytes { bytes in
      var index = 0
      while index + 8 <= bytes.count {
        mix(
          UInt64(
            bigEndian: bytes.loadUnaligned(
              fromByteOffset: index, as: UInt64.self)))
        index += 8
      }
      guard index < bytes.count else { return }
      var rest: UInt64 = 0
      for byte in bytes[index...] { rest = rest << 8 | UInt64(byte) }
      mix(rest)
    }
  }

  /// Adds the lengths, which separate key and value and distinguish zero bytes
  /// from none.
  consuming func finish(_ keyCount: Int, _ valueCount: Int) -> UInt64 {
    mix(UInt64(keyCount) << 32 | UInt64(valueCount))
    mix(0)
    return word
  }
}
