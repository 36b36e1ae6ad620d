import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@Suite struct HybridLogicalClockTests {
  private func stamp(_ milliseconds: UInt64, _ counter: UInt64) throws -> Stamp
  {
    try #require(Stamp(milliseconds: milliseconds, counter: counter))
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func stampsRiseWhateverTheWallClockDoes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var clock = HybridLogicalClock(latest: nil)
    var previous: Stamp?
    for _ in 0..<5_000 {
      let wall = Instant(
        milliseconds: generator.pick([
          0, -1, 5_000, Int64(generator.int(0...10_000)),
          Int64(generator.int(0...7_258_118_400_000)),
        ]))
      let next = try clock.now(wall: wall)
      if let previous { #expect(next > previous, "seed \(seed)") }
      #expect(next >= Stamp(at: wall), "seed \(seed)")
      previous = next
    }
  }

  @Test func aStampIsTheLeastAboveAllHeldAndNotBelowTheWall() throws {
    var clock = HybridLogicalClock(latest: try stamp(100, 7))
    #expect(try clock.now(wall: Instant(milliseconds: 99)) == stamp(100, 8))
    #expect(try clock.now(wall: Instant(milliseconds: 100)) == stamp(100, 9))
    #expect(try clock.now(wall: Instant(milliseconds: 101)) == stamp(101, 0))
    #expect(clock.latest == (try stamp(101, 0)))
  }

  @Test func theCounterCarriesIntoTheMilliseconds() throws {
    var clock = HybridLogicalClock(latest: try stamp(100, 65_535))
    #expect(try clock.now(wall: Instant(milliseconds: 0)) == stamp(101, 0))
    #expect(try stamp(100, 65_534).successor == stamp(100, 65_535))
  }

  @Test func aWallClockBeyond2200IsCapped() throws {
    let limit = UInt64(HybridLogicalClock.wallLimit.milliseconds)
    #expect(
      HybridLogicalClock.wallLimit == instant("2200-01-01T00:00:00Z").instant)
    var clock = HybridLogicalClock(latest: nil)
    let far = Instant(milliseconds: .max)
    #expect(try clock.now(wall: far) == stamp(limit, 0))
    #expect(try clock.now(wall: far) == stamp(limit, 1))
  }

  @Test func aFarStampIsAbsorbedAndTheNextIsAboveIt() throws {
    var clock = HybridLogicalClock(latest: try stamp(100, 0))
    let far = try stamp(Stamp.limit - 2, 9)
    clock.update(with: far)
    #expect(clock.latest == far)
    #expect(
      try clock.now(wall: Instant(milliseconds: 200))
        == stamp(Stamp.limit - 2, 10))
    clock.update(with: try stamp(300, 0))
    #expect(clock.latest == (try stamp(Stamp.limit - 2, 10)))
  }

  @Test func stampsFrom2To47OnAreRefused() {
    #expect(Stamp.limit == 1 << 47)
    #expect(Stamp(milliseconds: Stamp.limit, counter: 0) == nil)
    #expect(Stamp(milliseconds: .max, counter: 0) == nil)
    #expect(Stamp(milliseconds: Stamp.limit - 1, counter: 65_535) != nil)
    #expect(Stamp(milliseconds: 0, counter: 65_536) == nil)
  }

  @Test func atTheEndOfTimeAnErrorIsThrown() throws {
    let last = try stamp(Stamp.limit - 1, 65_535)
    #expect(last.successor == nil)
    var clock = HybridLogicalClock(latest: last)
    #expect(throws: ClockError.self) {
      try clock.now(wall: Instant(milliseconds: 0))
    }
    #expect(clock.latest == last)
  }

  @Test func instantsBefore1970GiveTheFirstStamp() {
    #expect(Stamp(at: Instant(milliseconds: -5)) == .zero)
    #expect(Stamp(at: Instant(milliseconds: .min)) == .zero)
    #expect(Stamp(at: Instant(milliseconds: .max)).milliseconds < Stamp.limit)
  }
}
