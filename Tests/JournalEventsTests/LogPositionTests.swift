import JournalEvents
import JournalTestSupport
import Testing

@Suite struct LogPositionTests {
  /// The bytes of canonical order: stamp, writer, sequence, hash.
  private func key(_ position: LogPosition) -> [UInt8] {
    var words = [
      position.stamp.milliseconds, UInt64(position.stamp.counter),
      position.writer.bits.high, position.writer.bits.low, position.sequence,
      position.hashPrefix,
    ]
    return words.withUnsafeMutableBufferPointer { words in
      words.flatMap { word in
        withUnsafeBytes(of: word.bigEndian) { Array($0) }
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func canonicalOrderComparesAsBytes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var positions: [LogPosition] = []
    for _ in 0..<300 {
      let small: [UInt64] = [0, 1, 255, 256]
      let stamp = try #require(
        Stamp(
          milliseconds: generator.pick(small), counter: generator.pick(small)))
      positions.append(
        LogPosition(
          of: EventReference(
            writer: WriterID(
              bits: UUIDBits(high: generator.pick(small), low: 1 << 63)),
            sequence: generator.pick(small),
            hashPrefix: generator.pick(small)), at: stamp))
    }
    for left in positions {
      for right in positions {
        #expect(
          (left < right)
            == key(left).lexicographicallyPrecedes(key(right)), "seed \(seed)")
      }
    }
  }
}
