internal import JournalEvents

/// A sum over entries of the streams index that does not depend on their
/// order: what the events imply and what is stored must come to the same.
///
/// Against bits that flip, not against somebody who forges; the events have
/// their hashes for that.
struct IndexFingerprint: Equatable {
  private var sum: UInt64 = 0
  private var count = 0

  mutating func add(_ entry: StreamEntry) {
    let position = entry.position
    var mixed = entry.actionHashPrefix
    mix(entry.stream.bits.high, into: &mixed)
    mix(entry.stream.bits.low, into: &mixed)
    mix(position.stamp.milliseconds, into: &mixed)
    mix(UInt64(position.stamp.counter), into: &mixed)
    mix(position.writer.bits.high, into: &mixed)
    mix(position.writer.bits.low, into: &mixed)
    mix(position.sequence, into: &mixed)
    mix(position.hashPrefix, into: &mixed)
    sum &+= mixed
    count += 1
  }

  // The multiplier is 2^64 divided by the golden ratio (Knuth, 1973).
  private func mix(_ word: UInt64, into mixed: inout UInt64) {
    mixed = (mixed ^ word) &* 0x9e37_79b9_7f4a_7c15
    mixed ^= mixed >> 32
  }
}
