internal import Encodings
internal import JournalEvents

/// A sum over entries of the streams index that does not depend on their
/// order: what the events imply and what is stored must come to the same.
///
/// Against bits that flip, not against somebody who forges; the events have
/// their hashes for that.
struct IndexFingerprint: Equatable {
  private var sum: UInt64 = 0
  private var count = 0

  /// Adds the entry that an event implies.
  mutating func add(
    _ header: EventHeader, hashPrefix: UInt64, actionHashPrefix: UInt64
  ) {
    let stamp =
      header.stamp.milliseconds << 16 | UInt64(header.stamp.counter)
    var mixed = actionHashPrefix
    mix(header.stream.bits.high, into: &mixed)
    mix(header.stream.bits.low, into: &mixed)
    mix(stamp, into: &mixed)
    mix(header.writer.bits.high, into: &mixed)
    mix(header.writer.bits.low, into: &mixed)
    mix(header.sequence, into: &mixed)
    mix(hashPrefix, into: &mixed)
    sum &+= mixed
    count += 1
  }

  /// Adds a stored entry; `false` where it has no such form.
  mutating func add(key: RawSpan, value: RawSpan) -> Bool {
    guard key.byteCount == StreamEntry.keyByteCount, value.byteCount == 8
    else { return false }
    var mixed = value.bigEndian(at: 0, count: 8)
    for word in stride(from: 0, to: StreamEntry.keyByteCount, by: 8) {
      mix(key.bigEndian(at: word, count: 8), into: &mixed)
    }
    sum &+= mixed
    count += 1
    return true
  }

  // The multiplier is 2^64 divided by the golden ratio (Knuth, 1973).
  private func mix(_ word: UInt64, into mixed: inout UInt64) {
    mixed = (mixed ^ word) &* 0x9e37_79b9_7f4a_7c15
    mixed ^= mixed >> 32
  }
}
