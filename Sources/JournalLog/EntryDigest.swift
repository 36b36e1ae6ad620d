internal import JournalEvents
public import LMDBKit

/// A sum over the entries of a database that does not depend on their order,
/// so that it is kept up to date as entries come and go: what is stored must
/// come to the same.
///
/// It finds damage, not forgeries; the events have their hashes for those.
public struct EntryDigest: Sendable, Hashable {
  /// The sum of a mixture of the bytes of each entry.
  public internal(set) var sum: UInt64
  /// How many entries there are.
  public internal(set) var count: UInt64

  /// Creates a digest; that of a database without entries, unless said.
  public init(sum: UInt64 = 0, count: UInt64 = 0) {
    self.sum = sum
    self.count = count
  }

  /// Adds an entry.
  public mutating func add(_ key: RawSpan, _ value: RawSpan) {
    add(Self.mixture(of: key, value))
  }

  /// Takes an entry away.
  public mutating func remove(_ key: RawSpan, _ value: RawSpan) {
    sum &-= Self.mixture(of: key, value)
    count &-= 1
  }

  /// Adds the entry of `streams` that an event implies.
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
  /// Stores a value, and has the digest follow.
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

  /// Deletes an entry where there is one, and has the digest follow.
  ///
  /// - Throws: `LMDBError`.
  public mutating func delete(
    _ key: [UInt8], noting digest: inout EntryDigest
  ) throws(LMDBError) {
    let key = key.span.bytes
    try delete(key) { digest.remove(key, $0) }
  }
}

/// The bytes of an entry mixed to a word, so that no two changes are likely to
/// cancel each other in a sum.
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

  /// The lengths keep key and value apart, and bytes from their absence.
  consuming func finish(_ keyCount: Int, _ valueCount: Int) -> UInt64 {
    mix(UInt64(keyCount) << 32 | UInt64(valueCount))
    mix(0)
    return word
  }
}
